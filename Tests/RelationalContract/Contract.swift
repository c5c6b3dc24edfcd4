internal import Relational
