internal import Days
internal import Kernel
internal import Platform

/// Handles the elements of an export, and passes on those with data.
final class ElementHandler {
  static let deepest = 32
  /// Number of distinct names: expat keeps every name, so a file of ever new ones would exhaust memory.
  static let mostNames = 200
  /// The longest element in bytes: expat buffers an element until it ends.
  static let longestElement = 2_097_152

  private(set) var gathering: Gathering
  private(set) var problem: Problem?
  var stop: () -> Void = {}
  private var depth = 0
  private var quiet = 0
  private var names = AttributeNames()
  private var elements: Set<String> = []
  private var lastElement = Remembered<Bool>()

  /// Returns the current line of the file.
  var line: () -> Int {
    get { gathering.line }
    set { gathering.line = newValue }
  }

  init(mostBlocks: Int, today: CalendarDay?) { gathering = Gathering(mostBlocks: mostBlocks, today: today) }

  func fail(_ problem: Problem) {
    guard self.problem == nil else { return }
    self.problem = problem
    stop()
  }

  /// Whether no element began or ended within the length of the longest element.
  func isQuiet(after bytes: Int) -> Bool {
    quiet += bytes
    return quiet > ElementHandler.longestElement
  }

  func ended() {
    depth -= 1
    quiet = 0
  }

  func began(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    guard problem == nil else { return }
    depth += 1
    quiet = 0
    // Only direct children of the export: the records inside a correlation are repeated at the top.
    let isTop = depth == 2
    let isRecord = name[0] == 82 && strcmp(name, "Record") == 0
    if isTop, isRecord {
      guard let fields = fields(attributes) else { return fail(ExportProblem.wordy) }
      return gathering.take(fields)
    }
    guard isRecord || isKnown(name), depth <= ElementHandler.deepest, let fields = fields(attributes) else {
      return fail(depth > ElementHandler.deepest ? ExportProblem.deep : ExportProblem.wordy)
    }
    if depth == 1, strcmp(name, "HealthData") != 0 {
      return fail(ExportProblem.root(String(cString: name)))
    }
    guard isTop else { return }
    if strcmp(name, "Workout") == 0 {
      gathering.takeWorkout(fields)
    } else if strcmp(name, "ExportDate") == 0, let value = fields.value {
      gathering.exported(value)
    }
  }

  /// The attributes of an element; nil when there are more attribute names than in any export.
  private func fields(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Gathering.Fields? {
    var fields = Gathering.Fields()
    var place = 0
    while let name = attributes[2 * place], let value = attributes[2 * place + 1] {
      guard let attribute = names.attribute(name, at: place) else { return nil }
      switch attribute {
      case .type: fields.type = value
      case .source: fields.source = value
      case .unit: fields.unit = value
      case .start: fields.start = value
      case .end: fields.end = value
      case .value: fields.value = value
      case .duration: fields.duration = value
      case .durationUnit: fields.durationUnit = value
      case .other: break
      }
      place += 1
    }
    return fields
  }

  private func isKnown(_ name: UnsafePointer<CChar>) -> Bool {
    var last = lastElement
    defer { lastElement = last }
    return last.value(of: name) { text in
      elements.insert(String(cString: text))
      return elements.count <= ElementHandler.mostNames
    }
  }
}
