public import Interface
public import Kernel

/// A product as listed on the front page.
public struct OfferedProduct: Sendable {
  public let theme: Theme
  public let tagline: String
  /// The names of the existing profiles.
  public let profiles: [String]
  /// Whether most of it is still to be built.
  public let isPreview: Bool
  /// Whether it can be shown with a demonstration person.
  public let hasDemo: Bool

  public init(theme: Theme, tagline: String, profiles: [String], isPreview: Bool = false, hasDemo: Bool = false) {
    self.theme = theme
    self.tagline = tagline
    self.profiles = profiles
    self.isPreview = isPreview
    self.hasDemo = hasDemo
  }
}

/// The page on which a user chooses a product and a profile.
public func frontPage(
  _ products: [OfferedProduct], saying problem: Problem? = nil, look: WebLook, language: String = "en-GB"
) -> String {
  var page = HTMLPage(language: language, appearance: Appearance(theme: Theme.plain.id))
  page.begin(title: "Troupe", look: look)
  page.markup.raw("</head><body class=\"plain\"><main class=\"door\"><h1>Troupe</h1>")
  page.markup.raw("<p class=\"text\">What you enter stays on this machine, sealed. Choose where to begin.</p>")
  if let problem {
    page.markup.open("p", ["role": "alert", "class": "notice", "data-tone": "warning"])
    page.markup.icon(.warning)
    page.markup.tag("span", words: problem.sentence)
    page.markup.close("p")
  }
  page.markup.raw("<ul class=\"products\" role=\"list\">")
  for product in products { offer(product, &page.markup) }
  page.markup.raw("</ul></main>")
  page.end()
  return page.markup.text
}

private func offer(_ product: OfferedProduct, _ markup: inout Markup) {
  let theme = product.theme
  markup.open("li", ["class": "product", "data-theme": theme.id])
  markup.open("h2")
  theme.motif.mark(&markup)
  markup.words(theme.name)
  if product.isPreview { markup.tag("span", ["class": "badge"], words: "Preview") }
  markup.close("h2")
  markup.tag("p", words: product.tagline)
  if product.profiles.isEmpty {
    markup.open("form", ["method": "post", "action": "/open"])
    markup.open("input", ["type": "hidden", "name": "product", "value": theme.id])
    markup.open("input", ["type": "hidden", "name": "profile", "value": "me"])
    markup.tag("button", ["class": "button prominent", "type": "submit"], words: "Begin \(theme.name)")
    markup.close("form")
  } else {
    markup.open("ul", ["class": "profiles", "role": "list", "aria-label": "Profiles of \(theme.name)"])
    for profile in product.profiles {
      markup.open("li")
      markup.open("a", ["class": "button", "href": Route([theme.id, profile]).text + "/"])
      markup.icon(.person)
      markup.tag("span", ["class": "word"], words: profile)
      markup.tag("span", ["class": "unseen"], words: " in \(theme.name)")
      markup.close("a")
      markup.close("li")
    }
    markup.close("ul")
  }
  if product.hasDemo {
    markup.open("form", ["method": "post", "action": "/open"])
    markup.open("input", ["type": "hidden", "name": "product", "value": theme.id])
    markup.open("input", ["type": "hidden", "name": "demo", "value": "1"])
    markup.open("button", ["class": "button", "type": "submit"])
    markup.words("Try the demo")
    markup.tag("span", ["class": "unseen"], words: " of \(theme.name)")
    markup.close("button")
    markup.close("form")
  }
  markup.open("details")
  markup.open("summary")
  markup.words("Use another profile")
  markup.tag("span", ["class": "unseen"], words: " in \(theme.name)")
  markup.close("summary")
  markup.open("form", ["method": "post", "action": "/open"])
  markup.open("input", ["type": "hidden", "name": "product", "value": theme.id])
  markup.open("div", ["class": "field"])
  let field = "\(theme.id)~profile"
  markup.tag("label", ["for": field], words: "Name of the profile")
  markup.open("div", ["class": "entry"])
  markup.open(
    "input",
    ["id": field, "type": "text", "name": "profile", "required": "", "maxlength": "40", "autocomplete": "off"])
  markup.close("div")
  markup.close("div")
  markup.tag("button", ["class": "button", "type": "submit"], words: "Begin")
  markup.close("form")
  markup.close("details")
  markup.close("li")
}

/// The error page: what happened, what is safe, what to do.
public func problemPage(
  _ problem: Problem, look: WebLook, language: String = "en-GB"
) -> String {
  var page = HTMLPage(language: language, appearance: Appearance(theme: Theme.plain.id))
  page.begin(title: "\(problem.what) – Troupe", look: look)
  page.markup.raw("</head><body class=\"plain\"><main class=\"door narrow\">")
  page.markup.icon(.warning)
  page.markup.tag("h1", words: problem.what)
  if let safe = problem.safe { page.markup.tag("p", words: safe) }
  page.markup.tag("p", words: problem.remedy)
  page.markup.raw("<p><a class=\"button prominent\" href=\"/\">All products</a></p></main>")
  page.end()
  return page.markup.text
}

/// The page that leads to a sign-in on another site, for browsers without a script.
public func awayPage(to address: String, back: String, look: WebLook, language: String = "en-GB") -> String {
  var page = HTMLPage(language: language, appearance: Appearance(theme: Theme.plain.id))
  page.begin(title: "Continue signing in – Troupe", look: look)
  page.markup.raw("</head><body class=\"plain\"><main class=\"door narrow\">")
  page.markup.tag("h1", words: "Continue signing in")
  page.markup.tag("p", words: "You sign in on another site, which then leads you back here.")
  page.markup.raw("<p>")
  page.markup.tag("a", ["class": "button prominent", "href": address, "rel": "noreferrer"], words: "Continue")
  page.markup.raw("</p><p>")
  page.markup.tag("a", ["class": "button", "href": back], words: "Cancel")
  page.markup.raw("</p></main>")
  page.end()
  return page.markup.text
}

/// The page that the service worker shows when the server does not respond.
public func gonePage(look: WebLook, language: String = "en-GB") -> String {
  var page = HTMLPage(language: language, appearance: Appearance(theme: Theme.plain.id))
  page.begin(title: "Troupe is not running", look: look)
  page.markup.raw("<script src=\"/-/gone.js\" type=\"module\"></script>")
  page.markup.raw("</head><body class=\"plain\"><main class=\"door narrow\">")
  page.markup.icon(.offline)
  page.markup.raw("<h1>Troupe is not running</h1>")
  page.markup.raw("<p>What you entered is safe: it is on this machine’s disk.</p>")
  page.markup.raw("<p>Start it again with <code>Scripts/run</code>. This page comes back by itself.</p>")
  page.markup.raw("<p><a class=\"button prominent\" href=\"\">Try again now</a></p></main>")
  page.end()
  return page.markup.text
}
