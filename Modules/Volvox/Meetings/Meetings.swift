internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// A person's list of meetings, for all of that person's windows.
public actor Meetings: Feature {
  public let core: Core<MeetingsState>
  public nonisolated let states: Current<MeetingsState>
  public nonisolated let events: Broadcast<MeetingsEvent>
  private let needs: MeetingsNeeds
  private let time: Time
  private let log: Log

  public init(on context: FeatureContext, needs: MeetingsNeeds) {
    let core = Core(MeetingsState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("Meetings")
  }

  /// Failures are logged by code alone: neither a path nor the name of a meeting reaches a log.
  public func perform(_ effect: MeetingsEffect) async -> MeetingsAction? {
    do throws(Problem) {
      switch effect {
      case .read: return .read(try await needs.read())
      case .open(let path): return .opened(try await Meetings.feed(at: path, needs.bytes).get())
      case .replace(let feed, let file, let at): return .replaced(try await needs.replace(feed, file, at))
      case .star(let id, let isStarred, _):
        guard let meeting = try await needs.star(id, isStarred) else { throw .gone }
        return .starred(meeting)
      case .awaitChange: return nil
      }
    } catch {
      log.warning("A request about the list of meetings failed (\(code: error)).")
      switch effect {
      case .read: return .notRead(error)
      case .open: return .notOpened(error)
      case .replace: return .notReplaced(error)
      case .star(_, _, let window): return .notStarred(error, in: window)
      case .awaitChange: return nil
      }
    }
  }

  /// Reads a file off the actor, since a large one takes a while.
  @concurrent private static func feed(
    at path: String, _ bytes: @Sendable (String) throws(Problem) -> [UInt8]
  ) async -> Result<MeetingFeed, Problem> {
    do throws(Problem) { return .success(try MeetingFeed(bytes(path))) } catch { return .failure(error) }
  }

  public func follow(_ effect: MeetingsEffect) -> any Following<MeetingsAction> {
    guard case .awaitChange(let date) = effect else { return AsyncStream { nil } }
    return time.alarm(at: date).map { ring in ring.map { _ in .turned } }
  }
}

extension Problem {
  fileprivate static let gone = Problem(
    "meeting-gone", "This meeting is not in the list any more.", safe: "The rest of the list is unchanged.",
    remedy: "Search the list for it.")
}
