internal import CPostgres
internal import JSON
internal import Relational

/// The result of one statement.
final class StatementResult {
  private let result: OpaquePointer?

  init(_ result: OpaquePointer?) { self.result = result }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var isFine: Bool { status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK }

  var count: Int { Int(PQntuples(result)) }
  var columns: Int { Int(PQnfields(result)) }
  /// The number of written rows.
  var written: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// The command tag, such as `COMMIT`.
  var tag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  func type(of column: Int) -> Oid { PQftype(result, Int32(column)) }

  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

  /// Returns the bytes of a value; nil for null or a missing one.
  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard row < count, column < columns, !isNull(row, column), let start = PQgetvalue(result, Int32(row), Int32(column))
    else { return nil }
    let length = Int(PQgetlength(result, Int32(row), Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  func text(_ row: Int, _ column: Int) -> String? { bytes(row, column).map { String(decoding: $0, as: UTF8.self) } }

  func int(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

  /// The error, in PostgreSQL's own words.
  var failure: Failure {
    if field("C") == "PGRST", let said = field("M").flatMap({ try? JSON(bytes: Array($0.utf8)) }),
      let code = said["code"]?.string, let message = said["message"]?.string
    {
      // Functions report errors with a code of their own to PostgREST this way.
      return Failure(code, message, details: said["details"]?.string, hint: said["hint"]?.string)
    }
    return Failure(
      field("C") ?? "XX000", field("M") ?? "The database did not say why.", details: field("D"), hint: field("H"))
  }

  private func field(_ code: Unicode.Scalar) -> String? {
    PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
  }
}
