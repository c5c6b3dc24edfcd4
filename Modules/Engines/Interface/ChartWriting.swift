internal import Kernel
internal import Numbers
public import Plot

extension Writing {
  /// The decimal and group signs of a locale and its order of days, with English words.
  public init(notationOf locale: String) {
    let numbers = NumberNotation(locale: locale)
    self.init(
      decimal: String(numbers.decimal), group: numbers.group.map { String($0) } ?? "",
      order: RegionalSettings.putsMonthFirst(locale) ? .monthDayYear : .dayMonthYear)
  }

  /// Whether that is the notation of British English.
  static func isEnglish(in locale: String) -> Bool {
    let numbers = NumberNotation(locale: locale)
    return numbers.decimal == "." && numbers.group == "," && !RegionalSettings.putsMonthFirst(locale)
  }
}

// Charts in the notation of a reader.
extension Frame {
  /// Writes the numbers and days of all charts as a locale does, also of those whose features know no locale.
  public mutating func writeCharts(in locale: String) {
    guard !Writing.isEnglish(in: locale) else { return }
    for index in nodes.indices { nodes[index].writeCharts(in: locale) }
    dialog?.writeCharts(in: locale)
  }
}

extension Element {
  fileprivate mutating func writeCharts(in locale: String) {
    if let chart { write(chart, in: locale) }
    for index in children.indices { children[index].writeCharts(in: locale) }
  }

  private mutating func write(_ spec: ChartSpec, in locale: String) {
    var view = view ?? ChartView()
    let isWritten = view.locale != nil
    view.write(in: locale)
    self.view = view
    if value == spec.text, let chart = try? Chart(spec) { value = chart.summary(in: view.viewport(Size(720, 400))) }
    // The list of values was written without the locale.
    guard !isWritten, let place = children.firstIndex(where: { $0.role == .list && $0.label == "Values" }),
      let values = Node<Never>.values(of: spec, in: view)?.element
    else { return }
    children[place].copyWords(of: values)
  }

  private mutating func copyWords(of other: Element) {
    (label, value) = (other.label, other.value)
    for (index, child) in zip(children.indices, other.children) { children[index].copyWords(of: child) }
  }
}
