public import Kernel
public import Permissions

/// The sheets that explain a permission before the device asks for it, for all windows of a person.
public actor PermissionSheets: Feature {
  public let core: Core<PermissionSheetsState>
  public nonisolated let states: Current<PermissionSheetsState>
  public nonisolated let events: Broadcast<PermissionSheetsEvent>
  private let port: PermissionPort

  public init(_ permissions: [Permission], on context: FeatureContext, port: PermissionPort) {
    core = Core(PermissionSheetsState(permissions), on: context)
    states = core.states
    events = core.events
    self.port = port
  }

  public func perform(_ effect: PermissionSheetsEffect) async -> PermissionSheetsAction? {
    switch effect {
    case .check(let id, let window, let isNeeded):
      do throws(Problem) {
        return .checked(id, try await port.standing(id), in: window, isNeeded: isNeeded)
      } catch {
        return .failed(id, error, in: window)
      }
    case .ask(let id, let window):
      do throws(Problem) {
        return .answered(id, try await port.ask(id), in: window)
      } catch {
        return .failed(id, error, in: window)
      }
    case .openSettings(let id, let window):
      do throws(Problem) {
        try await port.openSettings(id)
        return nil
      } catch {
        return .failed(id, error, in: window)
      }
    }
  }
}
