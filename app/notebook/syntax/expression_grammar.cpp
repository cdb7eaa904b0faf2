// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/error_grammar.hpp"

namespace normscope::notebook::syntax {

std::string_view expression_grammar() {
  return R"grammar(
fstring: star_expressions
expressions: expression (',' expression)+ [','] -> Tuple | expression ',' -> Tuple | expression
expression*: invalid_expression | invalid_legacy_expression
  | disjunction 'if' disjunction 'else' expression -> Conditional | disjunction | lambdef
expression_without_invalid: disjunction 'if' disjunction 'else' expression -> Conditional
  | disjunction | lambdef
yield_expr: 'yield' 'from' expression -> Yield | 'yield' [star_expressions] -> Yield
star_expressions: star_expression (',' star_expression)+ [','] -> Tuple
  | star_expression ',' -> Tuple | star_expression
star_expression*: '*' bitwise_or -> Starred | expression
star_named_expressions: ','.star_named_expression+ [',']
star_named_expression: '*' bitwise_or -> Starred | named_expression
assignment_expression: NAME ':=' ~ expression -> Named
named_expression: assignment_expression | invalid_named_expression | r=expression !':='
disjunction*: conjunction ('or' conjunction)+ -> Operation | conjunction
conjunction*: inversion ('and' inversion)+ -> Operation | inversion
inversion*: 'not' inversion -> Operation | comparison
comparison: bitwise_or compare_pair+ -> Compare | bitwise_or
compare_pair: '==' bitwise_or | '!=' bitwise_or | '<=' bitwise_or | '<' bitwise_or | '>=' bitwise_or
  | '>' bitwise_or | 'not' 'in' bitwise_or | 'in' bitwise_or | 'is' 'not' bitwise_or | 'is' bitwise_or
bitwise_or@: bitwise_or '|' bitwise_xor -> Operation | bitwise_xor
bitwise_xor@: bitwise_xor '^' bitwise_and -> Operation | bitwise_and
bitwise_and@: bitwise_and '&' shift_expr -> Operation | shift_expr
shift_expr@: shift_expr '<<' sum -> Operation | shift_expr '>>' sum -> Operation | sum
sum@: sum '+' term -> Operation | sum '-' term -> Operation | term
term@: term '*' factor -> Operation | term '/' factor -> Operation | term '//' factor -> Operation
  | term '%' factor -> Operation | term '@' factor -> Operation | factor
factor*: '+' factor -> Operation | '-' factor -> Operation | '~' factor -> Operation | power
power: primary '**' factor -> Operation | primary
primary@: primary '.' NAME -> Attribute | primary genexp -> Call
  | primary '(' [arguments] ')' -> Call | primary '[' slices ']' -> Subscript | atom
slices: slice !',' | ','.(slice | starred_expression)+ [','] -> Tuple
slice: [expression] ':' [expression] [':' [expression]] | named_expression
atom: NAME -> Name | 'True' -> True | 'False' -> False | 'None' -> None | &STRING strings
  | NUMBER -> Literal | &'(' (tuple | group | genexp) | &'[' (list | listcomp)
  | &'{' (dict | set | dictcomp | setcomp) | '...' -> Ellipsis
group: '(' r=(yield_expr | named_expression) ')' | invalid_group
strings*: STRING+ -> Strings
list: '[' [star_named_expressions] ']' -> List
tuple: '(' [star_named_expression ',' [star_named_expressions]] ')' -> Tuple
set: '{' star_named_expressions '}' -> Set
dict: '{' [double_starred_kvpairs] '}' -> Dict | '{' invalid_double_starred_kvpairs '}'
double_starred_kvpairs: ','.double_starred_kvpair+ [',']
double_starred_kvpair: '**' bitwise_or | kvpair
kvpair: expression ':' expression
for_if_clauses: for_if_clause+
for_if_clause: 'for' star_targets 'in' ~ disjunction ('if' disjunction)* | invalid_for_target
listcomp: '[' named_expression for_if_clauses ']' -> ListComp | invalid_comprehension
setcomp: '{' named_expression for_if_clauses '}' -> SetComp | invalid_comprehension
genexp: '(' (assignment_expression | expression !':=') for_if_clauses ')' -> Generator
  | invalid_comprehension
dictcomp: '{' kvpair for_if_clauses '}' -> DictComp | invalid_dict_comprehension

arguments*: args [','] &')' | invalid_arguments
args: ','.(starred_expression | (assignment_expression | expression !':=') !'=')+ [',' kwargs]
  | kwargs
kwargs: ','.kwarg_or_starred+ ',' ','.kwarg_or_double_starred+ | ','.kwarg_or_starred+
  | ','.kwarg_or_double_starred+
starred_expression: '*' expression -> Starred
kwarg_or_starred: invalid_kwarg | NAME '=' expression -> Keyword | starred_expression
kwarg_or_double_starred: invalid_kwarg | NAME '=' expression -> Keyword
  | '**' expression -> Unpacking

lambdef: 'lambda' [lambda_params] ':' expression -> Lambda
lambda_params: invalid_lambda_parameters | lambda_parameters
lambda_parameters: lambda_slash_no_default lambda_no_default* lambda_with_default* [lambda_star_etc]
  | lambda_slash_with_default lambda_with_default* [lambda_star_etc]
  | lambda_no_default+ lambda_with_default* [lambda_star_etc]
  | lambda_with_default+ [lambda_star_etc] | lambda_star_etc
lambda_slash_no_default: lambda_no_default+ '/' ',' | lambda_no_default+ '/' &':'
lambda_slash_with_default: lambda_no_default* lambda_with_default+ '/' ','
  | lambda_no_default* lambda_with_default+ '/' &':'
lambda_star_etc: invalid_lambda_star_etc | '*' lambda_no_default lambda_maybe_default* [lambda_kwds]
  | '*' ',' lambda_maybe_default+ [lambda_kwds] | lambda_kwds
lambda_kwds: invalid_lambda_kwds | '**' lambda_no_default
lambda_no_default: r=lambda_param ',' | r=lambda_param &':'
lambda_with_default: lambda_param default ',' | lambda_param default &':'
lambda_maybe_default: lambda_param [default] ',' | lambda_param [default] &':'
lambda_param: NAME -> Other

star_targets: r=star_target !',' | star_target (',' star_target)* [','] -> Tuple
star_targets_list_seq: ','.star_target+ [',']
star_targets_tuple_seq: star_target (',' star_target)+ [','] | star_target ','
star_target*: '*' (!'*' star_target) -> Starred | target_with_star_atom
target_with_star_atom*: t_primary '.' NAME !t_lookahead -> Attribute
  | t_primary '[' slices ']' !t_lookahead -> Subscript | star_atom
star_atom: NAME -> Name | '(' r=target_with_star_atom ')' | '(' [star_targets_tuple_seq] ')' -> Tuple
  | '[' [star_targets_list_seq] ']' -> List
single_target: single_subscript_attribute_target | NAME -> Name | '(' r=single_target ')'
single_subscript_attribute_target: t_primary '.' NAME !t_lookahead -> Attribute
  | t_primary '[' slices ']' !t_lookahead -> Subscript
t_primary@: t_primary '.' NAME &t_lookahead -> Attribute
  | t_primary '[' slices ']' &t_lookahead -> Subscript | t_primary genexp &t_lookahead -> Call
  | t_primary '(' [arguments] ')' &t_lookahead -> Call | r=atom &t_lookahead
t_lookahead: '(' | '[' | '.'
del_targets: ','.del_target+ [',']
del_target*: t_primary '.' NAME !t_lookahead -> Attribute
  | t_primary '[' slices ']' !t_lookahead -> Subscript | del_t_atom
del_t_atom: NAME -> Name | '(' r=del_target ')' | '(' [del_targets] ')' -> Tuple
  | '[' [del_targets] ']' -> List

invalid_arguments:
    a=args ',' '*'
    {over a a: iterable argument unpacking follows keyword argument unpacking}
  | a=expression b=for_if_clauses ',' [args | expression for_if_clauses]
    {clauses a b: Generator expression must be parenthesized}
  | a=NAME b='=' expression for_if_clauses
    {over a b: invalid syntax. Maybe you meant '==' or ':=' instead of '='?}
  | a=args b=for_if_clauses {generator a b: Generator expression must be parenthesized}
  | args ',' a=expression b=for_if_clauses {last a b: Generator expression must be parenthesized}
  | a=args ',' args {order a: positional argument follows keyword argument}
invalid_kwarg: a=('True' | 'False' | 'None') b='=' {over a b: cannot assign to %t}
  | a=NAME b='=' expression for_if_clauses
    {over a b: invalid syntax. Maybe you meant '==' or ':=' instead of '='?}
  | !(NAME '=') a=expression b='='
    {over a b: expression cannot contain assignment, perhaps you meant "=="?}
invalid_legacy_expression: a=NAME !'(' b=star_expressions
    {legacy a b: Missing parentheses in call to '%t'. Did you mean %t(...)?}
invalid_expression: !(NAME STRING | SOFT_KEYWORD) a=disjunction b=expression_without_invalid
    {comma a b: invalid syntax. Perhaps you forgot a comma?}
  | a=disjunction 'if' b=disjunction !('else' | ':')
    {over a b: expected 'else' after 'if' expression}
invalid_named_expression*: a=expression ':=' expression
    {over a a: cannot use assignment expressions with %n}
  | a=NAME '=' b=bitwise_or !('=' | ':=')
    {over a b: invalid syntax. Maybe you meant '==' or ':=' instead of '='?}
  | !(list | tuple | genexp | 'True' | 'None' | 'False') a=bitwise_or '=' bitwise_or !('=' | ':=')
    {over a a: cannot assign to %n here. Maybe you meant '==' instead of '='?}
invalid_comprehension: ('[' | '(' | '{') a=starred_expression for_if_clauses
    {over a a: iterable unpacking cannot be used in comprehension}
  | ('[' | '{') a=star_named_expression ',' b=star_named_expressions for_if_clauses
    {elements a b: did you forget parentheses around the comprehension target?}
  | ('[' | '{') a=star_named_expression b=',' for_if_clauses
    {over a b: did you forget parentheses around the comprehension target?}
invalid_dict_comprehension: '{' a='**' bitwise_or for_if_clauses '}'
    {over a a: dict unpacking cannot be used in dict comprehension}
invalid_group: '(' a=starred_expression ')' {over a a: cannot use starred expression here}
  | '(' a='**' expression ')' {over a a: cannot use double starred expression here}
invalid_double_starred_kvpairs: ','.double_starred_kvpair+ ',' invalid_kvpair
  | expression ':' a='*' bitwise_or {onward a: cannot use a starred expression in a dictionary value}
  | expression a=':' &('}' | ',') {over a a: expression expected after dictionary key and ':'}
invalid_kvpair: a=expression !':' {key a: ':' expected after dictionary key}
  | expression ':' a='*' bitwise_or {onward a: cannot use a starred expression in a dictionary value}
  | expression a=':' &('}' | ',') {over a a: expression expected after dictionary key and ':'}
invalid_lambda_parameters: lambda_no_default* invalid_lambda_parameters_helper a=lambda_no_default
    {over a a: non-default argument follows default argument}
  | lambda_no_default* a='(' ','.lambda_param+ [','] b=')'
    {over a b: Lambda expression parameters cannot be parenthesized}
  | a='/' ',' {over a a: at least one argument must precede /}
  | (lambda_slash_no_default | lambda_slash_with_default) lambda_maybe_default* a='/'
    {over a a: / may appear only once}
  | [lambda_slash_no_default | lambda_slash_with_default] lambda_maybe_default* '*'
    (',' | lambda_no_default) lambda_maybe_default* a='/' {over a a: / must be ahead of *}
  | lambda_maybe_default+ '/' a='*' {over a a: expected comma between / and *}
invalid_lambda_parameters_helper: lambda_slash_with_default | lambda_with_default+
invalid_lambda_star_etc: '*' (':' | ',' (':' | '**')) {here: named arguments must follow bare *}
  | '*' lambda_param a='=' {over a a: var-positional argument cannot have default value}
  | '*' (lambda_no_default | ',') lambda_maybe_default* a='*' (lambda_no_default | ',')
    {over a a: * argument may appear only once}
invalid_lambda_kwds: '**' lambda_param a='='
    {over a a: var-keyword argument cannot have default value}
  | '**' lambda_param ',' a=lambda_param
    {over a a: arguments cannot follow var-keyword argument}
  | '**' lambda_param ',' a=('*' | '**' | '/')
    {over a a: arguments cannot follow var-keyword argument}
)grammar";
}

}  // namespace normscope::notebook::syntax
