import CSystemd
import Dispatch
import Foundation
import Kernel
import Testing

@testable import SecretService

/// A scripted keyring with one key, which answers some calls incorrectly. It ends with its bus.
final class FakeKeyring: Sendable {
  enum Answer: Sendable {
    case says(@Sendable (DBusMessage) throws(Problem) -> Void)
    case refuses(String)
    /// Never answers.
    case ignores
    /// Ends instead of answering.
    case ends
    /// Answers, then ends.
    case accepts
    /// Answers, then reports the user's reply: true means dismissed, nil is malformed.
    case completes(isDismissed: Bool?)
  }

  static let key = [UInt8](0..<32)

  private let asked = Locked<[String]>([])
  /// The members called so far.
  var questions: [String] { asked.withLock { $0 } }

  init(on desktop: Desktop, _ answers: [String: Answer] = [:]) throws {
    let bus = Handed(try desktop.connect())
    _ = try bus.value.call(Object.bus, "RequestName") { message throws(Problem) in
      try message.put("org.freedesktop.secrets")
      let code = withUnsafeBytes(of: UInt32(0)) {
        sd_bus_message_append_basic(message.pointer, CChar(SD_BUS_TYPE_UINT32), $0.baseAddress)
      }
      #expect(code >= 0)
    }
    let asked = asked
    let queue = DispatchQueue(label: "FakeKeyring")
    queue.async {
      // Until a call ends it, or its bus is closed.
      _ = try? bus.take()?.wait(.seconds(600)) { question in
        guard let question, let member = question.member, question.isCall else { return false }
        let answer = answers[member] ?? FakeKeyring.honest(question, member)
        let isOver = FakeKeyring.give(answer, to: question)
        asked.withLock { $0.append(member) }
        return isOver
      }
    }
  }

  static func secret(_ bytes: [UInt8], session: String = "/s", parameters: [UInt8] = []) -> Answer {
    .says { message throws(Problem) in
      try message.put(DBusType.structure, "oayays") { () throws(Problem) in
        try message.put(session, as: DBusType.path)
        try message.put(parameters)
        try message.put(bytes)
        try message.put("text/plain")
      }
    }
  }

  static func items(_ unlocked: [String], _ locked: [String] = []) -> Answer {
    .says { message throws(Problem) in
      try message.put(paths: unlocked)
      try message.put(paths: locked)
    }
  }

  static func isLocked(_ isLocked: Bool) -> Answer {
    .says { message throws(Problem) in
      try message.put(DBusType.variant, "b") { () throws(Problem) in try message.put(isLocked) }
    }
  }

  /// One answer to the first call, and another to all later ones.
  static func first(_ first: Answer, then: Answer) -> Answer {
    guard case .says(let early) = first, case .says(let late) = then else { return then }
    let isLater = Locked(false)
    return .says { message throws(Problem) in
      let wasAsked = isLater.withLock { isLater in
        defer { isLater = true }
        return isLater
      }
      try wasAsked ? late(message) : early(message)
    }
  }

  static func path(_ path: String) -> Answer {
    .says { message throws(Problem) in try message.put(path, as: DBusType.path) }
  }

  /// The answer of a well-behaved keyring with one unlocked item.
  private static func honest(_ question: DBusMessage, _ member: String) -> Answer {
    switch member {
    case "OpenSession":
      .says { message throws(Problem) in
        try message.put(DBusType.variant, "s") { () throws(Problem) in try message.put("") }
        try message.put("/s", as: DBusType.path)
      }
    case "SearchItems": items(["/i"])
    case "ReadAlias": path(question.text == "default" ? "/c" : "/")
    case "Get": isLocked(false)
    case "Unlock":
      .says { message throws(Problem) in
        try message.put(paths: [])
        try message.put("/p", as: DBusType.path)
      }
    case "GetSecret": secret(key)
    case "CreateItem":
      .says { message throws(Problem) in
        try message.put("/i", as: DBusType.path)
        try message.put("/", as: DBusType.path)
      }
    case "Prompt": .completes(isDismissed: false)
    default: .says { _ in }
    }
  }

  /// Returns whether the keyring ends.
  private static func give(_ answer: Answer, to question: DBusMessage) -> Bool {
    var made: OpaquePointer?
    switch answer {
    case .ends: return true
    case .ignores: return false
    case .accepts:
      sd_bus_message_new_method_return(question.pointer, &made)
      send(made)
      return true
    case .refuses(let name):
      var error = sd_bus_error()
      sd_bus_error_set(&error, name, "words that are nobody's business")
      var reply: OpaquePointer?
      sd_bus_message_new_method_error(question.pointer, &reply, &error)
      sd_bus_error_free(&error)
      send(reply)
    case .says(let write):
      sd_bus_message_new_method_return(question.pointer, &made)
      if let made { try? write(DBusMessage(sd_bus_message_ref(made))) }
      send(made)
    case .completes(let isDismissed):
      sd_bus_message_new_method_return(question.pointer, &made)
      send(made)
      var signal: OpaquePointer?
      sd_bus_message_new_signal(
        sd_bus_message_get_bus(question.pointer), &signal, question.object, "org.freedesktop.Secret.Prompt", "Completed"
      )
      if let signal {
        let message = DBusMessage(sd_bus_message_ref(signal))
        if let isDismissed { try? message.put(isDismissed) }
        try? message.put(DBusType.variant, "s") { () throws(Problem) in try message.put("") }
      }
      send(signal)
    }
    return false
  }

  private static func send(_ message: OpaquePointer?) {
    sd_bus_send(nil, message, nil)
    sd_bus_message_unref(message)
  }
}

extension DBusMessage {
  fileprivate var member: String? { sd_bus_message_get_member(pointer).map { String(cString: $0) } }
  fileprivate var isCall: Bool { sd_bus_message_is_method_call(pointer, nil, nil) > 0 }
  fileprivate var text: String? {
    var found: UnsafePointer<CChar>?
    sd_bus_message_read_basic(pointer, DBusType.string, &found)
    return found.map { String(cString: $0) }
  }
}

/// A connection handed to another thread, which is its only user from then on.
private final class Handed: @unchecked Sendable {
  private var held: SessionBus?
  var value: SessionBus { held! }
  init(_ bus: SessionBus) { held = bus }
  func take() -> SessionBus? {
    defer { held = nil }
    return held
  }
}
