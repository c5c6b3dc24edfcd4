public import Forms
public import Kernel
public import Storage

public typealias ProfileVersion = Version

/// The form of the whole profile, or of one part of it. Its fields are those of the product's plan.
public struct ProfileForm: FormIdentity {
  public typealias Field = ProfileField
  public typealias Stored = StoredProfile

  public static let drafts = "profile_drafts"
  public static var columns: [String] { ["form"] }

  /// The part; nil for the whole profile.
  public let part: String?
  /// Nil in the name of a stored draft.
  let plan: ProfilePlan?
  /// Stored values besides the part's own fields, on which these may depend.
  let others: ProfileValues

  init(_ part: String? = nil, of plan: ProfilePlan? = nil, others: ProfileValues = ProfileValues()) {
    self.part = part
    self.plan = plan
    self.others = others
  }

  public init?(columns: [String: String]) {
    guard let name = columns["form"] else { return nil }
    self.init(name == ProfileForm.whole ? nil : name)
  }

  public var columns: [String: String] { ["form": part ?? ProfileForm.whole] }
  private static let whole = "all"

  public static func == (one: ProfileForm, other: ProfileForm) -> Bool { one.part == other.part }
  public func hash(into hasher: inout Hasher) { hasher.combine(part) }

  public func inputs(_ values: ProfileValues, at now: Moment) -> [FormInput<ProfileField>] {
    guard let plan else { return [] }
    guard let part else { return plan.inputs(values).filter { plan.elsewhere[$0.field] == nil } }
    let asked = plan.parts[part] ?? []
    var all = others
    for field in asked { all[field] = values[field] }
    return plan.inputs(all).filter { asked.contains($0.field) }
  }

  public func check(_ form: Form<ProfileForm>, _ reader: inout FormReader<ProfileField>) {
    for input in inputs(form.values, at: reader.now) {
      reader.check(input)
      plan?.checks[input.field]?(&reader)
    }
  }

  public func version(of stored: StoredProfile) -> Version? { stored.version }

  public func values(of stored: StoredProfile, at moment: Moment) -> ProfileValues {
    guard let part else { return stored.values }
    var values = ProfileValues()
    for field in plan?.parts[part] ?? [] { values[field] = stored.values[field] }
    return values
  }
}
