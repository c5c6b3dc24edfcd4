extension PageRule {
  static let documentRules: [PageRule] = [
    PageRule("title", act: "2779a5", ["2.4.2"], "Page has a title") { exam in
      exam.root { _, _ in
        guard let title = exam.title else {
          return .failed("The page has no title.")
        }
        return exam.scene.text(of: title).isBlank ? .failed("The title is empty.") : .passed
      }
    },
    PageRule("viewport", act: "b4f0c3", ["1.4.4", "1.4.10"], "Page can be zoomed") { exam in
      exam.each { _, node in
        guard node.html == "meta", node.keyword("name") == "viewport", let content = node["content"] else { return nil }
        return viewport(content)
      }
    },
    PageRule("refresh", act: "bc659a", ["2.2.1"], "Page does not reload or leave by itself") { exam in
      let found = exam.nodes.firstIndex { node in
        node.html == "meta" && node.keyword("http-equiv") == "refresh" && refreshTime(node["content"] ?? "") != nil
      }
      guard let found, let time = refreshTime(exam.nodes[found]["content"] ?? "") else { return [] }
      return [
        PageTarget(
          place: found,
          verdict: time == 0 || time > 72_000
            ? .passed : .failed("It happens after \(time) seconds, and cannot be stopped."))
      ]
    },
    PageRule("bypass", act: "cf77f2", ["2.4.1"], "Repeated blocks can be skipped") { exam in
      exam.root { place, _ in
        let isFound = exam.scene.inside(place).contains { inner in
          guard exam.scene.isExposed(inner) else { return false }
          return ["main", "heading"].contains(exam.scene.roles[inner]) || isSkipLink(inner, exam)
        }
        return isFound
          ? .passed
          : .undecided("There is no main part, heading or skip link; other pages decide whether one is needed.")
      }
    },
    PageRule("moving-text", ["2.2.2"], "Text does not move by itself") { exam in
      exam.each { place, node in
        guard ["marquee", "blink"].contains(node.html), exam.scene.isSeen(place) else { return nil }
        return .failed("It moves or blinks without an end, and cannot be stopped.")
      }
    },
    PageRule("orientation", act: "b33eff", ["1.3.4"], "Page is not turned with the screen") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, let turned = exam.scene.styles.turned[place], exam.scene.isSeen(place) else {
          return nil
        }
        let angles = turned.turns.compactMap { turn(of: $0) }
        guard !angles.isEmpty else { return nil }
        let usual = turned.usual.flatMap { turn(of: $0) } ?? 0
        let isLocked = angles.contains { abs(abs(($0 - usual).truncatingRemainder(dividingBy: 180)) - 90) < 1 }
        return isLocked ? .failed("It is turned by a quarter in one orientation of the screen.") : .passed
      }
    },
    PageRule("scrolled-by-key", act: "0ssw9k", ["2.1.1"], "What scrolls can be reached by keyboard") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, exam.scene.styles.computed[place].scrolls, exam.scene.isSeen(place) else {
          return nil
        }
        let isReached =
          exam.scene.isInTabOrder(place) || exam.scene.inside(place).contains(where: exam.scene.isInTabOrder)
        return isReached ? .passed : .undecided("Nothing in it takes the focus; the layout decides whether it scrolls.")
      }
    },
    PageRule("iframe-focus", act: "akn7bn", ["2.1.1"], "Frame with controls is reached with the Tab key") { exam in
      exam.each { place, node in
        guard node.html == "iframe", exam.scene.isSeen(place), !exam.scene.isInert[place] else { return nil }
        let isOut = (node.tabIndex ?? 0) < 0
        guard let source = node["srcdoc"] else {
          return isOut && node.has("src") ? .undecided("It is not known what the frame holds.") : nil
        }
        let sides = [node["width"], node["height"]].compactMap { $0.flatMap { Int($0.trimmed) } }
        guard sides.allSatisfy({ $0 > 1 }), source.utf8.count < 100_000, let page = try? StaticPage(source) else {
          return nil
        }
        let inner = PageScene(page)
        guard
          page.nodes.indices.contains(where: {
            inner.isInTabOrder($0) && inner.isSeen($0) && !isSizeless(page.nodes[$0])
          })
        else { return nil }
        return isOut ? .failed("It holds controls, and the Tab key does not get into it.") : .passed
      }
    },
    PageRule("tab-order", ["2.4.3"], "Focus moves in the order of the page") { exam in
      exam.each { place, node in
        guard let index = node.tabIndex, index > 0, exam.scene.isFocusable(place) else { return nil }
        return .undecided("The tabindex \(index) takes it out of the order of the page.")
      }
    },
  ]

  /// A control of no size is in nobody's way.
  private static func isSizeless(_ node: PageNode) -> Bool { node["style"]?.contains("display:none") ?? false }

  private static func isSkipLink(_ place: Int, _ exam: PageExam) -> Bool {
    guard let address = exam.nodes[place]["href"], address.hasPrefix("#"), address.count > 1 else { return false }
    return exam.scene.page.places[String(address.dropFirst())] != nil
  }

  private static func viewport(_ content: String) -> PageVerdict? {
    var values: [String: String] = [:]
    // Space sets properties apart, too, but not around the sign of equality.
    let words = content.lowercased().split(separator: "=").map { String($0).trimmed }.joined(separator: "=")
    for part in words.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      if sides.count == 2 { values[sides[0]] = sides[1] } else if let only = sides.first { values[only] = "" }
    }
    guard values["maximum-scale"] != nil || values["user-scalable"] != nil else { return nil }
    if let scalable = values["user-scalable"], !["yes", "device-width", "device-height"].contains(scalable) {
      let number = CSSLength(scalable)?.number
      if scalable == "no" || number == nil || abs(number ?? 0) < 1 { return .failed("It forbids zooming.") }
    }
    if let scale = values["maximum-scale"], !["device-width", "device-height"].contains(scale) {
      let number = CSSLength(scale)?.number ?? (scale == "yes" ? 1 : 0.1)
      if number >= 0, number < 2 { return .failed("It allows zooming to \(scale.prefix(20)) times only.") }
    }
    return .passed
  }

  /// The time of a refresh in seconds; nil when browsers do not take it.
  static func refreshTime(_ content: String) -> Int? {
    let words = content.trimmed
    let digits = words.prefix { $0.isNumber && $0.isASCII }
    var rest = words.dropFirst(digits.count)
    guard !digits.isEmpty || rest.hasPrefix(".") else { return nil }
    rest = rest.drop { $0.isNumber && $0.isASCII || $0 == "." }
    guard rest.isEmpty || rest.first == ";" || rest.first == "," || rest.first?.isWhitespace ?? false else {
      return nil
    }
    return digits.isEmpty ? 0 : Int(digits) ?? Int.max
  }

  /// The angle by which declarations turn an element, in degrees; nil where they do not say.
  private static func turn(of declared: CSSDeclarations) -> Double? {
    let transform = declared["transform"].flatMap { angle(ofFunctions: $0.text.lowercased()) }
    let rotate = declared["rotate"].flatMap { angle(ofRotation: $0.text.lowercased()) }
    guard transform != nil || rotate != nil else { return nil }
    return (transform ?? 0) + (rotate ?? 0)
  }

  /// The sum of all turns in the plane of the screen.
  private static func angle(ofFunctions words: String) -> Double? {
    let functions = CSSTransform.functions(words)
    guard !functions.isEmpty else { return words == "none" ? 0 : nil }
    guard functions.contains(where: { $0.name.hasPrefix("rotate") || $0.name.hasPrefix("matrix") }) else { return nil }
    var sum = 0.0
    for (name, parts) in functions {
      switch name {
      case "rotate", "rotatez":
        guard let angle = parts.first.flatMap(CSSColour.degrees) else { return nil }
        sum += angle
      case "rotate3d":
        guard parts.count == 4, let angle = CSSColour.degrees(parts[3]) else { return nil }
        if CSSMath.number(parts[2]) != 0 { sum += angle }
      case "matrix", "matrix3d":
        let numbers = parts.compactMap { CSSMath.number($0) }
        guard numbers.count == 6 || numbers.count == 16 else { return nil }
        if abs(numbers[0]) < 0.01, abs(numbers[1]) > 0.01 {
          sum += numbers[1] > 0 ? 90 : 270
        } else {
          sum += abs(numbers[1]) < 0.01 ? (numbers[0] < 0 ? 180 : 0) : 45
        }
      default: break
      }
    }
    return sum
  }

  private static func angle(ofRotation words: String) -> Double? {
    var parts = words.words
    guard let last = parts.popLast() else { return nil }
    if last == "none" { return 0 }
    if parts.isEmpty || parts == ["z"] || parts == ["0", "0", "1"] { return CSSColour.degrees(last) }
    return 0
  }
}
