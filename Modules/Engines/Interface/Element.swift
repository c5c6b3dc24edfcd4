public import Plot

/// A node without its actions: the form in which faces, tests and connections receive it.
public struct Element: Sendable, Hashable {
  public var id: String
  public var role: Role
  public var label: String
  public var value: String?
  public var hint: String?
  public var state: Condition
  public var actions: [Verb]
  /// The target of a link.
  public var destination: Route?
  public var children: [Element]
  var plotted: Plotted?

  public var chart: ChartSpec? {
    get { plotted?.chart }
    set { plotted = .of(newValue, view) }
  }

  /// The visible part of the chart.
  public var view: ChartView? {
    get { plotted?.view }
    set { plotted = .of(chart, newValue) }
  }

  public init(
    id: String, role: Role, label: String = "", value: String? = nil, hint: String? = nil,
    state: Condition = Condition(), actions: [Verb] = [], destination: Route? = nil, chart: ChartSpec? = nil,
    view: ChartView? = nil, children: [Element] = []
  ) {
    self.id = id
    self.role = role
    self.label = label
    self.value = value
    self.hint = hint
    self.state = state
    self.actions = actions
    self.destination = destination
    self.children = children
    plotted = .of(chart, view)
  }

  /// This element and all its descendants in reading order.
  public var all: [Element] {
    var all: [Element] = []
    gather(into: &all)
    return all
  }

  private func gather(into all: inout [Element]) {
    all.append(self)
    for child in children { child.gather(into: &all) }
  }

  public var count: Int { children.reduce(1) { $0 + $1.count } }
}

extension Element: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, role, label, value, hint, state, actions, destination, chart, view, children
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    role = try container.decode(Role.self, forKey: .role)
    label = try container.decodeIfPresent(String.self, forKey: .label) ?? ""
    value = try container.decodeIfPresent(String.self, forKey: .value)
    hint = try container.decodeIfPresent(String.self, forKey: .hint)
    state = try container.decodeIfPresent(Condition.self, forKey: .state) ?? Condition()
    actions = try container.decodeIfPresent([Verb].self, forKey: .actions) ?? []
    destination = try container.decodeIfPresent(Route.self, forKey: .destination)
    children = try container.decodeIfPresent([Element].self, forKey: .children) ?? []
    plotted = .of(
      try container.decodeIfPresent(ChartSpec.self, forKey: .chart),
      try container.decodeIfPresent(ChartView.self, forKey: .view))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(role, forKey: .role)
    try container.encode(label, forKey: .label)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encodeIfPresent(hint, forKey: .hint)
    try container.encode(state, forKey: .state)
    try container.encode(actions, forKey: .actions)
    try container.encodeIfPresent(destination, forKey: .destination)
    try container.encodeIfPresent(chart, forKey: .chart)
    try container.encodeIfPresent(view, forKey: .view)
    try container.encode(children, forKey: .children)
  }
}
