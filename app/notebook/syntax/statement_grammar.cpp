// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/error_grammar.hpp"

namespace normscope::notebook::syntax {

std::string_view statement_grammar() {
  return R"grammar(
statement: compound_stmt | simple_stmts
simple_stmts: simple_stmt !';' NEWLINE | ';'.simple_stmt+ [';'] NEWLINE
simple_stmt*: assignment | star_expressions | &'return' return_stmt | &('import' | 'from') import_stmt
  | &'raise' raise_stmt | 'pass' | &'del' del_stmt | &'yield' yield_expr | &'assert' assert_stmt
  | 'break' | 'continue' | &'global' global_stmt | &'nonlocal' nonlocal_stmt
compound_stmt: &('def' | '@') function_def | &'if' if_stmt | &('class' | '@') class_def
  | &'with' with_stmt | &'for' for_stmt | &'try' try_stmt | &'while' while_stmt | match_stmt

assignment: NAME ':' expression ['=' annotated_rhs]
  | ('(' single_target ')' | single_subscript_attribute_target) ':' expression ['=' annotated_rhs]
  | (star_targets '=')+ (yield_expr | star_expressions) !'='
  | single_target augassign ~ (yield_expr | star_expressions)
  | invalid_assignment
annotated_rhs: yield_expr | star_expressions
augassign: '+=' | '-=' | '*=' | '@=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '**=' | '//='
return_stmt: 'return' [star_expressions]
raise_stmt: 'raise' expression ['from' expression] | 'raise'
global_stmt: 'global' ','.NAME+
nonlocal_stmt: 'nonlocal' ','.NAME+
del_stmt: 'del' del_targets &(';' | NEWLINE) | invalid_del_stmt
assert_stmt: 'assert' expression [',' expression]
import_stmt: import_name | import_from
import_name: 'import' dotted_as_names
import_from: 'from' ('.' | '...')* dotted_name 'import' import_from_targets
  | 'from' ('.' | '...')+ 'import' import_from_targets
import_from_targets: '(' import_from_as_names [','] ')' | import_from_as_names !',' | '*'
  | invalid_import_from_targets
import_from_as_names: ','.import_from_as_name+
import_from_as_name: NAME ['as' NAME]
dotted_as_names: ','.dotted_as_name+
dotted_as_name: dotted_name ['as' NAME]
dotted_name@: dotted_name '.' NAME | NAME

block*: NEWLINE INDENT statements DEDENT | simple_stmts | invalid_block
statements: statement+
decorators: ('@' named_expression NEWLINE)+
class_def: decorators class_def_raw | class_def_raw
class_def_raw: invalid_class_def_raw | 'class' NAME ['(' [arguments] ')'] ':' block
function_def: decorators function_def_raw | function_def_raw
function_def_raw: invalid_def_raw
  | 'def' NAME &&'(' [params] ')' ['->' expression] &&':' block
params: invalid_parameters | parameters
parameters: slash_no_default param_no_default* param_with_default* [star_etc]
  | slash_with_default param_with_default* [star_etc]
  | param_no_default+ param_with_default* [star_etc]
  | param_with_default+ [star_etc] | star_etc
slash_no_default: param_no_default+ '/' ',' | param_no_default+ '/' &')'
slash_with_default: param_no_default* param_with_default+ '/' ','
  | param_no_default* param_with_default+ '/' &')'
star_etc: invalid_star_etc | '*' param_no_default param_maybe_default* [kwds]
  | '*' param_no_default_star_annotation param_maybe_default* [kwds]
  | '*' ',' param_maybe_default+ [kwds] | kwds
kwds: invalid_kwds | '**' param_no_default
param_no_default: r=param ',' | r=param &')'
param_no_default_star_annotation: r=param_star_annotation ',' | r=param_star_annotation &')'
param_with_default: param default ',' | param default &')'
param_maybe_default: param [default] ',' | param [default] &')'
param: NAME [annotation] -> Other
param_star_annotation: NAME ':' star_expression
annotation: ':' expression
default: '=' expression | invalid_default

if_stmt: invalid_if_stmt | 'if' named_expression ':' block elif_stmt
  | 'if' named_expression ':' block [else_block]
elif_stmt: invalid_elif_stmt | 'elif' named_expression ':' block elif_stmt
  | 'elif' named_expression ':' block [else_block]
else_block: invalid_else_stmt | 'else' &&':' block
while_stmt: invalid_while_stmt | 'while' named_expression ':' block [else_block]
for_stmt: invalid_for_stmt
  | 'for' star_targets 'in' ~ star_expressions ':' block [else_block]
  | invalid_for_target
with_stmt: invalid_with_stmt_indent | 'with' '(' ','.with_item+ [','] ')' ':' block
  | 'with' ','.with_item+ ':' block | invalid_with_stmt
with_item: expression 'as' star_target &(',' | ')' | ':') | invalid_with_item | expression
try_stmt: invalid_try_stmt | 'try' &&':' block finally_block
  | 'try' &&':' block except_block+ [else_block] [finally_block]
except_block: invalid_except_stmt_indent | 'except' expression ['as' NAME] ':' block
  | 'except' ':' block | invalid_except_stmt
finally_block: invalid_finally_stmt | 'finally' &&':' block
match_stmt: 'match' subject_expr ':' NEWLINE INDENT 'case' | invalid_match_stmt
subject_expr: star_named_expression ',' [star_named_expressions] | named_expression

invalid_assignment: a=invalid_ann_assign_target ':' expression
    {over a a: only single target (not %n) can be annotated}
  | a=star_named_expression ',' star_named_expressions* ':' expression
    {over a a: only single target (not tuple) can be annotated}
  | a=expression ':' expression {over a a: illegal target for annotation}
  | (star_targets '=')* a=star_expressions '=' {target a a: star}
  | (star_targets '=')* a=yield_expr '=' {over a a: assignment to yield expression not possible}
  | a=star_expressions augassign (yield_expr | star_expressions)
    {over a a: '%n' is an illegal expression for augmented assignment}
invalid_ann_assign_target: list | tuple | '(' r=invalid_ann_assign_target ')'
invalid_del_stmt: 'del' a=star_expressions {target a a: del}
invalid_block: NEWLINE !INDENT {indent: expected an indented block}
invalid_import_from_targets: import_from_as_names ',' NEWLINE
    {here: trailing comma not allowed without surrounding parentheses}
invalid_class_def_raw: 'class' NAME ['(' [arguments] ')'] NEWLINE {here: expected ':'}
  | a='class' NAME ['(' [arguments] ')'] ':' NEWLINE !INDENT
    {indent a: expected an indented block after class definition on line %l}
invalid_def_raw: a='def' NAME '(' [params] ')' ['->' expression] ':' NEWLINE !INDENT
    {indent a: expected an indented block after function definition on line %l}
invalid_parameters: param_no_default* invalid_parameters_helper a=param_no_default
    {over a a: non-default argument follows default argument}
  | param_no_default* a='(' param_no_default+ [','] b=')'
    {over a b: Function parameters cannot be parenthesized}
  | a='/' ',' {over a a: at least one argument must precede /}
  | (slash_no_default | slash_with_default) param_maybe_default* a='/'
    {over a a: / may appear only once}
  | [slash_no_default | slash_with_default] param_maybe_default* '*' (',' | param_no_default)
    param_maybe_default* a='/' {over a a: / must be ahead of *}
  | param_maybe_default+ '/' a='*' {over a a: expected comma between / and *}
invalid_parameters_helper: slash_with_default | param_with_default+
invalid_star_etc: a='*' (')' | ',' (')' | '**')) {over a a: named arguments must follow bare *}
  | '*' param a='=' {over a a: var-positional argument cannot have default value}
  | '*' (param_no_default | ',') param_maybe_default* a='*' (param_no_default | ',')
    {over a a: * argument may appear only once}
invalid_kwds: '**' param a='=' {over a a: var-keyword argument cannot have default value}
  | '**' param ',' a=param {over a a: arguments cannot follow var-keyword argument}
  | '**' param ',' a=('*' | '**' | '/') {over a a: arguments cannot follow var-keyword argument}
invalid_default: a='=' &(')' | ',') {over a a: expected default value expression}
invalid_if_stmt: 'if' named_expression NEWLINE {here: expected ':'}
  | a='if' named_expression ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'if' statement on line %l}
invalid_elif_stmt: 'elif' named_expression NEWLINE {here: expected ':'}
  | a='elif' named_expression ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'elif' statement on line %l}
invalid_else_stmt: a='else' ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'else' statement on line %l}
invalid_while_stmt: 'while' named_expression NEWLINE {here: expected ':'}
  | a='while' named_expression ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'while' statement on line %l}
invalid_for_stmt: 'for' star_targets 'in' star_expressions NEWLINE {here: expected ':'}
  | a='for' star_targets 'in' star_expressions ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'for' statement on line %l}
invalid_for_target: 'for' a=star_expressions {target a a: for}
invalid_with_item: expression 'as' a=expression &(',' | ')' | ':') {target a a: star}
invalid_with_stmt: 'with' ','.with_head+ NEWLINE {here: expected ':'}
  | 'with' '(' ','.with_heads+ [','] ')' NEWLINE {here: expected ':'}
invalid_with_stmt_indent: a='with' ','.with_head+ ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'with' statement on line %l}
  | a='with' '(' ','.with_heads+ [','] ')' ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'with' statement on line %l}
with_head: expression ['as' star_target]
with_heads: expressions ['as' star_target]
invalid_try_stmt: a='try' ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'try' statement on line %l}
  | 'try' ':' block !('except' | 'finally') {here: expected 'except' or 'finally' block}
invalid_except_stmt: 'except' ['*'] a=expression ',' expressions ['as' NAME] ':'
    {onward a: multiple exception types must be parenthesized}
  | 'except' ['*'] expression ['as' NAME] NEWLINE {here: expected ':'}
  | 'except' NEWLINE {here: expected ':'}
  | 'except' '*' (NEWLINE | ':') {here: expected one or more exception types}
invalid_except_stmt_indent: a='except' expression ['as' NAME] ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'except' statement on line %l}
  | a='except' ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'except' statement on line %l}
invalid_finally_stmt: a='finally' ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'finally' statement on line %l}
invalid_match_stmt: 'match' subject_expr NEWLINE {here: expected ':'}
  | a='match' subject_expr ':' NEWLINE !INDENT
    {indent a: expected an indented block after 'match' statement on line %l}
)grammar";
}

}  // namespace normscope::notebook::syntax
