/// A slider of HTML, whose value lies between its ends.
struct RangeInput {
  let value: String

  init(_ node: PageNode) {
    func number(_ attribute: String) -> Double? {
      node[attribute].flatMap { CSSLength($0) }.flatMap { $0.unit.isEmpty ? $0.number : nil }
    }
    let least = number("min") ?? 0
    let most = max(least, number("max") ?? 100)
    var found = min(most, max(least, number("value") ?? least + (most - least) / 2))
    let step = number("step") ?? 1
    if node.keyword("step") != "any", step > 0 {
      let steps = ((found - least) / step).rounded()
      found = least + (least + steps * step > most ? (steps - 1).rounded() : steps) * step
    }
    value = found == found.rounded() && abs(found) < 1e15 ? String(Int(found)) : String(found)
  }
}
