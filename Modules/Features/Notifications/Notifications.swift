public import Kernel
internal import Notices
internal import Permissions
internal import Platform

/// A person's notifications, for all of that person's windows: what is planned, what was sent, and why.
public actor Notifications: Feature {
  public let core: Core<NotificationsState>
  public nonisolated let states: Current<NotificationsState>
  public nonisolated let events: Broadcast<NotificationsEvent>
  private let needs: NotificationsNeeds
  private let context: FeatureContext
  private let log: Log

  public init(_ kinds: [NotificationKind], on context: FeatureContext, needs: NotificationsNeeds) {
    let permissions = needs.port.permissions
    let core = Core(
      NotificationsState(
        kinds, asksSystem: permissions != nil, offersQuiet: permissions?.askQuietly != nil,
        hasPush: needs.port.push != nil), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Notifications")
  }

  public func perform(_ effect: NotificationsEffect) async -> NotificationsAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        let (entries, memory) = try await needs.load()
        return .loaded(entries, memory, since: await needs.installed(memory != nil))
      } catch {
        return .notLoaded(failed(error))
      }
    case .save(let entries): return await save(entries)
    case .send(let entry, let delivery):
      let answer = await save([entry])
      guard case .saved = answer else { return answer }
      send(answer)
      return .delivered(entry.name, await needs.port.deliver(delivery))
    case .forget(let date):
      do throws(Problem) { try await needs.forget(date) } catch { _ = failed(error) }
    case .remember(let memory):
      do throws(Problem) { try await needs.remember(memory) } catch { _ = failed(error) }
    case .withdraw(let names): await needs.port.withdraw(names)
    case .permission(let request): return await carryOut(request)
    case .badge(let count):
      await needs.port.badge(count)
      await needs.port.push?.badge(count)
    case .setUp(let channels): await needs.port.push?.setUp(channels)
    case .listen, .listenToDevice, .wake: break
    }
    return nil
  }

  private func save(_ entries: [NotificationEntry]) async -> NotificationsAction {
    do throws(Problem) {
      try await needs.save(entries)
      return .saved(entries)
    } catch {
      return .notSaved(entries, failed(error))
    }
  }

  private func carryOut(_ request: PermissionPriming.Request) async -> NotificationsAction? {
    guard let port = needs.port.permissions else { return nil }
    do throws(Problem) {
      switch request {
      case .check: return .permission(.heard(try await port.standing(NotificationsState.permission.id)))
      case .ask: return .permission(.heard(try await port.ask(NotificationsState.permission.id)))
      case .askQuietly:
        guard let ask = port.askQuietly else { return nil }
        return .permission(.heard(try await ask(NotificationsState.permission.id)))
      case .openSettings:
        try await port.openSettings(NotificationsState.permission.id)
        return nil
      }
    } catch {
      return .permission(.failed(failed(error)))
    }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.warning("An operation of the notifications failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: NotificationsEffect) -> any Following<NotificationsAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .listenToDevice:
      return (needs.port.push?.doNotDisturb() ?? AsyncStream { nil }).map { Heard(NotificationsAction.silenced($0)) }
    case .wake(let date): return context.time.alarm(at: date).map { $0.map { _ in .woke } }
    default: return AsyncStream { nil }
    }
  }
}
