public import Kernel
public import Permissions

/// Turns speech at a window into text, and reads text aloud. Audio stays behind the port: what it hands out is text, which the
/// person reviews before it is sent.
public struct SpeechPort: Sendable {
  /// The state of the microphone; unavailable where speech cannot be turned into text.
  public var standing: @Sendable (WindowID) async -> PermissionStanding
  /// Shows the system's own question, and returns the person's answer.
  public var ask: @Sendable (WindowID) async throws(Problem) -> PermissionStanding
  /// Records until the person stops or pauses, and returns what was said. Hands out the text so far.
  public var listen:
    @Sendable (WindowID, _ partial: @escaping @Sendable (String) async -> Void) async throws(Problem) -> String
  /// Ends the recording; `listen` then returns.
  public var stop: @Sendable (WindowID) async -> Void
  /// Ends the recording and drops what was heard.
  public var cancel: @Sendable (WindowID) async -> Void
  /// Whether the window's front end opens the system's settings of the microphone.
  public var opensSettings: @Sendable (WindowID) async -> Bool = { _ in false }
  public var openSettings: @Sendable (WindowID) async -> Void = { _ in }
  /// Reports the windows whose front ends read aloud, now and at each change.
  public var readers: @Sendable () -> AsyncStream<Heard<Set<WindowID>>> = { AsyncStream { nil } }
  /// Reads a text aloud, in place of what is being read; nil ends the reading.
  public var read: @Sendable (WindowID, String?) async -> Void = { _, _ in }

  public init(
    standing: @escaping @Sendable (WindowID) async -> PermissionStanding,
    ask: @escaping @Sendable (WindowID) async throws(Problem) -> PermissionStanding,
    listen:
      @escaping @Sendable (WindowID, _ partial: @escaping @Sendable (String) async -> Void) async throws(Problem) ->
      String,
    stop: @escaping @Sendable (WindowID) async -> Void, cancel: @escaping @Sendable (WindowID) async -> Void
  ) {
    self.standing = standing
    self.ask = ask
    self.listen = listen
    self.stop = stop
    self.cancel = cancel
  }

  /// A window without speech: the microphone is unavailable.
  public static let none = SpeechPort(
    standing: { _ in .unavailable }, ask: { _ throws(Problem) in .unavailable },
    listen: { _, _ throws(Problem) in throw .noSpeech }, stop: { _ in }, cancel: { _ in })

  /// Carries out what a dictation requests. Returns the action that answers it; `report` gets those that come before.
  public func carryOut(
    _ request: Dictation.Request, in window: WindowID,
    report: @escaping @Sendable (Dictation.Action) async -> Void
  ) async -> Dictation.Action? {
    switch request {
    case .check: return .heardStanding(await standing(window), opensSettings: await opensSettings(window))
    case .ask: do throws(Problem) { return .heardStanding(try await ask(window)) } catch { return .failed(error) }
    case .listen:
      do throws(Problem) {
        return .heard(try await listen(window) { await report(.partial($0)) })
      } catch { return .failed(error) }
    case .stop: await stop(window)
    case .cancel: await cancel(window)
    case .openSettings: await openSettings(window)
    }
    return nil
  }
}

extension Problem {
  static let noSpeech = Problem(
    "speech-unavailable", "Speech cannot be turned into text here.", safe: "What you wrote is still here.",
    remedy: "Write instead.")
}
