/// A role of WAI-ARIA 1.2 that authors may give.
struct AriaRole: Sendable {
  let name: String
  /// Attributes that must be given, unless they have a default value.
  let required: Set<String>
  /// Attributes that are allowed besides the global ones.
  let supported: Set<String>
  /// The roles that it must stand in.
  let contexts: Set<String>
  /// The roles of what it may hold.
  let owned: Set<String>
  let isNamedByContent: Bool
  /// Its children have no roles of their own.
  let hidesChildren: Bool
  let isWidget: Bool
  /// An author may not name it.
  let isUnnamed: Bool

  static let all: [String: AriaRole] = {
    var roles: [String: AriaRole] = [:]
    for line in AriaRoleTable.lines.split(separator: "\n") {
      let role = AriaRole(line)
      roles[role.name] = role
    }
    return roles
  }()

  private init(_ line: Substring) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { part in
      part.split(separator: " ").map(String.init)
    }
    func part(_ index: Int) -> [String] { parts.indices.contains(index) ? parts[index] : [] }
    name = part(0).first ?? ""
    required = Set(part(1).map { "aria-\($0)" })
    supported = Set(part(2).map { "aria-\($0)" })
    contexts = Set(part(3))
    owned = Set(part(4))
    let flags = part(5).first ?? ""
    isNamedByContent = flags.contains("c")
    hidesChildren = flags.contains("p")
    isWidget = flags.contains("w")
    isUnnamed = flags.contains("n")
  }

  func allows(_ attribute: String) -> Bool {
    AriaAttribute.global.contains(attribute) || required.contains(attribute) || supported.contains(attribute)
  }
}

/// An attribute of WAI-ARIA 1.2 and the values that it takes.
enum AriaAttribute {
  enum Values: Sendable {
    case words, integer, number, reference, references
    case one([String])
    case several([String])
  }

  static let global: Set<String> = [
    "aria-atomic", "aria-braillelabel", "aria-brailleroledescription", "aria-busy", "aria-controls", "aria-current",
    "aria-describedby", "aria-description", "aria-details", "aria-dropeffect", "aria-flowto", "aria-grabbed",
    "aria-hidden", "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live", "aria-owns", "aria-relevant",
    "aria-roledescription",
    // Global up to 1.1, and allowed since with a warning.
    "aria-disabled", "aria-errormessage", "aria-haspopup", "aria-invalid",
  ]

  /// Global attributes that bring an element without a role back into the tree.
  static let exposing: Set<String> = global.subtracting(["aria-hidden"])

  static let all: [String: Values] = {
    let yes = ["true", "false"]
    let maybe = ["true", "false", "undefined"]
    let mixed = ["true", "false", "mixed", "undefined"]
    return [
      "aria-activedescendant": .reference, "aria-atomic": .one(yes),
      "aria-autocomplete": .one(["inline", "list", "both", "none"]), "aria-braillelabel": .words,
      "aria-brailleroledescription": .words, "aria-busy": .one(yes), "aria-checked": .one(mixed),
      "aria-colcount": .integer, "aria-colindex": .integer, "aria-colindextext": .words, "aria-colspan": .integer,
      "aria-controls": .references,
      "aria-current": .one(["page", "step", "location", "date", "time", "true", "false"]),
      "aria-describedby": .references, "aria-description": .words, "aria-details": .references,
      "aria-disabled": .one(yes), "aria-dropeffect": .several(["copy", "execute", "link", "move", "none", "popup"]),
      "aria-errormessage": .references, "aria-expanded": .one(maybe), "aria-flowto": .references,
      "aria-grabbed": .one(maybe),
      "aria-haspopup": .one(["false", "true", "menu", "listbox", "tree", "grid", "dialog"]),
      "aria-hidden": .one(maybe), "aria-invalid": .one(["grammar", "false", "spelling", "true"]),
      "aria-keyshortcuts": .words, "aria-label": .words, "aria-labelledby": .references, "aria-level": .integer,
      "aria-live": .one(["assertive", "off", "polite"]), "aria-modal": .one(yes), "aria-multiline": .one(yes),
      "aria-multiselectable": .one(yes), "aria-orientation": .one(["horizontal", "undefined", "vertical"]),
      "aria-owns": .references, "aria-placeholder": .words, "aria-posinset": .integer, "aria-pressed": .one(mixed),
      "aria-readonly": .one(yes), "aria-relevant": .several(["additions", "all", "removals", "text"]),
      "aria-required": .one(yes), "aria-roledescription": .words, "aria-rowcount": .integer,
      "aria-rowindex": .integer, "aria-rowindextext": .words, "aria-rowspan": .integer, "aria-selected": .one(maybe),
      "aria-setsize": .integer, "aria-sort": .one(["ascending", "descending", "none", "other"]),
      "aria-valuemax": .number, "aria-valuemin": .number, "aria-valuenow": .number, "aria-valuetext": .words,
    ]
  }()

  static func isValid(_ value: String, for values: Values) -> Bool {
    let text = value.trimmed
    switch values {
    case .words, .references: return true
    case .reference: return text.words.count == 1
    case .integer: return Int(text) != nil
    case .number: return CSSLength(text).map { $0.unit.isEmpty } ?? false
    case .one(let known): return known.contains(text.lowercased())
    case .several(let known):
      let words = text.lowercased().words
      return !words.isEmpty && words.allSatisfy(known.contains)
    }
  }
}
