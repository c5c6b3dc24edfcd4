internal import JSON
internal import Relational
internal import Tokens

/// Reasons for refusing a whole sync message.
enum SyncRefusal {
  static func malformed(_ function: StaticString, _ why: String) -> Failure {
    Failure("22023", "\(function) was not understood: \(why)")
  }

  static func flawed(_ function: StaticString, _ flaw: JSONFlaw) -> Failure {
    Failure("22P02", "invalid input syntax for type json", details: flaw.sentence)
  }

  static func tooLarge(_ function: StaticString, _ bound: String) -> Failure {
    Failure("54000", "\(function) takes \(bound)")
  }

  /// Returns the caller's user; only users have devices.
  static func judge(_ caller: Caller, _ function: StaticString) throws(Failure) -> String {
    guard caller.role == .authenticated, let person = caller.user else {
      throw Failure("42501", "permission denied for function \(function)")
    }
    return person
  }
}

extension Failure {
  /// Whether the error concerns the request and not the state of the server.
  var isOfTheSender: Bool { !["08", "40", "53", "57", "58", "XX"].contains { code.hasPrefix($0) } }
}
