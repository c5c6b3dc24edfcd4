/// Completion scripts for shells, generated from the descriptions of commands.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  func script(for set: CommandSet) -> String {
    switch self {
    case .bash: Self.bash(set)
    case .zsh: Self.zsh(set)
    case .fish: Self.fish(set)
    }
  }

  // MARK: bash

  private static func bash(_ set: CommandSet) -> String {
    let options = set.all.map { tool in
      "    \(tool.name)) words=\(quoted(words(of: tool, in: set).joined(separator: " "))) ;;"
    }
    let values = valued(set).map { name, values in
      "    --\(name)) COMPREPLY=($(compgen -W \(quoted(values.joined(separator: " "))) -- \"$current\")); return ;;"
    }
    return """
      # Completions of troupe for bash. `troupe completions bash` wrote this.
      _troupe() {
        local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W \(quoted(set.all.map(\.name).joined(separator: " "))) -- "$current"))
          return
        fi
        case "$before" in
      \(values.joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]}" in
      \(options.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if ((${#COMPREPLY[@]} == 0)); then COMPREPLY=($(compgen -f -- "$current")); fi
      }
      complete -o filenames -F _troupe troupe
      """
  }

  /// The options and the subcommands of a tool; the commands for those that explain one.
  private static func words(of tool: Tool, in set: CommandSet) -> [String] {
    tool.subcommands + (explains(tool) ? set.all.map(\.name) : []) + tool.options.map { "--\($0.name)" }
  }

  private static func explains(_ tool: Tool) -> Bool { tool.operands == "[COMMAND]" }

  /// The options whose values are known. All tools mean the same by one name, or it is left out.
  private static func valued(_ set: CommandSet) -> [(name: String, values: [String])] {
    let all = set.all.flatMap(\.options).filter { !$0.values.isEmpty }
    return Dictionary(grouping: all, by: \.name).sorted { $0.key < $1.key }.compactMap { name, options in
      let values = Set(options.map(\.values))
      return values.count == 1 ? (name, options[0].values) : nil
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  // MARK: zsh

  private static func zsh(_ set: CommandSet) -> String {
    let commands = set.all.map { "    \(quoted("\($0.name):\($0.summary)"))" }
    let cases = set.all.map { tool in
      let options = tool.options.map { option in
        let text = option.words.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: ";")
        let value = option.value.map { placeholder in
          ":\(placeholder.replacing(":", with: ";")):\(option.values.isEmpty ? "_files" : "(\(option.values.joined(separator: " ")))")"
        }
        return quoted("--\(option.name)[\(text)]\(value ?? "")")
      }
      let operands = tool.subcommands + (explains(tool) ? set.all.map(\.name) : [])
      let rest = operands.isEmpty ? "'*:file:_files'" : "'1:word:(\(operands.joined(separator: " ")))' '*:file:_files'"
      return "    \(tool.name)) _arguments \((options + [rest]).joined(separator: " ")) ;;"
    }
    return """
      #compdef troupe
      # Completions of troupe for zsh. `troupe completions zsh` wrote this.
      _troupe() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if ((CURRENT == 2)); then
          _describe 'command' commands
          return
        fi
        local command="${words[2]}"
        shift words
        ((CURRENT--))
        case "$command" in
      \(cases.joined(separator: "\n"))
        esac
      }
      compdef _troupe troupe
      """
  }

  // MARK: fish

  private static func fish(_ set: CommandSet) -> String {
    var lines = ["# Completions of troupe for fish. `troupe completions fish` wrote this."]
    for tool in set.all {
      lines.append("complete -c troupe -n __fish_use_subcommand -f -a \(tool.name) -d \(fishQuoted(tool.summary))")
    }
    for tool in set.all {
      let start = "complete -c troupe -n '__fish_seen_subcommand_from \(tool.name)'"
      let operands = tool.subcommands + (explains(tool) ? set.all.map(\.name) : [])
      if !operands.isEmpty { lines.append("\(start) -f -a \(fishQuoted(operands.joined(separator: " ")))") }
      for option in tool.options {
        let values = option.values.isEmpty ? "" : " -f -a \(fishQuoted(option.values.joined(separator: " ")))"
        let value = option.value == nil ? "" : " -r\(values)"
        lines.append("\(start) -l \(option.name)\(value) -d \(fishQuoted(option.words))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func fishQuoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
