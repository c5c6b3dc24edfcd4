internal import Interface
internal import Plot

// Rules for perception: contrast, and information without colour.
extension AuditScene {
  func contrasts(in theme: Theme, _ scheme: Scheme) -> [Finding] {
    let tokens = theme.tokens(for: scheme, frame.appearance.contrast)
    return items.flatMap { item in
      item.element.colourPairs(on: item.ground).compactMap { pair in
        let (front, ground) = (tokens.colour(pair.front), tokens.colour(pair.ground))
        let ratio = front.contrast(with: ground)
        guard ratio < pair.use.least else { return nil }
        let what = "Its \(pair.part), \(front) on \(ground) in \(scheme.rawValue), has a contrast of \(ratio.short)"
        return Finding(
          pair.use == .shape ? .shapeContrast : .textContrast, at: item.element,
          "\(what); \(pair.use.least.short) is the least.")
      }
    }
  }

  var signs: [Finding] {
    each(.colourAlone) { $0.element.saidByColourAlone }
      + each(.chartColour) { $0.element.chart?.likeMarks }
      + each(.badgeWords) { item in
        guard let badge = item.element.state.badge, !badge.hasWords, item.element.value?.hasWords != true else {
          return nil
        }
        return "Its badge “\(badge)” is a mark without words."
      }
  }
}

extension Element {
  fileprivate var saidByColourAlone: String? {
    if let hue = state.hue, !label.hasWords, state.icon == nil {
      return "Only the colour “\(hue)” says which one it is."
    }
    let saysWord = value?.hasLetters == true
    switch state.tone {
    case .neutral, .accent, nil: return nil
    case .excellent, .needsAttention, .priorityFocus:
      let missing = [saysWord ? nil : "a word", state.icon == nil ? "an icon" : nil].compactMap(\.self)
      return missing.isEmpty ? nil : "Its score is told by colour without \(missing.joined(separator: " and "))."
    case .info, .success, .warning, .critical:
      return saysWord || state.icon != nil ? nil : "Only its colour says “\(state.tone?.rawValue ?? "")”."
    }
  }
}

extension ChartSpec {
  /// The first two series that only their hue distinguishes, in kinds whose series overlap.
  fileprivate var likeMarks: String? {
    switch kind {
    case .line, .scatter, .radar: break
    default: return nil
    }
    var seen: [Form: String] = [:]
    for mark in marks.prefix(Limit.drawableSeries) {
      if let other = seen.updateValue(mark.name, forKey: Form(dash: mark.dash, shape: mark.shape)) {
        return "“\(other)” and “\(mark.name)” are told apart by colour alone."
      }
    }
    return nil
  }

  private struct Form: Hashable {
    let dash: Series.Dash?
    let shape: Series.Shape?
  }
}

extension Double {
  /// At most two decimals, rounded down, so that a ratio never looks better than it is.
  fileprivate var short: String {
    let hundredths = Int((self * 100).rounded(.down))
    let rest = hundredths % 100
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths / 100)\(digits)"
  }
}
