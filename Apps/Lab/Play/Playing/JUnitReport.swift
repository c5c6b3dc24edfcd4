/// Outcomes as JUnit XML, which build servers read.
public enum JUnitReport {
  public static func text(of report: Play.Report) -> String {
    let suites = Dictionary(grouping: report.outcomes, by: \.file).sorted { $0.key < $1.key }.map(suite)
    let seconds = time(report.outcomes.reduce(0) { $0 + $1.seconds })
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="troupe play" tests="\(report.outcomes.count)" failures="\(report.failed)" time="\(seconds)">
      \(suites.joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func suite(_ file: String, _ outcomes: [Outcome]) -> String {
    let failed = outcomes.count { !$0.hasPassed }
    let seconds = time(outcomes.reduce(0) { $0 + $1.seconds })
    let head =
      "<testsuite name=\"\(escaped(file))\" tests=\"\(outcomes.count)\" failures=\"\(failed)\" time=\"\(seconds)\">"
    return (["  " + head] + outcomes.map(testCase) + ["  </testsuite>"]).joined(separator: "\n")
  }

  private static func testCase(_ outcome: Outcome) -> String {
    let start =
      "    <testcase classname=\"\(escaped(outcome.file))\" name=\"\(escaped(outcome.scenario))\" "
      + "file=\"\(escaped(outcome.file))\" line=\"\(outcome.line)\" time=\"\(time(outcome.seconds))\""
    guard case .failed(let failure) = outcome.ending else { return start + "/>" }
    return """
      \(start)>
            <failure message="\(escaped(failure.why))">\(escaped(outcome.text))</failure>
          </testcase>
      """
  }

  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((max(0, seconds) * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// Escapes text, and drops the control characters that XML 1.0 has no form for.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      default:
        if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
