/// Manual pages in roff, generated from the descriptions of commands.
enum ManPage {
  /// The page of a whole program.
  static func page(of set: CommandSet) -> String {
    let commands = set.all.map { tool in
      ".TP\n\(bold("troupe \(tool.name)")) \(escaped(tool.operands))\n\(paragraph(tool.summary))"
    }
    return """
      \(head("troupe", set.version))
      .SH NAME
      troupe \\- \(escaped(set.introduction().lowercasingFirst))
      .SH SYNOPSIS
      \(bold("troupe")) [\\fICOMMAND\\fR] [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...
      .SH COMMANDS
      \(commands.joined(separator: "\n"))
      .SH EXIT STATUS
      .TP
      0
      done
      .TP
      1
      it could not be done
      .TP
      2
      wrong use
      .SH SEE ALSO
      \(bold("troupe help")) \\fICOMMAND\\fR explains one command.
      """
  }

  /// The page of one command.
  static func page(of tool: Tool, version: String) -> String {
    let options = tool.options.map { option in
      let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\(bold("--\(option.name)"))\(value)\n\(paragraph(option.words))"
    }
    let details = tool.details()
    let parts = [
      head("troupe-\(tool.name)", version), ".SH NAME\ntroupe\\-\(escaped(tool.name)) \\- \(escaped(tool.summary))",
      ".SH SYNOPSIS\n\(bold("troupe \(tool.name)")) [\\fIOPTION\\fR]... \(escaped(tool.operands))",
      options.isEmpty ? "" : ".SH OPTIONS\n\(options.joined(separator: "\n"))",
      details.isEmpty ? "" : ".SH DESCRIPTION\n.nf\n\(lines(details))\n.fi",
      ".SH SEE ALSO\n\(bold("troupe"))(1)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func head(_ name: String, _ version: String) -> String {
    ".TH \"\(name.uppercased())\" \"1\" \"\" \"Troupe \(version)\" \"User Commands\""
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func paragraph(_ text: String) -> String { lines(text) }

  /// A line that begins with a dot or an apostrophe would be a request of roff.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let plain = escaped(String(line))
      return plain.first.map { ".'".contains($0) } ?? false ? "\\&\(plain)" : plain
    }.joined(separator: "\n")
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

extension String {
  fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
