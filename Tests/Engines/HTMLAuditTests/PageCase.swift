import HTMLAudit
import Testing

/// Pages on which one rule ends in each of its outcomes.
struct PageCase: Sendable, CustomTestStringConvertible {
  let rule: String
  var passed: [String] = []
  var failed: [String] = []
  var inapplicable: [String] = []
  var undecided: [String] = []

  var testDescription: String { rule }

  /// One for each rule, with the cases of all tables.
  static let all: [PageCase] = {
    let everything =
      names + images + forms + documents + aria + tables + structure + looks + wording + sheets + furtherNames
      + furtherPages
    var found: [PageCase] = []
    for it in everything {
      guard let index = found.firstIndex(where: { $0.rule == it.rule }) else {
        found.append(it)
        continue
      }
      found[index].passed += it.passed
      found[index].failed += it.failed
      found[index].inapplicable += it.inapplicable
      found[index].undecided += it.undecided
    }
    return found
  }()

  static func outcome(of rule: String, on page: String) throws -> PageReport.Outcome? {
    try HTMLAudit.report(of: StaticPage(page)).rules.first { $0.rule == rule }?.outcome
  }
}
