public import Connectivity
public import FoundationEssentials
public import Interface
public import Shell

extension Scenario {
  /// One line of a scenario: something done, something that happens around the person, or something to be seen.
  public enum Step: Sendable, Hashable {
    /// From here on this person acts; nil is the product they were in last.
    case be(String, product: String?)

    case open(Route)
    case tap(Thing)
    case type(Thing, String)
    case choose(Thing, Entry)
    case act(Verb, Thing, Entry)
    case scroll(Double)
    /// Answers when a photo is asked for, with a file.
    case photo(String)
    case back
    case refresh
    /// The process ends without a chance to save, and another begins with what is on disk.
    case reopen

    case network(Connectivity)
    case advance(seconds: Double)
    case setClock(Date, zone: String?)
    case receive(title: String, body: String, opening: Command.Opening?)
    case wait(String, seconds: Double)

    case expect(Expectation)
  }
}

/// How a step names a part of the screen.
public struct Thing: Sendable, Hashable {
  public var role: Role?
  public var label: String
  /// The label of what holds it.
  public var container: String?

  public init(_ label: String, role: Role? = nil, in container: String? = nil) {
    self.label = label
    self.role = role
    self.container = container
  }
}

/// What is to be so on the screen at that moment.
public enum Expectation: Sendable, Hashable {
  case sees(Sight)
  case seesNot(Sight)
  case counts(Int, Role, in: String?)
  case order([String], in: String?)
  case at(Route)
  case title(String)
  case scrolled(Double)
  /// Nil when there is to be none.
  case toast(String?)
  case dialog(String?)
}

/// Something on the screen, and how it is to stand.
public struct Sight: Sendable, Hashable {
  public var thing: Thing
  /// The words may be a part of what is said; otherwise they are all of a label, a value or a hint.
  public var isPart = false
  public var value: String?
  public var icon: Icon?
  public var manners: [Manner] = []

  public init(_ thing: Thing) { self.thing = thing }
}

/// How something on the screen stands, in one word.
public enum Manner: String, Sendable, Hashable, CaseIterable {
  case current, selected, enabled, disabled, checked, unchecked, expanded, collapsed, busy, required, unread, invalid

  func holds(_ state: Condition) -> Bool {
    switch self {
    case .current: state.isCurrent
    case .selected: state.isSelected
    case .enabled: !state.isDisabled
    case .disabled: state.isDisabled
    case .checked: state.check == .on
    case .unchecked: state.check == .off
    case .expanded: state.isExpanded == true
    case .collapsed: state.isExpanded == false
    case .busy: state.isBusy
    case .required: state.isRequired
    case .unread: state.isUnread
    case .invalid: state.invalid != nil
    }
  }
}
