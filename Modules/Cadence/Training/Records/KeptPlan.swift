public import Days
internal import JSON
public import Kernel
public import Platform
public import Storage
public import TrainingPlan

/// A training plan as it is stored: the runner that it was asked for, the seed, and the changes that were accepted. The plan
/// itself is a pure function of these.
public struct KeptPlan: Syncable {
  public static let collection = "training_plans"

  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// Waits for the runner's answer.
    case proposed
    /// Trained by.
    case approved
    /// Was trained by, until another plan was approved.
    case replaced
  }

  public static let longestRunner = 20_000
  public static let longestChanges = 20_000
  /// Changes that one plan takes; after so many a new plan is the better answer.
  static let mostChanges = 100

  public let id: ID<KeptPlan>
  public var status: Status
  /// A runner as JSON, in the form of `PlanRunner.init(json:today:)`.
  public var runner: String
  public var seed: Int
  /// The accepted changes as a JSON list, in their order.
  public var changes: String
  public var madeAt: Date

  public var when: Date { madeAt }

  public init(
    id: ID<KeptPlan>, status: Status, for runner: PlanRunner, seed: Int = 1, changes: [AcceptedChange] = [],
    madeAt: Date
  ) {
    self.id = id
    self.status = status
    self.runner = (try? JSON.text(runner.json)) ?? "{}"
    self.seed = seed
    self.changes = AcceptedChange.text(of: changes)
    self.madeAt = madeAt
  }

  private init(
    id: ID<KeptPlan>, status: Status, _ runner: String, _ seed: Int, _ changes: String, _ madeAt: Date
  ) {
    self.id = id
    self.status = status
    self.runner = runner
    self.seed = seed
    self.changes = changes
    self.madeAt = madeAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, status, runner, seed, changes
    case madeAt = "made_at"
  }

  /// The runner; throws a problem for a record that another program has written.
  func planRunner() throws(Problem) -> PlanRunner {
    guard runner.utf8.count <= PlanRunner.mostBytes, let json = try? JSON(text: runner) else { throw .planUnreadable }
    return try PlanRunner(json: json, today: CalendarDay(number: Int(madeAt.timeIntervalSince1970) / 86_400))
  }

  /// The accepted changes that can be read.
  var acceptedChanges: [AcceptedChange] { AcceptedChange.all(in: changes) }

  /// The same plan with one more change, as a proposal of its own.
  func continued(id: ID<KeptPlan>, with change: AcceptedChange, madeAt: Date) -> KeptPlan {
    KeptPlan(id: id, status: .proposed, runner, seed, AcceptedChange.text(of: acceptedChanges + [change]), madeAt)
  }

  func changed(_ changes: [AcceptedChange]) -> KeptPlan {
    var copy = self
    copy.changes = AcceptedChange.text(of: changes)
    return copy
  }

  func with(_ status: Status) -> KeptPlan {
    var copy = self
    copy.status = status
    return copy
  }
}

/// A change of a plan with the day on which it was accepted.
public struct AcceptedChange: Sendable, Hashable {
  public let change: PlanChange
  /// The first day that could still be changed.
  public let from: CalendarDay

  public init(_ change: PlanChange, from: CalendarDay) {
    self.change = change
    self.from = from
  }

  static func text(of changes: [AcceptedChange]) -> String {
    let list = changes.suffix(KeptPlan.mostChanges).map { one -> JSON in
      ["change": one.change.json, "from": .string(one.from.text)]
    }
    return (try? JSON.text(JSON.array(list))) ?? "[]"
  }

  static func all(in text: String) -> [AcceptedChange] {
    guard text.utf8.count <= KeptPlan.longestChanges, let list = (try? JSON(text: text))?.array else { return [] }
    return list.prefix(KeptPlan.mostChanges).compactMap { item in
      guard let json = item["change"], let change = try? PlanChange(json: json),
        let from = item["from"]?.string.flatMap({ CalendarDay($0) })
      else { return nil }
      return AcceptedChange(change, from: from)
    }
  }
}

extension Problem {
  static let planUnreadable = Problem(
    "plan-unreadable", "This plan cannot be read here.", safe: "It is unchanged.",
    remedy: "Update the app, or make a new plan.")
}
