import Catalog
import EveryRole
import HTML
import Interface
import Shell
import Testing

@Suite("Valid and accessible HTML")
struct SoundnessTests {
  static func pages() throws -> [[Tag]] {
    try ContractTests.frames.map {
      try Tag.read(Document(frame: $0, of: "yHealth", tab: "t1", revision: 7, look: .products).html)
    }
      + [Tag.read(frontPage(SoundnessTests.products, look: .products)), Tag.read(gonePage(look: .products))]
  }

  static let products = Product.all.map(\.theme).map {
    OfferedProduct(theme: $0, tagline: "What it is for.", profiles: $0.id == "yhealth" ? ["me", "Anna & Bo"] : [])
  }

  @Test("identifiers are unique")
  func identifiers() throws {
    for page in try SoundnessTests.pages() {
      let ids = page.flatMap(\.all).compactMap(\.id)
      #expect(Set(ids).count == ids.count, "\(ids.filter { id in ids.filter { $0 == id }.count > 1 })")
    }
  }

  @Test("every reference to an identifier has a target")
  func references() throws {
    for page in try SoundnessTests.pages() {
      let tags = page.flatMap(\.all)
      let ids = Set(tags.compactMap(\.id))
      for tag in tags {
        let named = ["aria-describedby", "aria-labelledby", "for", "form"].compactMap { tag[$0] }
        for id in named.flatMap({ $0.split(separator: " ") }) { #expect(ids.contains(String(id)), "\(tag.name) \(id)") }
      }
    }
  }

  @Test("every control has a name that contains its visible text")
  func names() throws {
    for page in try SoundnessTests.pages() {
      let tags = page.flatMap(\.all)
      let labels = Dictionary(tags.compactMap { tag in tag["for"].map { ($0, tag.text) } }, uniquingKeysWith: { $1 })
      for tag in tags where ["input", "select", "textarea"].contains(tag.name) && tag["type"] != "hidden" {
        let isWrapped = tags.contains { $0.name == "label" && $0.all.contains { $0 === tag } && !$0.text.isEmpty }
        #expect(isWrapped || tag.id.flatMap { labels[$0] }?.isEmpty == false, "\(tag.attributes)")
      }
      for tag in tags where ["button", "a", "summary"].contains(tag.name) {
        let seen = tag.text.filter { !$0.isWhitespace }
        #expect(!seen.isEmpty, "\(tag.attributes)")
        if let label = tag["aria-label"] { #expect(label.contains(tag.text), "\(label)") }
      }
    }
  }

  @Test("interactive elements are not nested")
  func nesting() throws {
    let pressed: Set<String> = ["a", "button", "input", "select", "textarea", "summary"]
    for page in try SoundnessTests.pages() {
      for tag in page.flatMap(\.all) where pressed.contains(tag.name) {
        #expect(tag.all.dropFirst().allSatisfy { !pressed.contains($0.name) }, "\(tag.attributes)")
      }
    }
  }

  @Test("lists contain only items, and items are only in lists")
  func lists() throws {
    for page in try SoundnessTests.pages() {
      for tag in page.flatMap(\.all) {
        if ["ul", "ol"].contains(tag.name) { #expect(tag.children.allSatisfy { $0.name == "li" }) }
        if !["ul", "ol"].contains(tag.name) {
          #expect(tag.children.allSatisfy { $0.name != "li" }, "\(tag.attributes)")
        }
      }
    }
  }

  @Test("icons are hidden from screen readers")
  func icons() throws {
    for page in try SoundnessTests.pages() {
      #expect(page.flatMap(\.all).filter { $0.name == "svg" }.allSatisfy { $0["aria-hidden"] == "true" })
    }
  }

  @Test("pages contain no inline style, script or handler, so the strictest content security policy allows them")
  func policy() throws {
    for page in try SoundnessTests.pages() {
      for tag in page.flatMap(\.all) {
        #expect(tag.name != "style" && tag["style"] == nil)
        #expect(tag.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
        if tag.name == "script" { #expect(tag["src"]?.hasPrefix("/-/") == true && tag.text.isEmpty) }
      }
    }
  }

  @Test("user text is escaped everywhere")
  func escaping() throws {
    let evil = "<script>\"'&\u{0}\u{7}</script>\u{202E}"
    let harmless = "<script>\"'&\u{FFFD}\u{FFFD}</script>\u{202E}"
    var state = Condition()
    state.badge = evil
    state.hue = evil
    state.invalid = evil
    state.example = evil
    state.source = "/\(evil)"
    let main = Element(id: "main", role: .main)
    for role in Role.allCases {
      let element = Element(
        id: evil, role: role, label: evil, value: evil, hint: evil, state: state,
        actions: [.activate, .edit, .choose, .dismiss], destination: role == .card ? Route([evil]) : nil)
      let tags = try Tag.read(Face(base: "/yhealth/me").html(element, in: main)).flatMap(\.all)
      #expect(tags.allSatisfy { $0.name != "script" }, "\(role)")
      #expect(tags.first?.id == harmless, "\(role)")
    }
    let frame = EveryRole.frame([.heading(evil, level: 1)], title: evil)
    let page = try Tag.read(Document(frame: frame, of: "yHealth", tab: evil, revision: 1, look: .products).html)
      .flatMap(\.all)
    #expect(page.first { $0.name == "title" }?.text.hasPrefix(harmless) == true)
    #expect(page.filter { $0.name == "script" }.count == 1)
  }
}
