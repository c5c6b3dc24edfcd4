/// The pages of a provider's authorization.
enum VendorPage {
  static func consent(of kind: VendorKind, at path: String, _ scopes: [String], ticket: String) -> String {
    let boxes = scopes.map { scope in
      "<p><label><input type=checkbox name=scope value=\"\(escaped(scope))\" checked> \(escaped(scope))</label></p>"
    }
    return page(
      "Connect to \(kind.name)",
      """
      <p>An app asks for access to your account at \(kind.name). This is a local copy of the provider for demonstrations; its \
      person is made up.</p>
      <form method=post action="\(escaped(path))">
      <input type=hidden name=ticket value="\(escaped(ticket))">
      <fieldset><legend>The app may</legend>
      \(boxes.joined(separator: "\n"))
      </fieldset>
      <p><button name=decision value=allow>Allow</button> <button name=decision value=deny>Deny</button></p>
      </form>
      """)
  }

  static func failure(_ words: String) -> String { page("Not possible", "<p>\(escaped(words))</p>") }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content="width=device-width, initial-scale=1">
    <title>\(escaped(title))</title>
    <style>body { font: 1.125rem/1.5 sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
    button { font: inherit; min-height: 48px; min-width: 6rem } input { width: 24px; height: 24px }</style>
    <h1>\(escaped(title))</h1>
    \(body)
    </html>
    """
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(character)
      }
    }.joined()
  }
}
