# Opens a database file of the person.
# expected: OperationalError
import sqlite3

sqlite3.connect(FOLDER + "/secret").execute("create table a (b)")
