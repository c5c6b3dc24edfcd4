public import Connectivity

/// What is known of a person's way to the server, and from whom.
public struct NetworkState: Sendable, Hashable {
  /// As somebody has set it; nil leaves it to the machine and to what becomes of requests.
  public var setting: Connectivity?
  /// Whether the machine has a way out; nil when nobody asked it.
  public var machine: Bool?
  /// Whether the last request was answered, whatever the answer; nil before the first.
  public var answered: Bool?

  public init(setting: Connectivity? = nil, machine: Bool? = nil, answered: Bool? = nil) {
    self.setting = setting
    self.machine = machine
    self.answered = answered
  }

  /// Whether there is a way out, as somebody has set it or as the machine says; nil while nobody knows.
  package var isUp: Bool? {
    switch setting {
    case .offline?: false
    case .some: true
    case nil: machine
    }
  }

  /// Offline until something is known.
  public var connectivity: Connectivity {
    if let setting { return setting }
    if machine == false { return .offline }
    return switch answered {
    case true?: .online
    case false?: .unreachable
    case nil: machine == true ? .online : .offline
    }
  }
}
