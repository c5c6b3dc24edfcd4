internal import Interface
internal import Kernel
internal import Plot

/// A custom range while it is typed.
struct RangeForm: Sendable, Equatable {
  var first: String
  var last: String
  /// Set once an invalid range has been submitted.
  var complaint: String?

  static let longest = 16
  /// The longest custom range: ten years.
  static let mostDays = 3_653

  init(_ period: Period, _ now: Moment) {
    if case .custom(let from, let to) = period {
      (first, last) = (from.text, to.text)
      return
    }
    let today = Day(now.date, in: now.zone)
    last = today?.text ?? ""
    first = today.flatMap { Day(number: $0.number - 29) }?.text ?? ""
  }

  mutating func type(_ text: String, into field: WritableKeyPath<RangeForm, String>) {
    self[keyPath: field] = String(text.prefix(RangeForm.longest))
    complaint = nil
  }

  /// The parsed range, or what is wrong with it.
  var read: Result<Period, Complaint> {
    guard let from = Day(first.trimmed) else {
      return .failure(.init(words: "Enter the first day, such as 2026-03-12."))
    }
    guard let to = Day(last.trimmed) else { return .failure(.init(words: "Enter the last day, such as 2026-03-12.")) }
    guard from <= to else { return .failure(.init(words: "The last day must not be before the first.")) }
    guard to.number - from.number < RangeForm.mostDays else {
      return .failure(.init(words: "A range of at most ten years can be shown."))
    }
    return .success(.custom(from: from, to: to))
  }

  struct Complaint: Error { let words: String }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

// Choosing the period, and loading its values.
extension ChartsState {
  mutating func show(_ days: Int) -> Steps {
    guard subject.hasRanges, Period.presets.contains(days) else { return [] }
    asking = nil
    return move(to: .days(days))
  }

  mutating func showRange() -> Steps {
    guard let form = asking else { return [] }
    switch form.read {
    case .failure(let complaint):
      asking?.complaint = complaint.words
      return []
    case .success(let period):
      asking = nil
      return move(to: period)
    }
  }

  private mutating func move(to period: Period) -> Steps {
    guard period != self.period || reading != .done else { return [] }
    self.period = period
    lookAway()
    return load()
  }

  mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load(period), .latest("load"))]
  }

  mutating func loaded(_ spec: ChartSpec, _ period: Period, _ now: Moment) {
    guard reading == .underWay, period == self.period else { return }
    var spec = spec
    // An exported chart shows the date of its values.
    if spec.asOf == nil { spec.asOf = now.date }
    drawn = Drawn(spec)
    drawnPeriod = period
    reading = .done
  }

  /// Returns to the period shown before; without one, offers to try again.
  mutating func cancel() -> Steps {
    guard reading == .underWay else { return [] }
    if drawn != nil, let before = drawnPeriod, isDeep || before == ChartsState.calm {
      period = before
      reading = .done
    } else {
      reading = .cancelled
    }
    return [.stop(.latest("load"))]
  }
}
