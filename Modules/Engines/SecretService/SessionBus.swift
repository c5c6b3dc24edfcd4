internal import CSystemd
internal import Glibc
internal import Kernel

/// The timeouts of a connection.
struct Patience: Sendable {
  /// For a program's answer. The first one may have to be started.
  var call = Duration.seconds(15)
  /// For a person's answer to a prompt.
  var person = Duration.seconds(120)
}

/// One connection to the session bus, for use on one thread. Every wait on it is bounded.
final class SessionBus {
  private let bus: OpaquePointer
  let patience: Patience

  init(_ address: BusAddress, _ patience: Patience) throws(Problem) {
    guard systemd_is_available() else {
      throw .noBus("The session bus is asked by way of libsystemd, which is not there")
    }
    var made: OpaquePointer?
    guard sd_bus_new(&made) >= 0, let made else { throw .noBus("There is not enough memory for the session bus") }
    // From here on `deinit` closes it, even when this initialiser throws.
    bus = made
    self.patience = patience
    guard
      sd_bus_set_address(bus, address.text) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
      sd_bus_set_method_call_timeout(bus, patience.call.microseconds) >= 0, sd_bus_start(bus) >= 0
    else { throw .noBus("The session bus cannot be reached") }
    // Done here because the first call would wait for a silent socket as long as the library likes.
    let isReady: Bool
    do {
      isReady = try wait(patience.call) { _ in sd_bus_is_ready(made) > 0 }
    } catch {
      throw .noBus("The session bus cannot be reached")
    }
    guard isReady else { throw .noBus("The session bus does not answer") }
  }

  deinit { sd_bus_close_unref(bus) }

  /// Calls a method and waits for the reply.
  func call(
    _ object: Object, _ member: String, isSecret: Bool = false,
    _ write: (DBusMessage) throws(Problem) -> Void = { _ in }
  ) throws(Problem) -> DBusMessage {
    var made: OpaquePointer?
    let code = sd_bus_message_new_method_call(bus, &made, object.service, object.path, object.interface, member)
    guard code >= 0, let made else { throw failure(code) }
    let question = DBusMessage(made)
    if isSecret { question.isSecret() }
    try write(question)

    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    let answered = sd_bus_call(bus, question.pointer, 0, &error, &answer)
    guard answered >= 0, let answer else {
      guard let name = error.name else { throw failure(answered) }
      throw .refused(String(cString: name))
    }
    let message = DBusMessage(answer)
    if isSecret { message.isSecret() }
    return message
  }

  /// Subscribes to matching signals; `wait` passes them on.
  func listen(_ rule: String) throws(Problem) {
    _ = try call(Object.bus, "AddMatch") { message throws(Problem) in try message.put(rule) }
  }

  /// Waits until `isDone` returns true; returns false on timeout. Passes every message that is not a reply, and nil in
  /// between.
  func wait(
    _ time: Duration, _ isDone: (DBusMessage?) throws(Problem) -> Bool
  ) throws(Problem) -> Bool {
    let end = ContinuousClock.now + time
    while true {
      var came: OpaquePointer?
      let code = sd_bus_process(bus, &came)
      guard code >= 0 else { throw failure(code) }
      if try isDone(came.map(DBusMessage.init)) { return true }
      let left = end - .now
      guard left > .zero else { return false }
      if code == 0 {
        let waited = sd_bus_wait(bus, left.microseconds)
        guard waited >= 0 || waited == -EINTR else { throw failure(waited) }
      }
    }
  }

  private func failure(_ code: CInt) -> Problem {
    switch -code {
    case ETIMEDOUT: .keyringSilent
    case ECONNRESET, ENOTCONN, EPIPE, ESHUTDOWN, ECONNABORTED: .keyringGone
    default: .keyringAnswer
    }
  }
}

/// An interface of a service's object.
struct Object {
  var service = "org.freedesktop.secrets"
  var path: String
  var interface: String

  static let bus = Object(
    service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}

extension Duration {
  /// At least one, since zero means no limit to the library.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(1, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }
}
