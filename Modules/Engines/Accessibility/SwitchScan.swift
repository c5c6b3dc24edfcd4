/// The position of switch control on a screen, moved by one or two switches or by dwelling.
///
/// From every position every item of the plan can be reached: behind the last item of a group is a stop that leaves it,
/// and the groups follow each other in a ring.
public struct SwitchScan: Sendable, Hashable {
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The only switch selects; time moves on.
    case one
    /// The first switch moves on, the second selects.
    case two
    /// The only switch moves on; staying selects.
    case dwell
  }

  public enum Input: Sendable, Hashable, CaseIterable {
    case firstDown, firstUp, secondDown, secondUp
    /// The time of one stop is over.
    case tick
  }

  public enum Position: Sendable, Hashable {
    case group(Int)
    case item(group: Int, Int)
    /// Behind the last item of a group.
    case leave(group: Int)
  }

  public let mode: Mode
  public private(set) var plan: ScanPlan
  public private(set) var position = Position.group(0)
  private var isFirstHeld = false
  private var isSecondHeld = false
  /// The switch was pressed since the last selection by dwelling, so that staying does not select again and again.
  private var hasMoved = false
  /// No input has changed the position since it began at the first group.
  private var isAtStart = true

  public init(_ plan: ScanPlan, _ mode: Mode) {
    self.plan = plan
    self.mode = mode
  }

  /// Takes an input. Returns the item that it selects. A switch that is held down counts once.
  public mutating func receive(_ input: Input) -> ScanPlan.Item? {
    switch input {
    case .firstUp: isFirstHeld = false
    case .secondUp: isSecondHeld = false
    case .firstDown:
      guard !isFirstHeld else { return nil }
      isFirstHeld = true
      if mode == .one { return select() }
      moveOn()
    case .secondDown:
      guard !isSecondHeld else { return nil }
      isSecondHeld = true
      if mode == .two { return select() }
    case .tick:
      switch mode {
      case .one: moveOn()
      case .two: break
      case .dwell:
        guard hasMoved else { return nil }
        hasMoved = false
        return select()
      }
    }
    return nil
  }

  /// Takes over a changed screen. The position stays on what it was on; if that is gone, or nothing was pressed yet, it
  /// goes to the first group.
  public mutating func follow(_ new: ScanPlan) {
    guard new != plan else { return }
    if isAtStart { return begin(new) }
    let item = current
    let name: String? =
      switch position {
      case .group(let group), .leave(let group), .item(let group, _): plan.groups[group].name
      }
    plan = new
    if let item {
      for (group, each) in new.groups.enumerated() {
        if let place = each.items.firstIndex(where: { $0.way == item.way }) {
          position = .item(group: group, place)
          return
        }
      }
    }
    position = .group(new.groups.firstIndex { $0.name == name } ?? 0)
  }

  /// Whether the position changes or selects by itself when the time of the stop is over.
  public var isTimed: Bool {
    switch mode {
    case .one: true
    case .two: false
    case .dwell: hasMoved
    }
  }

  /// The items at the position: all of a group, or one.
  public var shown: [ScanPlan.Item] {
    switch position {
    case .group(let group): plan.groups[group].items
    case .item(let group, let item): [plan.groups[group].items[item]]
    case .leave: []
    }
  }

  /// Goes to the first group. A switch that is held down stays so.
  mutating func begin() { (position, hasMoved, isAtStart) = (.group(0), false, true) }

  /// Goes to an item; stays where it is if there is none.
  mutating func go(to way: ScanPlan.Item.Way) {
    for (group, each) in plan.groups.enumerated() {
      guard let place = each.items.firstIndex(where: { $0.way == way }) else { continue }
      (position, isAtStart) = (.item(group: group, place), false)
      return
    }
  }

  /// Takes another plan from its first group on. A switch that is held down stays so.
  mutating func begin(_ new: ScanPlan) {
    plan = new
    begin()
  }

  /// The item at the position; nil on a group.
  public var current: ScanPlan.Item? {
    guard case .item(let group, let item) = position else { return nil }
    return plan.groups[group].items[item]
  }

  /// The words for the position, for a caption or a voice.
  public var words: String {
    switch position {
    case .group(let group): "Group \(group + 1) of \(plan.groups.count): \(plan.groups[group].name)"
    case .item(let group, let item): "\(item + 1) of \(plan.groups[group].items.count): \(current?.name ?? "")"
    case .leave(let group): "Leave \(plan.groups[group].name)"
    }
  }

  private mutating func moveOn() {
    (hasMoved, isAtStart) = (true, false)
    switch position {
    case .group(let group): position = .group((group + 1) % plan.groups.count)
    case .item(let group, let item):
      position = item + 1 < plan.groups[group].items.count ? .item(group: group, item + 1) : .leave(group: group)
    case .leave(let group): position = .item(group: group, 0)
    }
  }

  private mutating func select() -> ScanPlan.Item? {
    isAtStart = false
    switch position {
    case .group(let group):
      position = .item(group: group, 0)
      hasMoved = mode == .dwell
      return nil
    case .leave(let group):
      position = .group((group + 1) % plan.groups.count)
      return nil
    case .item: return current
    }
  }
}

extension SwitchScan {
  /// Presses the switches until the item is selected. Returns the number of inputs; nil if it is not on the screen.
  public mutating func reach(_ way: ScanPlan.Item.Way) -> Int? {
    guard let goal = plan.groups.firstIndex(where: { $0.items.contains { $0.way == way } }) else { return nil }
    let most = 4 * (plan.groups.count + plan.groups.reduce(0) { $0 + $1.items.count } + 4)
    var count = 0
    while count < most {
      let isThere: Bool =
        switch position {
        case .group(let group): group == goal
        case .leave(let group): group != goal
        case .item(let group, _): group == goal && current?.way == way
        }
      count += 1
      if press(selecting: isThere)?.way == way { return count }
    }
    return nil
  }

  /// Moves on or selects with the inputs of the mode.
  private mutating func press(selecting: Bool) -> ScanPlan.Item? {
    switch (mode, selecting) {
    case (.one, true): return pressed(.firstDown, .firstUp)
    case (.one, false): return receive(.tick)
    case (.two, true): return pressed(.secondDown, .secondUp)
    case (.two, false): return pressed(.firstDown, .firstUp)
    case (.dwell, false): return pressed(.firstDown, .firstUp)
    case (.dwell, true):
      // Where nothing was pressed yet, staying selects nothing: once around.
      if !hasMoved { return pressed(.firstDown, .firstUp) }
      return receive(.tick)
    }
  }

  private mutating func pressed(_ down: Input, _ up: Input) -> ScanPlan.Item? {
    let item = receive(down)
    _ = receive(up)
    return item
  }
}
