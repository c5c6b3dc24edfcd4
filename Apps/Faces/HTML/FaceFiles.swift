internal import Interface

// File uploads. Each has a form of its own, which works without a script, since a file is sent without other fields.
extension Face {
  /// The largest file that a form sends, in bytes. The server accepts slightly more, which leaves room for the other
  /// parts of the form.
  public static let largestFile = 10 << 20

  func attachment(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isOpen = !element.state.isDisabled
    markup.open(
      "form",
      [
        "id": spot.id, "class": "field file", "method": "post", "enctype": "multipart/form-data",
        "action": "\(base)/-/photo?tab=\(tab)",
      ])
    markup.open("label", ["for": "\(element.id)~field"])
    markup.words(element.label)
    markup.close("label")
    hint(element, &markup)
    markup.open("div", ["class": "entry"])
    markup.open(
      "input",
      [
        "id": "\(element.id)~field", "type": "file", "name": "photo", "accept": "image/*",
        "data-attach": String(Face.largestFile), "disabled": isOpen ? nil : "",
        "aria-describedby": described(element),
      ])
    markup.close("div")
    markup.raw("<noscript><button class=\"button prominent\" type=\"submit\">Send</button></noscript>")
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close("form")
  }

  /// Draws an upload of up to `largestHanded` bytes, which the script sends in pieces. Without a script it is sent as a
  /// form, up to `largestFile`.
  func handover(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open(
      "form",
      [
        "id": spot.id, "class": "field file", "method": "post", "enctype": "multipart/form-data",
        "action": "\(base)/-/file?tab=\(tab)&node=\(Face.encoded(element.id))",
      ])
    markup.open("label", ["for": "\(element.id)~field"])
    markup.words(element.label)
    markup.close("label")
    hint(element, &markup)
    markup.open("noscript", [:])
    markup.tag(
      "p", ["class": "note"],
      words:
        "Without scripts a file of up to \(Face.largestFile >> 20) MB can be sent. For a larger one, switch them on.")
    markup.close("noscript")
    markup.open("div", ["class": "entry"])
    markup.open(
      "input",
      [
        "id": "\(element.id)~field", "type": "file", "name": "file",
        "accept": element.state.purpose.flatMap(Face.accepted(for:)),
        "data-hand": String(Face.largestHanded), "data-for": element.id,
        "disabled": element.state.isDisabled ? "" : nil, "aria-describedby": described(element),
      ])
    markup.close("div")
    markup.open("div", ["class": "progress", "data-sending": element.id, "hidden": ""])
    markup.tag("label", ["for": "\(element.id)~bar"], words: "Sending")
    markup.open("progress", ["id": "\(element.id)~bar", "max": "1", "value": "0"])
    markup.close("progress")
    markup.tag("button", ["class": "button", "type": "button", "data-stop": ""], words: "Cancel")
    markup.close("div")
    markup.raw("<noscript><button class=\"button prominent\" type=\"submit\">Send</button></noscript>")
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close("form")
  }

  /// The largest file that is sent in pieces, in bytes.
  static let largestHanded = 16 << 30

  /// The `accept` attribute: the file types that a browser offers first.
  private static func accepted(for purpose: Purpose) -> String? {
    purpose == .export ? ".zip,.xml,.fit,.tcx,.gpx,.gz,application/zip,application/xml,text/xml" : nil
  }

  /// The identifier, percent-encoded for a query.
  private static func encoded(_ id: String) -> String {
    id.utf8.map { byte in
      let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      return isPlain || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
