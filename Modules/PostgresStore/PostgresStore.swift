internal import CPostgres
internal import Relational
