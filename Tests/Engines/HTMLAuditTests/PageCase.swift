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

  static let all: [PageCase] = names + images + forms + documents + aria + tables + structure + looks + wording

  static func outcome(of rule: String, on page: String) throws -> PageReport.Outcome? {
    try HTMLAudit.report(of: StaticPage(page)).rules.first { $0.rule == rule }?.outcome
  }
}
