public import Kernel

/// A person's settings, for all of that person's windows.
public actor Settings: Feature {
  public let core: Core<SettingsState>
  public nonisolated let states: Current<SettingsState>
  public nonisolated let events: Broadcast<SettingsEvent>
  private let needs: SettingsNeeds
  private let log: Log

  public init(_ plan: SettingsPlan, on context: FeatureContext, needs: SettingsNeeds) {
    let core = Core(SettingsState(plan), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Settings")
  }

  public func perform(_ effect: SettingsEffect) async -> SettingsAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        return .loaded(try await needs.load())
      } catch {
        log.warning("The settings could not be loaded (\(code: error)); defaults are used.")
        return .notLoaded(error)
      }
    case .save(let key, let value, let number):
      do throws(Problem) {
        let order = try await needs.save(key, value)
        return .saved(key, number: number, order: order)
      } catch {
        log.warning("A setting could not be saved (\(code: error)).")
        return .notSaved(key, number: number, error)
      }
    case .listen: return nil
    }
  }

  public func follow(_ effect: SettingsEffect) -> any Following<SettingsAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { change in change.map({ .heard($0) }, missed: { _ in .lostTrack }) }
  }
}
