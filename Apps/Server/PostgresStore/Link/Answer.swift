internal import CPostgres
internal import JSON
internal import Relational

/// What PostgreSQL answered to one statement.
final class Answer {
  private let result: OpaquePointer?

  init(_ result: OpaquePointer?) { self.result = result }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var isFine: Bool { status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK }

  var count: Int { Int(PQntuples(result)) }
  var columns: Int { Int(PQnfields(result)) }
  /// How many rows a statement wrote.
  var written: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// What was done, as `COMMIT`.
  var tag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  func type(of column: Int) -> Oid { PQftype(result, Int32(column)) }

  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

  /// The bytes of one value; nil for null, and where there is none.
  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard row < count, column < columns, !isNull(row, column), let start = PQgetvalue(result, Int32(row), Int32(column))
    else { return nil }
    let length = Int(PQgetlength(result, Int32(row), Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  func text(_ row: Int, _ column: Int) -> String? { bytes(row, column).map { String(decoding: $0, as: UTF8.self) } }

  func int(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

  /// Why it was refused, in PostgreSQL's own words.
  var failure: Failure {
    if field("C") == "PGRST", let said = field("M").flatMap({ try? JSON(bytes: Array($0.utf8)) }),
      let code = said["code"]?.string, let message = said["message"]?.string
    {
      // As functions say to PostgREST what has a code of its own.
      return Failure(code, message, details: said["details"]?.string, hint: said["hint"]?.string)
    }
    return Failure(
      field("C") ?? "XX000", field("M") ?? "The database did not say why.", details: field("D"), hint: field("H"))
  }

  private func field(_ code: Unicode.Scalar) -> String? {
    PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
  }
}
