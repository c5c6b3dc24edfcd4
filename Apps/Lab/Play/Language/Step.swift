public import Connectivity
public import FoundationEssentials
public import Interface
public import Kernel
public import Shell

extension Scenario {
  /// One step of a scenario: an action, an event of the environment, or an expectation.
  public enum Step: Sendable, Hashable {
    /// Switches to a person; with nil, in the product they used last.
    case be(String, product: String?)

    case open(Route)
    case tap(Thing)
    case type(Thing, String)
    /// Copies a value from the screen, also for another person.
    case copy(Thing)
    /// Fills in a field with what was copied.
    case paste(Thing)
    case choose(Thing, Entry)
    case act(Verb, Thing, Entry)
    case scroll(Double)
    /// Answers a photo request with a file.
    case photo(String)
    /// Reports what became of an offered file, as a face does.
    case delivered(Command.Report)
    /// Decides at the page of a provider that was opened, and comes back.
    case access(Bool)
    case back
    case refresh
    /// Kills the process without saving and starts another on the same data.
    case reopen

    case network(Connectivity)
    case locale(RegionalSettings)
    case advance(seconds: Double)
    case setClock(Date, zone: String?)
    case receive(title: String, body: String, opening: Command.Opening?)
    case wait(String, seconds: Double)

    /// Starts the count of taps anew.
    case countTaps
    /// Expects this number of taps since the count started.
    case taps(Int)

    case expect(Expectation)
  }
}

extension Scenario.Step {
  /// Whether the person does something with the screen. A step that fills in a field counts as one tap.
  var isTap: Bool {
    switch self {
    case .tap, .type, .paste, .choose, .act, .back, .refresh: true
    default: false
    }
  }
}

/// A reference of a step to a node of the screen.
public struct Thing: Sendable, Hashable {
  public var role: Role?
  public var label: String
  /// The label of a container.
  public var container: String?

  public init(_ label: String, role: Role? = nil, in container: String? = nil) {
    self.label = label
    self.role = role
    self.container = container
  }
}

/// An expectation about the current screen.
public enum Expectation: Sendable, Hashable {
  case sees(Sight)
  case seesNot(Sight)
  case counts(Int, Role, in: String?)
  case order([String], in: String?)
  case at(Route)
  case title(String)
  case scrolled(Double)
  /// The text of the toast; nil for none.
  case toast(String?)
  /// The banner of a notification, by its title and body.
  case notification(String, String)
  case noNotification
  case dialog(String?)
}

/// A node on the screen with its expected state.
public struct Sight: Sendable, Hashable {
  public var thing: Thing
  /// The text may be a part of a label, value or hint; otherwise it must equal one.
  public var isPart = false
  public var value: String?
  public var icon: Icon?
  public var manners: [Manner] = []

  public init(_ thing: Thing) { self.thing = thing }
}

/// A state of a node, as a keyword.
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
