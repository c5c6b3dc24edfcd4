public import Connectivity

/// The state of a person's connection to the server, by source.
public struct NetworkState: Sendable, Hashable {
  /// The simulated condition; nil leaves it to the machine and to the results of requests.
  public var setting: Connectivity?
  /// Whether the machine has a route; nil when unknown.
  public var machine: Bool?
  /// Whether the last request got any response; nil before the first.
  public var answered: Bool?

  public init(setting: Connectivity? = nil, machine: Bool? = nil, answered: Bool? = nil) {
    self.setting = setting
    self.machine = machine
    self.answered = answered
  }

  /// Whether there is a route, by the simulation or the machine; nil while unknown.
  package var isUp: Bool? {
    switch setting {
    case .offline?: false
    case .some: true
    case nil: machine
    }
  }

  /// The resulting connectivity: offline until something is known.
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
