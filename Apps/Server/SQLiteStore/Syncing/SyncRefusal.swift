internal import JSON
internal import Relational
internal import Tokens

/// Why a message of a device is not looked at at all.
enum SyncRefusal {
  static func malformed(_ function: StaticString, _ why: String) -> Failure {
    Failure("22023", "\(function) was not understood: \(why)")
  }

  static func flawed(_ function: StaticString, _ flaw: JSONFlaw) -> Failure {
    Failure("22P02", "invalid input syntax for type json", details: flaw.sentence)
  }

  static func tooLarge(_ function: StaticString, _ bound: StaticString) -> Failure {
    Failure("54000", "\(function) takes \(bound)")
  }

  /// Only a person has devices.
  static func judge(_ caller: Caller, _ function: StaticString) throws(Failure) -> String {
    guard caller.role == .authenticated, let person = caller.user else {
      throw Failure("42501", "permission denied for function \(function)")
    }
    return person
  }
}

extension Failure {
  /// Whether it says something about what was sent, and not about how the server is.
  var isOfTheSender: Bool { !["08", "40", "53", "57", "58", "XX"].contains { code.hasPrefix($0) } }
}
