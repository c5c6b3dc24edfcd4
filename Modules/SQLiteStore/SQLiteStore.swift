internal import CSQLite
internal import Relational
