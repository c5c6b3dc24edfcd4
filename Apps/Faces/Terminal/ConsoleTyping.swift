internal import Commands
internal import Interface
internal import Shell

// Lines, keys and events of the terminal.
extension Console {
  /// Handles one line, key or event. Returns why the console ends, if it does.
  func take(_ typed: Typed) async -> End? {
    var end: End?
    switch typed {
    case .key(let key): return await press(key)
    case .ended: return .endOfInput
    case .interrupted:
      if editor.isEmpty, asked == nil { return .interrupted }
      cancelLine()
    case .resized: layOut(isPrinted: surface().acceptsEscapes)
    case .resumed: layOut()
    case .tooLong:
      leaveRow(isWritten: true)
      sayTooLong()
    case .notText:
      leaveRow(isWritten: true)
      say("That line was not text and was left out. Lines are UTF-8.")
    case .line(let line):
      leaveRow(isWritten: true)
      end = await submit(line)
    }
    flush()
    return end
  }

  /// Handles a key where lines are edited here.
  func press(_ key: KeyPress) async -> End? {
    if editor.isEmpty, asked == nil, turnsPage(key) {
      screen.forgetNotes()
      if key == .pageUp { screen.previous() } else { screen.next() }
      flush()
      return nil
    }
    switch editor.press(key) {
    case .nothing:
      if key == .redraw {
        layOut()
        flush()
      }
    case .changed: prompt()
    case .tooLong:
      sayTooLong()
      flush()
    case .endOfInput:
      guard asked != nil else { return .endOfInput }
      cancelLine()
      flush()
    case .submitted(let line):
      leaveRow()
      if asked == nil, !isSecret(line) { editor.remember(line) }
      let end = await submit(line)
      if end == nil { flush() }
      return end
    }
    return nil
  }

  /// Gives up the line that is being typed.
  func cancelLine() {
    editor.clear()
    stopAsking()
    screen.forgetNotes()
    if isPrompted { prompt() }
  }

  func turnsPage(_ key: KeyPress) -> Bool {
    switch key {
    case .pageUp: screen.hasPrevious
    case .pageDown, .enter, .text(" "): screen.hasNext
    default: false
    }
  }

  func sayTooLong() {
    say("That line was longer than \(Typed.longest) bytes and was left out whole. Write less at once.")
  }

  /// Handles one line.
  func submit(_ line: String) async -> End? {
    screen.forgetNotes()
    let order = TypedOrder(line)
    if asked == nil, order == .quit {
      say("Bye.")
      flush(prompting: false)
      return .quit
    }
    // Enter is the first switch while switch control is on; its bar is in view on every page.
    if asked == nil, order == .again, screen.hasNext, !isSwitched {
      screen.next()
      return nil
    }
    isBusy = true
    if let field = asked {
      stopAsking()
      let content = line.filter { !$0.isNewline }
      if content.isEmpty { say("Nothing was entered.") } else { await perform(.type(.id(field.id), content)) }
    } else if let open {
      await obey(order, line, in: open)
    } else {
      await choose(order, line)
    }
    isBusy = false
    tellRemarks()
    if let window = open?.window { update(window) }
    return nil
  }

  // MARK: The line

  func prompt() {
    let surface = surface()
    guard surface.isInteractive else { return }
    isPrompted = true
    let prompt = asked.map { "\($0.label.harmless): " } ?? "> "
    guard surface.editsLines else { return write(prompt) }
    write(row.text(prompt, editor, secret: hidden(in: editor.text), width: surface.width))
  }

  /// Goes on to the next row, unless the terminal did or the next screen clears it.
  func leaveRow(isWritten: Bool = false) {
    if isPrompted, !isWritten, !surface().acceptsEscapes { write("\n") }
    row.leave()
    isPrompted = false
  }

  func stopAsking() {
    if asked != nil, !surface().editsLines { conceal(false) }
    asked = nil
  }

  /// The part of the line that is not shown: a password.
  func hidden(in line: String) -> EditRow.Secret {
    if asked != nil { return .all }
    guard let (element, content) = field(in: line), element.isPassword else { return .none }
    return .from(content)
  }

  /// Whether the line has to be forgotten.
  func isSecret(_ line: String) -> Bool {
    guard let (element, _) = field(in: line) else { return false }
    return element.isPassword || element.state.purpose == .oneTimeCode
  }

  /// The field that the line fills in, and the position of its content. It is looked up at every key, so only the first
  /// word is read.
  func field(in line: String) -> (Element, Int)? {
    let spaces = line.prefix { $0.isWhitespace }.count
    let word = line.dropFirst(spaces).prefix(8).prefix { !$0.isWhitespace }
    guard let number = TypedOrder.number(String(word)), let element = open?.choices[number] else { return nil }
    return (element, spaces + word.count)
  }
}

extension Element {
  var isPassword: Bool {
    actions.contains(.edit) && [.password, .newPassword, .oneTimeCode].contains(state.purpose)
  }
}

extension String {
  /// The text with a space for every line break.
  var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
