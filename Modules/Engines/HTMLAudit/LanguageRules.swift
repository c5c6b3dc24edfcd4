extension PageRule {
  static let languageRules: [PageRule] = [
    PageRule("page-language", act: "b5c3f8", ["3.1.1"], "Page names its language") { exam in
      exam.root { _, node in
        (node["lang"] ?? "").isBlank ? .failed("The html element has no lang attribute with a value.") : .passed
      }
    },
    PageRule("page-language-valid", act: "bf051a", ["3.1.1"], "Language of the page exists") { exam in
      exam.root { _, node in
        guard let lang = node["lang"], !lang.isBlank else { return nil }
        return language(lang)
      }
    },
    PageRule("language-valid", act: "de46e4", ["3.1.2"], "Language of a part exists") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, node.html != "html", let lang = node["lang"], !lang.isEmpty,
          node.html == "body" || exam.scene.ancestor(of: place, where: { exam.nodes[$0].html == "body" }) != nil,
          hasText(place, exam)
        else { return nil }
        return language(lang)
      }
    },
    PageRule("page-language-right", act: "ucwvc8", ["3.1.1"], "Language of the page is the one it is written in") {
      exam in
      exam.root { place, node in
        guard let lang = node["lang"], Languages.isKnown(lang) == true, hasText(place, exam) else { return nil }
        return .undecided("A person has to read whether the page is in “\(lang.prefix(20))”.")
      }
    },
    PageRule("language-right", act: "off6ek", ["3.1.2"], "Language of a part is the one it is written in") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, node.html != "html", let lang = node["lang"], Languages.isKnown(lang) == true,
          hasText(place, exam)
        else { return nil }
        return .undecided("A person has to read whether it is in “\(lang.prefix(20))”.")
      }
    },
  ]

  private static func language(_ lang: String) -> PageVerdict {
    switch Languages.isKnown(lang) {
    case true: .passed
    case false: .failed("“\(lang.prefix(40))” does not begin with a language.")
    default:
      .undecided("“\(lang.prefix(40))” may be one of the rarer languages, whose list is not part of this program.")
    }
  }

  /// Text that is read in the language of this element, and not of one within it.
  private static func hasText(_ place: Int, _ exam: PageExam) -> Bool {
    exam.scene.inside(place).contains { inner in
      let node = exam.nodes[inner]
      guard !exam.scene.isHiddenFromAll[inner] || exam.scene.styles.computed[inner].isDisplayed else { return false }
      let says =
        node.text.map { !$0.isBlank } ?? !(node["alt"] ?? node["aria-label"] ?? node["aria-labelledby"] ?? "").isBlank
      guard says, exam.scene.isSeen(inner) || !exam.scene.isHidden(inner) else { return false }
      let owner = node["lang"] != nil ? inner : exam.scene.ancestor(of: inner) { exam.nodes[$0]["lang"] != nil }
      return owner == place
    }
  }
}

/// The languages of ISO 639-1, and those of three letters that have no two.
enum Languages {
  private static let two = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
    et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki
    kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no
    nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.words)
  private static let three = Set(
    "yue cmn gsw nds haw fil ast sco mis mul und zxx hsb dsb grc ang chr ceb scn vec szl sma".words)
  /// Codes of three letters for languages that have one of two, which are not to be used.
  private static let doubled = Set(
    """
    eng fra fre deu ger spa ita por nld dut rus zho chi jpn kor ara heb hin pol tur swe dan nor fin ell gre ces cze hun
    ron rum ukr bul hrv srp slk slo slv est lav lit gle cym wel isl ice cat eus baq glg lat
    """.words)

  /// Whether the primary subtag is a language; nil where this program does not know.
  static func isKnown(_ tag: String) -> Bool? {
    guard tag.trimmed == tag,
      let first = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).first,
      !first.isEmpty, first.allSatisfy({ $0.isLetter && $0.isASCII })
    else { return false }
    switch first.count {
    case 2: return two.contains(String(first))
    case 3: return three.contains(String(first)) ? true : doubled.contains(String(first)) ? false : nil
    default: return false
    }
  }
}
