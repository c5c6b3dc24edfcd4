internal import Interface

/// The help centre of a product: its name, its built-in questions, and where people ask and suggest.
public struct SupportPlan: Sendable, Hashable {
  public let product: String
  public let builtIn: HelpContent
  /// The address for questions.
  public let mail: String
  public let subject: String
  /// The public page for suggestions.
  public let portal: String?
  /// The page of the app in its store, where it is rated.
  public let store: String?

  public init(
    _ product: String, mail: StaticString, subject: StaticString, portal: StaticString? = nil,
    store: StaticString? = nil, _ builtIn: HelpContent
  ) {
    self.store = store?.description
    self.product = product
    self.builtIn = builtIn
    self.mail = mail.description
    self.subject = subject.description
    self.portal = portal?.description
  }

  var portalAddress: OutgoingAddress? { portal.flatMap { OutgoingAddress(page: $0) } }

  var storeAddress: OutgoingAddress? { store.flatMap { OutgoingAddress(page: $0) } }

  var feedback: OutgoingAddress? { OutgoingAddress(mailTo: mail, subject: "\(product): feedback", text: "") }

  /// A mail about a study. What comes from elsewhere is in its subject alone.
  func letter(about study: HelpContent.Question) -> OutgoingAddress? {
    OutgoingAddress(mailTo: mail, subject: "\(product), study: \(study.title)", text: "")
  }

  func letter(_ text: String = "") -> OutgoingAddress? { OutgoingAddress(mailTo: mail, subject: subject, text: text) }
}

/// One line of the report that a person may send with a question: a version or a count, never what they entered.
public struct DiagnosticFact: Sendable, Hashable {
  public let title: String
  public let value: String

  public init(_ title: StaticString, count: Int) {
    self.title = title.description
    value = "\(count)"
  }

  public init(_ title: StaticString, _ isSo: Bool) {
    self.title = title.description
    value = isSo ? "yes" : "no"
  }

  /// A version or the name of a system: letters, digits and `._+-`, at most 40. Anything else is left out.
  public init(_ title: StaticString, version: String) {
    self.title = title.description
    let isPlain =
      (1...40).contains(version.utf8.count)
      && version.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
    value = isPlain ? version : "–"
  }

  public init(_ title: StaticString, word: StaticString) {
    self.title = title.description
    value = word.description
  }
}
