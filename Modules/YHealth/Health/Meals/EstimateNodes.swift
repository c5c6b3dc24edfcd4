internal import Foods
internal import Forms
internal import Interface
internal import Kernel
internal import Mode
internal import Platform
internal import Units

// The estimate of a described meal, below its description. It is a proposal, applied only by a tap.
extension HealthState {
  func estimate(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let text = form.values[.description]
    guard form.name.kind == .meal, !text.isEmpty else { return [] }
    let estimate = FoodTable.own.estimate(text)
    if estimate.isEmpty { return [] }
    let understood = estimate.items.map { "\($0.words) (\(Estimate.rounded($0.grams, to: 1)) g)" }.joined(
      separator: ", ")
    var nodes: [Node<HealthWindowAction>] = [
      .note(
        "\(estimate.sentence(in: AmountNotation(of: form.located(surroundings.now).locale))).", icon: .info,
        id: "sentence"
      ).with { $0.live = .polite },
      .text("Understood as \(understood).", id: "understood"),
    ]
    if !estimate.unknown.isEmpty {
      let words = estimate.unknown.prefix(10).map { $0.brief(30) }.joined(separator: ", ")
      nodes.append(.text("Not counted: \(words).", id: "unknown"))
    }
    if surroundings.mode == .deep {
      func grams(_ amount: Double) -> String { "\(Estimate.rounded(amount, to: 1)) g" }
      nodes.append(
        .list(
          "Nutrients", id: "parts",
          [
            .row("Protein", id: "protein", value: grams(estimate.protein)),
            .row("Carbohydrate", id: "carbohydrate", value: grams(estimate.carbohydrate)),
            .row("Fat", id: "fat", value: grams(estimate.fat)),
            .row("Fibre", id: "fibre", value: grams(estimate.fibre)),
          ]))
    }
    if form.isOpenForTyping, form.values.takesMore(of: estimate) {
      let words = form.values.hasNoFigures ? "Use this estimate" : "Fill in empty fields"
      nodes.append(.button(words, id: "use", icon: .success, does: .takeEstimate(form.name)))
    }
    return [.group("Estimate", id: "estimate", nodes)]
  }
}

extension FormValues<FormField> {
  private static let figures: [FormField] = [.calories, .protein, .carbohydrate, .fat, .fibre]

  var hasNoFigures: Bool { FormValues.figures.allSatisfy { self[$0].isEmpty } }

  func takesMore(of estimate: Estimate) -> Bool {
    var filled = self
    filled.take(estimate, in: .plain)
    return filled != self
  }

  /// Fills in the fields that are empty; typed values are kept.
  mutating func take(_ estimate: Estimate, in amounts: AmountNotation) {
    // An empty estimate does not mean zero calories.
    if estimate.isEmpty { return }
    let figures: [(FormField, Double)] = [
      (.calories, estimate.calories), (.protein, estimate.protein), (.carbohydrate, estimate.carbohydrate),
      (.fat, estimate.fat), (.fibre, estimate.fibre),
    ]
    for (field, amount) in figures where self[field].trimmed.isEmpty {
      let stored = min(Estimate.rounded(amount, to: 1), field == .calories ? 20_000 : 5000)
      self[field] = String(stored)
      if field == .calories { Meal.amount.fill(&self, in: amounts) }
    }
  }
}
