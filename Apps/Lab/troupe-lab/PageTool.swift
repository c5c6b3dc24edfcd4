internal import Commands
internal import Glibc
internal import HTMLAudit
internal import JSON
internal import Kernel

extension Option {
  static let html = Option(
    name: "html", value: "FILE", words: "a page of HTML instead of the products; - for standard input")
}

/// The audit of one page of HTML.
enum PageTool {
  /// The rules as the help lists them.
  static var rules: String {
    PageRule.all.map { rule in
      let criteria = rule.criteria.isEmpty ? "no criterion" : "WCAG \(rule.criteria.joined(separator: ", "))"
      return "  \(rule.title) (\(rule.id), \(criteria)\(rule.act.map { ", ACT \($0)" } ?? ""))"
    }.joined(separator: "\n")
  }

  /// The form of the JSON document.
  static let form = """
    --json writes {"version": 1, "title", "language", "rules", "elements", "colours", "unlisted"}:
      rules     one entry for each rule: "rule", "act", "criteria", "title", "outcome", "targets", "unlisted". An outcome is
                passed, failed, inapplicable or cantTell, as in EARL. Each target has its own "outcome", its "element" and
                "words" that say why.
      elements  what a screen reader finds, in order: "path", "line", "column", "role", "name", and "level" of a heading
      colours   texts in colours that the page names: "line", "text", "foreground", "background", "ratio", "size", "isBold"
      unlisted  the number of entries that are left out of a long list
    The exit code is 1 when a rule failed.
    """

  static func run(_ given: Arguments) throws(Problem) -> Int32 {
    guard !given.has(.product) else { throw .usage("--html and --product are not used together.", help: "audit") }
    let path = given[.html] ?? ""
    let bytes = try bytes(of: path)
    let page = try StaticPage(bytes)
    let sheets = sheets(of: page, beside: path)
    let report = try HTMLAudit.report(of: sheets.isEmpty ? page : StaticPage(bytes, sheets: sheets))
    if given.has(.json) {
      Output.line((try? JSON.text(report, isPretty: true)) ?? "")
    } else {
      Output.text(words(of: report))
    }
    return report.failures.isEmpty ? 0 : 1
  }

  private static func words(of report: PageReport) -> String {
    func count(_ outcome: PageReport.Outcome) -> Int { report.rules.filter { $0.outcome == outcome }.count }
    var lines = [
      "“\(report.title.prefix(100))”  \(count(.passed)) rules passed, \(count(.failed)) failed, "
        + "\(count(.inapplicable)) not applicable, \(count(.cantTell)) not to be decided"
    ]
    for (outcome, title) in [(PageReport.Outcome.failed, "Failed"), (.cantTell, "For a person to decide")] {
      let rules = report.rules.filter { $0.outcome == outcome }
      if !rules.isEmpty { lines += ["", title] }
      for rule in rules {
        let criteria = rule.criteria.map { "WCAG \($0)" } + (rule.act.map { ["ACT \($0)"] } ?? [])
        lines.append("  \(rule.title) (\(([rule.rule] + criteria).joined(separator: ", ")))")
        let targets = rule.targets.filter { $0.outcome == outcome }
        for target in targets.prefix(10) {
          let name = target.element.name.isEmpty ? "" : " “\(target.element.name.prefix(60))”"
          lines.append("    line \(target.element.line)  \(target.element.path)\(name)")
          if let words = target.words { lines.append("      \(words)") }
        }
        let left = targets.count - 10 + rule.unlisted
        if left > 0 { lines.append("    and \(left) more") }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The linked style sheets that lie beside the page or in folders there. Nothing is fetched.
  private static func sheets(of page: StaticPage, beside path: String) -> [String: String] {
    guard path != "-" else { return [:] }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var sheets: [String: String] = [:]
    for address in page.linkedSheets.prefix(20) {
      let file = address.prefix { $0 != "?" && $0 != "#" }
      guard !file.isEmpty, !file.hasPrefix("/"), !file.contains(":"), !file.split(separator: "/").contains(".."),
        let text = try? bytes(of: folder + file), text.count <= 1 << 20
      else { continue }
      sheets[address] = String(decoding: text, as: UTF8.self)
    }
    return sheets
  }

  /// Reads a file, a pipe or standard input up to the size of the largest page.
  private static func bytes(of path: String) throws(Problem) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unread(path) }
    defer { if path != "-" { close(file) } }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unread(path) }
      if count == 0 { return result }
      result += chunk[..<count]
      // One byte too many is enough for the page to be refused.
      if result.count > StaticPage.mostBytes { return result }
    }
  }

  private static func unread(_ path: String) -> Problem {
    Problem("no-file", "\(path.suffix(200)) is not a file that can be read.", remedy: "Check its name.")
  }
}
