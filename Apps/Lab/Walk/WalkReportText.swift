internal import Audit
internal import Interface
public import JSON

// Text and JSON output of reports.
extension WalkReport {
  /// "yHealth        15 screens    812 pictures   120 taps   44 rules   nothing found".
  public func summary(names width: Int) -> String {
    func column(_ count: Int, _ one: String) -> String {
      let number = String(count)
      let words = count == 1 ? one : one + "s"
      return String(repeating: " ", count: max(0, 5 - number.count)) + number + " "
        + words.padded(to: one.count + 1)
    }
    let verdict = entries.isEmpty ? "nothing found" : "\(entries.count) found"
    return name.padded(to: width) + column(screens.count, "screen") + column(strides, "tap")
      + column(pictures, "picture") + column(Rule.allCases.count, "rule") + "  " + verdict
      + (isWhole ? "" : ", not all of it was tapped")
  }

  /// Findings by screen; empty without findings.
  public var details: String {
    var groups: [(place: String, entries: [Entry])] = []
    for entry in entries {
      let place = "\(name) \(entry.route.text)" + (entry.after.isEmpty ? "" : ", \(entry.after)")
      if groups.last?.place == place {
        groups[groups.count - 1].entries.append(entry)
      } else {
        groups.append((place, [entry]))
      }
    }
    return groups.map { group in "\(group.place)\n" + group.entries.map(\.text).joined() }.joined(separator: "\n")
  }

  /// Returns one document for all products, with the rules checked.
  public static func json(_ reports: [WalkReport]) -> JSON {
    [
      "rules": .array(Rule.allCases.map(\.json)), "products": .array(reports.map(\.json)),
      "found": .number(Double(reports.reduce(0) { $0 + $1.entries.count })),
    ]
  }

  private var json: JSON {
    [
      "product": .string(product), "screens": .array(screens.map { .string($0.text) }),
      "taps": .number(Double(strides)), "pictures": .number(Double(pictures)), "whole": .bool(isWhole),
      "findings": .array(entries.map(\.json)), "name": .string(name),
      "forms": .array(
        forms.map { form in
          [
            "scheme": .string(form.scheme.rawValue), "textSize": .number(Double(form.textSize)),
            "motion": .string(form.motion.rawValue), "contrast": .string(form.contrast.rawValue),
            "pictures": .number(Double(form.pictures)), "findings": .number(Double(form.findings)),
          ]
        }),
    ]
  }
}

extension WalkReport.Entry {
  fileprivate var text: String {
    let more = screens > 1 ? "    Also on \(screens - 1) more.\n" : ""
    let node = finding.node.isEmpty ? "" : "  \(finding.node)"
    return """
        \(finding.rule.title) (\(finding.rule.rawValue), WCAG \(finding.rule.criterion))
          \(finding.place)\(node)
          \(finding.words)
          \(finding.rule.remedy)
      \(more)
      """
  }

  fileprivate var json: JSON {
    [
      "rule": .string(finding.rule.rawValue), "criterion": .string(finding.rule.criterion),
      "route": .string(route.text), "after": .string(after), "screens": .number(Double(screens)),
      "node": .string(finding.node), "role": finding.role.map { .string($0.rawValue) } ?? .null,
      "label": .string(finding.label), "words": .string(finding.words), "remedy": .string(finding.rule.remedy),
    ]
  }
}

extension Rule {
  fileprivate var json: JSON {
    [
      "rule": .string(rawValue), "criterion": .string(criterion), "title": .string(title), "remedy": .string(remedy),
    ]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
