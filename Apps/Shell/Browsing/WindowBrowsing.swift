package import Interface
package import Kernel

/// A product's handling of a window's browser.
package struct Browsing: Sendable {
  /// The window's front end has a browser from now on, or another address to which it returns.
  let ready: @Sendable () async -> Void
  /// A visit has ended, or a link of a mail has led here.
  let ended: @Sendable (BrowserAnswer) async -> Void
  /// Whether the end of a visit belongs to it, where several features open pages.
  let takes: @Sendable (BrowserAnswer) -> Bool

  package init(
    ready: @escaping @Sendable () async -> Void, ended: @escaping @Sendable (BrowserAnswer) async -> Void,
    taking takes: @escaping @Sendable (BrowserAnswer) -> Bool = { _ in true }
  ) {
    self.ready = ready
    self.ended = ended
    self.takes = takes
  }

  /// Two features that open pages: the answers that this one takes go to it, the others to `other`, if there is one.
  package func besides(_ other: Browsing?) -> Browsing {
    guard let other else { return self }
    let (own, ready, takes) = (ended, ready, takes)
    return Browsing(
      ready: {
        await ready()
        await other.ready()
      }, ended: { answer in await takes(answer) ? own(answer) : other.ended(answer) })
  }
}

// Visits to pages outside of this window, and the return from them.
extension Window {
  /// Asks the front end to open a page. There is one visit at a time: a later one supersedes it.
  package func browse(_ visit: BrowserVisit) {
    hold(visit)
    say(.browserAsked(visit))
  }

  /// Ends the visit to that provider, which the person has cancelled here.
  package func endVisit(to provider: String) {
    if visit?.provider == provider { hold(nil as BrowserVisit?) }
  }

  /// Takes the address to which the front end's browser returns: a scheme, and neither query nor fragment, whose fields
  /// are the visit's own.
  package func browses(returningTo address: String) async throws(Problem) {
    let scheme = address.prefix { $0 != ":" }
    let isScheme =
      scheme.first?.isLetter == true && scheme.utf8.allSatisfy { $0.isSchemeCharacter } && scheme.count < address.count
    guard isScheme, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !address.contains(where: { "?#".contains($0) })
    else {
      throw Problem(
        "bad-callback", "A callback is an address without a query, such as myapp://callback.",
        safe: "Nothing was changed.", remedy: "Give such an address.")
    }
    guard callback != address else { return }
    hold(callback: address)
    await browsing?.ready()
  }

  /// Passes the end of a visit to the feature that asked, which knows the visits by their state. A return may also come
  /// from a link in a mail, without a visit of this window.
  func browsed(_ answer: BrowserAnswer) async throws(Problem) {
    let isReturn = if case .returned = answer { true } else { false }
    guard let browsing, visit != nil || isReturn else {
      throw Problem(
        "no-browser-asked", "No page is open in a browser for this window.", safe: "Nothing was changed.",
        remedy: "Begin with the button that opens it.")
    }
    hold(nil as BrowserVisit?)
    await browsing.ended(answer)
  }
}

extension UInt8 {
  /// Whether the character may stand in the scheme of an address (RFC 3986, 3.1).
  fileprivate var isSchemeCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
