public import Interface

/// The HTML document of one window. It works without a script; a script updates it by patches.
public struct Document: Sendable {
  public let frame: Frame
  /// The display name of the product, which its theme may lack.
  public let product: String
  /// The identifier of the tab.
  public let tab: String
  /// The revision of the frame within the tab.
  public let revision: Int
  public let look: WebLook
  /// The language of the page, as a BCP 47 tag.
  public let language: String

  public init(
    frame: Frame, of product: String, tab: String, revision: Int, look: WebLook, language: String = "en-GB"
  ) {
    self.frame = frame
    self.product = product
    self.tab = tab
    self.revision = revision
    self.look = look
    self.language = language
  }

  /// The path prefix of a window's addresses, such as "/yhealth/me".
  public static func base(of product: String, _ profile: String) -> String { Route([product, profile]).text }

  public var html: String {
    let base = Document.base(of: frame.product, frame.profile)
    let face = Face(base: base, tab: tab, motif: look.theme(frame.appearance.theme)?.motif)
    var page = HTMLPage(language: language, appearance: frame.appearance)
    page.begin(title: face.title(of: frame, product: product), look: look)
    page.markup.open("link", ["rel": "manifest", "href": "/-/manifest/\(frame.product).webmanifest"])
    page.markup.open("script", ["src": look.scriptAddress, "type": "module"])
    page.markup.close("script")
    page.markup.close("head")
    page.markup.open(
      "body",
      [
        "data-base": base, "data-tab": tab, "data-revision": String(revision), "data-path": base + frame.route.text,
        "data-busy": frame.settled ? nil : "",
      ])
    page.markup.tag(
      "a", ["class": "skip", "href": "#frame-main", "inert": frame.dialog == nil ? nil : ""],
      words: "Skip to the content")
    form(base, &page.markup)
    let root = frame.root
    page.markup.append(face.whole(root))
    page.markup.raw("<div id=\"say\" class=\"unseen\" aria-live=\"polite\"></div>")
    page.markup.raw("<div id=\"shout\" class=\"unseen\" aria-live=\"assertive\"></div>")
    page.markup.raw("<p id=\"away\" role=\"status\" hidden></p>")
    // The live regions say the same to a screen reader.
    page.markup.raw("<p id=\"caption\" aria-hidden=\"true\" hidden></p>")
    page.markup.raw("<noscript><p class=\"apply\">Changes are kept when you choose ")
    page.markup.raw(
      "<button class=\"button prominent\" type=\"submit\" form=\"acts\" name=\"do\" value>Apply</button></p></noscript>"
    )
    page.end()
    return page.markup.text
  }

  /// Writes the page's only form, to which every control belongs. Its first button is the one that Enter activates: it
  /// submits the fields and activates no other button.
  private func form(_ base: String, _ markup: inout Markup) {
    markup.open("form", ["id": "acts", "method": "post", "action": "\(base)/-/do", "novalidate": ""])
    let fields = [("tab", tab), ("revision", String(revision)), ("path", base + frame.route.text)]
    for (name, value) in fields {
      markup.open("input", ["type": "hidden", "name": name, "value": value])
    }
    markup.raw(
      "<button class=\"unseen\" type=\"submit\" name=\"do\" value tabindex=\"-1\" aria-hidden=\"true\">Apply</button>")
    markup.close("form")
  }
}

extension Face {
  func whole(_ root: Element) -> Markup {
    var markup = Markup()
    draw(root, in: root, children: root.children, into: &markup)
    return markup
  }
}
