internal import Days
public import Forms
public import Interface
public import Kernel
internal import Measures
public import Pillar
internal import Platform
public import Storage
internal import Units

/// The identity of a form: one for a new goal of each pillar, and one for each goal being edited.
public enum GoalFormName: Sendable, Hashable {
  case new(Pillar)
  case editing(ID<Goal>)

  /// Nil for a route that shows no form. A new goal is one of the pillar in `focus` unless the route names another.
  public init?(_ route: Route, focus: Pillar? = nil) {
    guard route.path == ProgressPlaces.goal.path else { return nil }
    if let id = route.parameters["id"].flatMap({ ID<Goal>($0) }) {
      self = .editing(id)
    } else {
      self = .new(route.parameters["pillar"].flatMap(Pillar.init(rawValue:)) ?? focus ?? .fitness)
    }
  }

  public var route: Route {
    switch self {
    case .new(let pillar): Route(ProgressPlaces.goal.path, ["pillar": pillar.rawValue])
    case .editing(let id): Route(ProgressPlaces.goal.path, ["id": "\(id)"])
    }
  }
}

public typealias GoalForm = Form<GoalFormName>
public typealias GoalDraft = FormDraft<GoalFormName>

/// The fields of a goal's form: three choices, and texts.
public enum GoalField: String, FormFieldName, CaseIterable {
  case pillar, measure, way, name, target, unit, begins, ends
}

extension GoalFormName: FormIdentity {
  public typealias Field = GoalField
  public typealias Stored = KeptGoal

  public static let drafts = "goal_drafts"
  public static let mostDrafts = 20
  public static let columns = ["pillar", "editing"]

  public init?(columns: [String: String]) {
    if let editing = columns["editing"] {
      guard let id = ID<Goal>(editing) else { return nil }
      self = .editing(id)
    } else {
      guard let pillar = columns["pillar"].flatMap(Pillar.init(rawValue:)) else { return nil }
      self = .new(pillar)
    }
  }

  public var columns: [String: String] {
    switch self {
    case .new(let pillar): ["pillar": pillar.rawValue]
    case .editing(let id): ["editing": "\(id)"]
    }
  }

  public func inputs(_ values: FormValues<GoalField>, at now: Moment) -> [FormInput<GoalField>] {
    let measures = Aim.measures(of: values.pillar).map { FormOption($0.rawValue, $0.title) }
    var inputs: [FormInput<GoalField>] = [
      FormInput(.pillar, "Pillar", .one(Pillar.allCases.map { FormOption($0.rawValue, $0.title) }) { _ in "fitness" }),
      FormInput(
        .measure, "Measure", .one(measures + [FormOption("", "Custom", id: "own")], isFolded: true) { _ in "" }
      ) {
        $0.hint = "Measures are tracked automatically. You mark a custom goal as reached yourself."
      },
    ]
    if let aim = values.aim {
      let ways = Aim.ways(of: aim.measure).map { FormOption($0.rawValue, $0.title) }
      if ways.count > 1 { inputs.append(FormInput(.way, "How", .one(ways) { _ in ways[0].value })) }
      inputs.append(
        FormInput(.target, "Target", .number(aim.unitText(in: AmountNotation(of: now.locale)))) {
          if aim.unit.hasPrefix("times") { $0.hint = "\(aim.unit.capitalisedFirst)." }
          $0.isRequired = true
          $0.purpose = .amount
        })
    } else {
      inputs += [
        FormInput(.name, "Goal", .text(longest: GoalFormName.longestName)) {
          $0.example = "Learn to swim"
          $0.isRequired = true
        }, FormInput(.target, "Target", .number()) { $0.purpose = .amount },
        FormInput(.unit, "Unit", .text(longest: GoalFormName.longestUnit)) { $0.example = "pages" },
      ]
    }
    return inputs + [
      FormInput(.begins, "First day", .day) {
        $0.example = now.day.text
        $0.isRequired = true
      },
      FormInput(.ends, "Last day", .day) {
        $0.example = now.day.following(30).text
        $0.hint = "Leave empty for a goal without an end."
      },
    ]
  }

  public func check(_ form: GoalForm, _ reader: inout FormReader<GoalField>) { _ = reader.goal(form.opened?.goal) }
  public func version(of stored: KeptGoal) -> Version? { stored.version }

  public func values(of stored: KeptGoal, at moment: Moment) -> FormValues<GoalField> {
    FormValues(stored.goal, in: AmountNotation(of: moment.locale))
  }
}
