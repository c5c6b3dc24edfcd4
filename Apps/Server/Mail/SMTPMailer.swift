public import Fetch
internal import FoundationEssentials
public import Kernel

/// Sends letters through a mail server.
public struct SMTPMailer: Mailer {
  private let server: MailServer
  private let sender: Sender
  private let fetch: Fetch
  private let time: Time

  /// `url` is `smtps://host:465` or `smtp://host:587` and may contain credentials: `smtps://user:password@host`, with
  /// reserved characters percent-encoded.
  public init(url: String, from sender: Sender, _ fetch: Fetch, time: Time = .live) throws(Problem) {
    let (address, user, password) = SMTPMailer.parts(url)
    server = try MailServer(address, user: user, password: password)
    self.sender = sender
    self.fetch = fetch
    self.time = time
  }

  public func deliver(_ letter: Letter) async throws(Problem) {
    let writing = LetterText(letter, from: sender, at: time.now().date, id: UUID())
    try await fetch.deliver(Envelope(writing.bytes, from: sender.address, to: [letter.address], by: server))
  }

  static func parts(_ url: String) -> (address: String, user: String?, password: String?) {
    guard let scheme = url.firstRange(of: "://"), let mark = url.lastIndex(of: "@"), scheme.upperBound <= mark else {
      return (url, nil, nil)
    }
    let names = url[scheme.upperBound..<mark].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = names.map(SMTPMailer.decoded)
    let address = url[..<scheme.upperBound] + url[url.index(after: mark)...]
    return (String(address), decoded.first, decoded.count > 1 ? decoded[1] : nil)
  }

  private static func decoded(_ text: Substring) -> String {
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        out.append(byte)
        continue
      }
      out.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
