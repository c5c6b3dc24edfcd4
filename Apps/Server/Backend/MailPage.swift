internal import FoundationEssentials
internal import Gate
internal import Mail
internal import Transport

/// A page that shows the mails written to the folder when there is no mail server. Anybody with the printed address
/// may read them, and they contain sign-in links.
struct MailPage: Sendable {
  /// Nil when mails are sent.
  let mailer: FolderMailer?
  let pass: String

  func answer(_ request: Request) async -> Response {
    guard let mailer else {
      return page(
        "Mails are sent", "<p>This server sends its mails through a mail server and stores none.</p>", .notFound)
    }
    guard let given = request.target.query["pass"], given == pass else {
      return page(
        "Access denied", "<p>Open the address that was printed when the server was started.</p>", .unauthorized)
    }
    let letters = await mailer.letters(newest: 50)
    let list = letters.map { letter in
      """
      <article><h2>\(MailPage.escaped(letter.subject))</h2>\
      <p>To \(MailPage.escaped(letter.to))</p><pre>\(MailPage.linked(letter.text))</pre></article>
      """
    }
    return page("Mails", list.isEmpty ? "<p>No mail has been written yet.</p>" : list.joined())
  }

  private func page(_ title: String, _ content: String, _ status: Status = .ok) -> Response {
    let html = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title)</title>\
      <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">\
      <h1>\(title)</h1>\(content)</html>
      """
    return .html(
      html, status: status,
      headers: [
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'", "cache-control": "no-store",
        "referrer-policy": "no-referrer", "x-content-type-options": "nosniff",
      ])
  }

  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Turns words that begin with `http://` or `https://` into links.
  static func linked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map { word in
        let shown = escaped(word)
        return word.hasPrefix("http://") || word.hasPrefix("https://") ? "<a href=\"\(shown)\">\(shown)</a>" : shown
      }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
