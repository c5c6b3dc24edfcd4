internal import Conversation
internal import Runners
internal import TrainingPlan

/// The meaning of an answer to the question whether a plan suits.
enum PlanReview: Sendable, Hashable {
  case accepted, wantsChange, wantsDetail
  /// Wants to see the plan itself, or to stay with the one in use.
  case look, kept
  /// Something of the person's own.
  case words

  init(_ text: String) {
    let plain = String(text.lowercased().replacing("’", with: "'").filter { $0.isLetter || $0 == " " || $0 == "'" })
    switch plain {
    case "looks good to me", "looks good", "good", "yes", "ok", "okay", "perfect", "i like it", "use this plan",
      "use it":
      self = .accepted
    case "look at the plan", "look", "look at it", "show it", "show me": self = .look
    case "keep my plan", "keep the old plan", "keep it", "keep": self = .kept
    case "i'd like to change something", "change something", "i want to change something": self = .wantsChange
    case "can i see the first week in detail", "the first week", "show me the first week": self = .wantsDetail
    default: self = .words
    }
  }
}

extension PlanPresentation {
  /// The words at the end of the presentation, by the day of the first run.
  var handoff: [String] {
    let thanks =
      isChange
      ? "Done: that is your plan from now on."
      : words.say(
        "Wonderful. It is yours now, and it changes with you.", tough: "Good. Now it counts.",
        analytical: "Accepted. Every change will come with its reason.", minimalist: "Done.")
    guard let run = telling.firstRun, let away = telling.daysAway else { return [thanks] }
    switch away {
    case 0: return [thanks, "You could start today if you're feeling it: \(run)."]
    case 1: return [thanks, "Your first session is tomorrow: \(run)."]
    default: return [thanks, "Your first session is on \(telling.firstDay ?? "the first day of the plan"): \(run)."]
    }
  }

  /// Each day of the first week with the parts of its run.
  var detail: [String] {
    telling.days.map { day in
      guard let entry = day.entry else { return "\(day.weekday): rest." }
      let about = [day.detail, day.minutes.map { "about \($0) min" }].compactMap(\.self).joined(separator: ", ")
      let parts = day.parts.count > 1 ? " – " + day.parts.joined(separator: "; ") : ""
      return "\(day.weekday): \(entry.lowercased()), \(about)\(parts)."
    }
  }
}

extension CoachWords {
  func say(
    _ encouraging: [String], tough: [String], analytical: [String], minimalist: [String]
  ) -> [String] {
    switch runner.voice {
    case .encouraging, nil: encouraging
    case .toughLove: tough
    case .analytical: analytical
    case .minimalist: minimalist
    }
  }
}
