// Constructors of fields and other inputs.
extension Node {
  /// The properties of a text field besides its label and content.
  public struct Field: Sendable {
    public var hint: String?
    public var example: String?
    public var purpose: Purpose?
    public var isRequired = false
    public var isMultiline = false
    public var longest = 2000
    /// The validation error, as a sentence.
    public var invalid: String?
    /// The action of the Enter key: it sends or adds what is typed. In a field of several lines, Shift and Enter begin a new one.
    public var enter: Action?

    public init() {}
  }

  /// A text field. `draft` receives every change, so that a crash loses nothing; `commit` receives the final text.
  public static func field(
    _ label: String, id: String? = nil, holds text: String, role: Role = .textbox,
    draft: (@Sendable (String) -> Action)? = nil,
    commit: @escaping @Sendable (String) -> Action, _ about: (inout Field) -> Void = { _ in }
  ) -> Node {
    var field = Field()
    about(&field)
    let longest = field.longest
    var offers = [Offer<Action>(.edit) { entry in bounded(entry, longest).map(commit) }]
    if let draft { offers.append(Offer(.draft) { entry in bounded(entry, longest).map(draft) }) }
    if let enter = field.enter { offers.append(Offer(.submit) { _ in enter }) }
    return Node(role, label, id: id, value: text, hint: field.hint, offers: offers).with { state in
      state.example = field.example
      state.purpose = field.purpose
      state.isRequired = field.isRequired
      state.isMultiline = field.isMultiline
      state.longest = longest
      state.invalid = field.invalid
    }
  }

  /// A field for attaching a file or photo. The window that asked handles the file.
  public static func file(_ label: String, id: String? = nil, hint: String? = nil) -> Node {
    Node(.filefield, label, id: id, hint: hint, offers: [Offer(.attach) { _ in nil }])
  }

  /// A field for passing a file of any size to the feature by its path. The path is valid only until the file was read.
  public static func handover(
    _ label: String, id: String? = nil, hint: String? = nil, purpose: Purpose? = nil,
    take: @escaping @Sendable (_ path: String, _ name: String) -> Action
  ) -> Node {
    Node(
      .filefield, label, id: id, hint: hint,
      offers: [Offer(.hand) { entry in entry.file.map { take($0.path, $0.name) } }]
    ).with { $0.purpose = purpose }
  }

  public static func search(
    _ label: String = "Search", id: String? = nil, holds text: String, example: String? = nil,
    search: @escaping @Sendable (String) -> Action
  ) -> Node {
    field(label, id: id, holds: text, role: .searchbox, draft: search, commit: search) { field in
      field.example = example
      field.purpose = .search
      field.longest = 100
    }
  }

  public static func toggle(
    _ label: String, id: String? = nil, isOn: Bool, hint: String? = nil, set: @escaping @Sendable (Bool) -> Action
  ) -> Node {
    Node(
      .toggle, label, id: id, value: isOn ? "on" : "off", hint: hint,
      offers: [
        Offer(.activate) { _ in set(!isOn) },
        Offer(.choose) { entry in flag(entry).map(set) },
      ]
    ).with { $0.check = isOn ? .on : .off }
  }

  public static func checkbox(
    _ label: String, id: String? = nil, is check: Condition.Check, set: @escaping @Sendable (Bool) -> Action
  ) -> Node {
    Node(
      .checkbox, label, id: id, value: check == .on ? "checked" : check == .off ? "not checked" : "partly checked",
      offers: [
        Offer(.activate) { _ in set(check != .on) },
        Offer(.choose) { entry in flag(entry).map(set) },
      ]
    ).with { $0.check = check }
  }

  /// A choice of one option: radio buttons, or a picker if folded.
  public static func choice(
    _ label: String, id: String? = nil, _ options: [(id: String, title: String)], selected: String?,
    isFolded: Bool = false, hint: String? = nil, choose: @escaping @Sendable (String) -> Action
  ) -> Node {
    let children = options.enumerated().map { index, option in
      Node(
        isFolded ? .option : .radio, option.title, id: option.id, offers: offers(activate: choose(option.id))
      ).with { state in
        state.isSelected = option.id == selected
        state.check = isFolded ? nil : option.id == selected ? .on : .off
        state.position = index + 1
        state.size = options.count
      }
    }
    let known = options.map { ($0.id, $0.title) }
    return Node(
      isFolded ? .picker : .radiogroup, label, id: id, value: options.first { $0.id == selected }?.title, hint: hint,
      offers: [
        Offer(.choose) { entry in
          entry.text.flatMap { text in known.first { $0.0 == text } ?? known.first { $0.1 == text } }.map {
            choose($0.0)
          }
        }
      ], children: children)
  }

  /// A number within limits. Its buttons for less and more are the alternative to dragging.
  public static func slider(
    _ label: String, id: String? = nil, at number: Double, in range: ClosedRange<Double>, step: Double = 1,
    says value: String? = nil, hint: String? = nil, set: @escaping @Sendable (Double) -> Action
  ) -> Node {
    var slider = Node(
      .slider, label, id: id, value: value ?? number.plain, hint: hint,
      offers: [
        Offer(.choose) { entry in
          let chosen = entry.number ?? entry.text.flatMap(Double.init)
          return chosen.flatMap { range.contains($0) ? set($0) : nil }
        }
      ])
    slider.state.minimum = range.lowerBound
    slider.state.maximum = range.upperBound
    slider.state.step = step
    slider.state.number = number
    if number - step >= range.lowerBound {
      slider.children.append(.button("Less \(label)", id: "less", does: set(number - step)))
    }
    if number + step <= range.upperBound {
      slider.children.append(.button("More \(label)", id: "more", icon: .add, does: set(number + step)))
    }
    return slider
  }

  /// A multi-step form: progress, the content of the current step, and the buttons to move on and back.
  public static func steps(
    _ label: String, id: String? = nil, _ titles: [String], at position: Int, _ content: [Node], buttons: [Node]
  ) -> Node {
    let marks = titles.enumerated().map { index, title in
      Node(
        .step, title, id: "step-\(index + 1)",
        value: index + 1 < position ? "done" : index + 1 == position ? "current" : "to come"
      ).with { state in
        state.isCurrent = index + 1 == position
        state.position = index + 1
        state.size = titles.count
      }
    }
    return Node(
      .form, label, id: id, value: "Step \(position) of \(titles.count)",
      children: [Node(.list, "Steps", id: "steps", children: marks)] + content
        + [Node(.group, "", id: "buttons", children: buttons)])
  }

  private static func bounded(_ entry: Entry, _ longest: Int) -> String? {
    entry.text.flatMap { $0.count <= longest ? $0 : nil }
  }

  private static func flag(_ entry: Entry) -> Bool? {
    switch entry {
    case .flag(let flag): flag
    case .text("on"), .text("true"): true
    case .text("off"), .text("false"): false
    default: nil
    }
  }
}

extension Double {
  /// The number without a fraction if it is an integer: 3 rather than 3.0.
  var plain: String { Int64(exactly: self).map(String.init) ?? String(self) }
}
