public import Kernel

/// The dependencies of linking: the server of the person's account.
public struct WhatsAppNeeds: Sendable {
  public var look: @Sendable () async throws(Problem) -> WhatsAppService
  /// Has a code sent to a number.
  public var ask: @Sendable (WhatsAppNumber) async throws(Problem) -> Void
  /// Returns the number to which the code was sent.
  public var confirm: @Sendable (_ code: String) async throws(Problem) -> WhatsAppNumber
  public var unlink: @Sendable () async throws(Problem) -> Void
  /// Allows messages again to a person who had answered STOP.
  public var resume: @Sendable () async throws(Problem) -> Void
  /// Has the coach write, unless it has written within the rhythm's pause. The notice is what it writes about; each is
  /// written about once.
  public var write: @Sendable (_ notice: String, WhatsAppRhythm) async throws(Problem) -> Void

  public init(
    look: @escaping @Sendable () async throws(Problem) -> WhatsAppService,
    ask: @escaping @Sendable (WhatsAppNumber) async throws(Problem) -> Void,
    confirm: @escaping @Sendable (_ code: String) async throws(Problem) -> WhatsAppNumber,
    unlink: @escaping @Sendable () async throws(Problem) -> Void,
    resume: @escaping @Sendable () async throws(Problem) -> Void,
    write: @escaping @Sendable (_ notice: String, WhatsAppRhythm) async throws(Problem) -> Void
  ) {
    self.look = look
    self.ask = ask
    self.confirm = confirm
    self.unlink = unlink
    self.resume = resume
    self.write = write
  }
}
