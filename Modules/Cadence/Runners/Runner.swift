public import Kernel
public import Platform
public import Storage

/// The origin of a value. A later word of the runner always replaces what was imported or inferred.
public enum RunnerOrigin: String, Sendable, Hashable, Codable, CaseIterable {
  case said, confirmed, imported, inferred
}

/// A field that is known, or that was asked and skipped: then its value is empty.
public struct RunnerFact: Sendable, Hashable, Codable {
  public let field: RunnerField
  public let value: String
  public let origin: RunnerOrigin

  public init(_ field: RunnerField, _ value: String, _ origin: RunnerOrigin) {
    self.field = field
    self.value = value
    self.origin = origin
  }

  public var isSkipped: Bool { value.isEmpty }
}

/// The Runner Object: everything that the coach knows of a runner, in nine sections. A person has one.
public struct Runner: Syncable {
  public static let collection = "runners"
  public static let only = ID<Runner>(named: "runner")

  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    case onboarding
    case ready = "ready_for_plan"
  }

  public let id: ID<Runner>
  var identity: [RunnerFact] = []
  var physical: [RunnerFact] = []
  var running: [RunnerFact] = []
  var goals: [RunnerFact] = []
  var schedule: [RunnerFact] = []
  var health: [RunnerFact] = []
  var coaching: [RunnerFact] = []
  var connections: [RunnerFact] = []
  var inferred: [RunnerFact] = []
  /// Filled of required fields, in per cent.
  public private(set) var completeness = 0
  public private(set) var stage = Stage.onboarding
  public var changedAt: Date

  public var when: Date { changedAt }

  public init(at date: Date) {
    id = Runner.only
    changedAt = date
  }

  public enum CodingKeys: String, ColumnKey {
    case id, identity, physical, running, goals, schedule, health, coaching, connections, inferred, stage
    case completeness = "data_completeness"
    case changedAt = "changed_at"
  }

  // MARK: Reading

  public func facts(of section: RunnerField.Section) -> [RunnerFact] { self[keyPath: Runner.path(section)] }

  public func fact(_ field: RunnerField) -> RunnerFact? { facts(of: field.section).first { $0.field == field } }

  /// The value of a field; nil when it is not known or was skipped.
  public subscript(_ field: RunnerField) -> String? {
    fact(field).flatMap { $0.isSkipped ? nil : $0.value }
  }

  /// Whether a field is known, or was asked and skipped.
  public func isSettled(_ field: RunnerField) -> Bool { fact(field) != nil }

  // MARK: Changing

  /// Sets a field to a value that it accepts; other values change nothing. An inferred or imported value never replaces what
  /// the runner said. Returns whether it is kept.
  @discardableResult
  public mutating func set(_ field: RunnerField, _ value: String, _ origin: RunnerOrigin, at date: Date) -> Bool {
    guard let value = field.accepts(value) else { return false }
    let isSaid = origin == .said || origin == .confirmed
    if let before = fact(field), !before.isSkipped, before.origin == .said || before.origin == .confirmed, !isSaid {
      return false
    }
    put(RunnerFact(field, value, origin), at: date)
    return true
  }

  /// Notes that the runner was asked for a field and did not want to say.
  public mutating func skip(_ field: RunnerField, at date: Date) { put(RunnerFact(field, "", .said), at: date) }

  /// Marks everything that was said as confirmed.
  public mutating func confirmAll(at date: Date) {
    for section in RunnerField.Section.allCases {
      let path = Runner.path(section)
      self[keyPath: path] = self[keyPath: path].map { fact in
        fact.origin == .said && !fact.isSkipped ? RunnerFact(fact.field, fact.value, .confirmed) : fact
      }
    }
    changed(at: date)
  }

  public mutating func clear(_ fields: RunnerField..., at date: Date) {
    for field in fields { self[keyPath: Runner.path(field.section)].removeAll { $0.field == field } }
    changed(at: date)
  }

  private mutating func put(_ fact: RunnerFact, at date: Date) {
    let path = Runner.path(fact.field.section)
    if let index = self[keyPath: path].firstIndex(where: { $0.field == fact.field }) {
      self[keyPath: path][index] = fact
    } else {
      self[keyPath: path].append(fact)
    }
    changed(at: date)
  }

  private mutating func changed(at date: Date) {
    changedAt = date
    let required = required
    completeness = required.count { self[$0] != nil } * 100 / max(1, required.count)
    stage = missing.isEmpty ? .ready : .onboarding
  }

  private static func path(_ section: RunnerField.Section) -> WritableKeyPath<Runner, [RunnerFact]> {
    switch section {
    case .identity: \.identity
    case .physical: \.physical
    case .running: \.running
    case .goals: \.goals
    case .schedule: \.schedule
    case .health: \.health
    case .coaching: \.coaching
    case .connections: \.connections
    case .inferred: \.inferred
    }
  }
}

extension Runner {
  /// The fields that this runner's plan needs, in the order in which they are asked. What depends on an answer that was
  /// not given yet counts as needed.
  public var required: [RunnerField] {
    var fields: [RunnerField] = [.nameConfirmed, .wearable, .experience]
    if self[.experience] != "beginner" { fields += [.frequency, .volume] }
    fields.append(.goalType)
    switch self[.goalType] {
    case nil, "race": fields += [.raceDistance, .raceDate]
    default: fields.append(.accomplishment)
    }
    fields += [.availableDays, .blockedDays, .pastInjuries]
    if self[.pastInjuries] != "none" { fields += [.currentPain, .recoveryStyle] }
    return fields + [.sleep, .stress, .coachingVoice, .challenge, .finalCheck]
  }

  /// The required fields that are still needed.
  public var missing: [RunnerField] { required.filter { self[$0] == nil } }

  public var voice: CoachingVoice? { self[.coachingVoice].flatMap(CoachingVoice.init) }
  public var isComeback: Bool { self[.comeback] == "true" }
  public var isMiles: Bool { self[.units] == "miles" }
  public var metresPerUnit: Double { isMiles ? 1609.344 : 1000 }
  public var unit: String { isMiles ? "miles" : "km" }
}
