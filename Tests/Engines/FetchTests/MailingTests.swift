import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@Suite("Delivering mail", .timeLimit(.minutes(10)))
struct MailingTests {
  /// A mail server without TLS and with scripted replies: one line per command, by its first four letters.
  static func server(
    greeting: [String] = ["250-here", "250 AUTH PLAIN"], replies: [String: String] = [:],
    heard: @escaping @Sendable ([String]) -> Void
  ) throws -> Listener {
    try Listener { talk in
      var lines: [String] = []
      talk.send("220 ready\r\n")
      while let line = talk.line() {
        lines.append(line)
        let word = line.prefix(4).uppercased()
        if let reply = replies[word] {
          talk.send("\(reply)\r\n")
          continue
        }
        switch word {
        case "EHLO": talk.send(greeting.joined(separator: "\r\n") + "\r\n")
        case "AUTH":
          talk.send("334 \r\n")
          lines.append("AUTH \(talk.line() ?? "")")
          talk.send("235 welcome\r\n")
        case "DATA":
          talk.send("354 go on\r\n")
          while let part = talk.line(), part != "." { lines.append("> \(part)") }
          talk.send("250 taken\r\n")
        case "QUIT":
          talk.send("221 bye\r\n")
          heard(lines)
          return
        default: talk.send("250 fine\r\n")
        }
      }
      heard(lines)
    }
  }

  static func envelope(_ server: MailServer) throws -> Envelope {
    Envelope(
      Array("Subject: hi\r\n\r\n.dots\r\n..\r\n.\r\nend\r\n".utf8), from: try MailAddress("us@example.org"),
      to: [try MailAddress("a@example.org"), try MailAddress("b@example.org")], by: server)
  }

  @Test("a mail is delivered to all recipients after authentication, with leading dots doubled")
  func arrives() async throws {
    let lines = Locked<[String]>([])
    let done = Gate()
    let server = try MailingTests.server { heard in
      lines.withLock { $0 = heard }
      done.open()
    }
    try await fetching { fetch in
      let post = try MailServer("smtp://127.0.0.1:\(server.port)", user: "me", password: "secret")
      #expect(!"\(post)".contains("secret"))
      try await fetch.deliver(try MailingTests.envelope(post))
    }
    await done.passed()
    let heard = lines.withLock { $0 }
    // In base64: an empty identity, `me` and `secret`, separated by zero bytes.
    #expect(heard.contains("AUTH AG1lAHNlY3JldA=="))
    #expect(heard.contains { $0.hasPrefix("MAIL FROM:<us@example.org>") })
    #expect(heard.contains("RCPT TO:<a@example.org>") && heard.contains("RCPT TO:<b@example.org>"))
    // A dot at the start of a line is doubled in transit.
    #expect(heard.filter { $0.hasPrefix(">") } == ["> Subject: hi", "> ", "> ..dots", "> ...", "> ..", "> end"])
  }

  @Test(
    "a refusal is reported as permanent, temporary or a failed login",
    arguments: [
      (["RCPT": "550 nobody here"], "mail-refused"), (["RCPT": "451 later"], "mail-later"),
      (["MAIL": "552 too much"], "mail-refused"), (["AUTH": "535 no"], "mail-login"),
      (["DATA": "554 no"], "mail-refused"),
    ])
  func refused(_ replies: [String: String], _ code: String) async throws {
    let server = try MailingTests.server(replies: replies) { _ in }
    try await fetching { fetch in
      let post = try MailServer("smtp://127.0.0.1:\(server.port)", user: "me", password: "secret")
      let envelope = try MailingTests.envelope(post)
      #expect(await problem { () throws(Problem) in try await fetch.deliver(envelope) }?.code == code)
    }
  }

  @Test("beyond this machine nothing is sent without TLS, and a silent server times out")
  func secure() async throws {
    let server = try MailingTests.server { _ in }
    let silent = try Listener { $0.untilGone() }
    try await fetching { fetch in
      // An address of this machine that is not recognised as one, and so counts as another machine's.
      let post = try MailServer("smtp://2130706433:\(server.port)", user: "me", password: "secret")
      let envelope = try MailingTests.envelope(post)
      #expect(await problem { () throws(Problem) in try await fetch.deliver(envelope) }?.code == "fetch-untrusted")
      var slow = try MailingTests.envelope(try MailServer("smtp://127.0.0.1:\(silent.port)"))
      slow.total = .milliseconds(200)
      let given = slow
      #expect(await problem { () throws(Problem) in try await fetch.deliver(given) }?.code == "fetch-timed-out")
    }
  }

  @Test("mail and server addresses that SMTP cannot express in one line are refused")
  func addresses() throws {
    for good in ["a@b", "first.last+tag@mail.example.org", "o'neil@example.org", "x_1@xn--bcher-kva.example"] {
      #expect(try MailAddress(good).text == good)
    }
    for bad in [
      "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nRCPT TO:<x@y>", "a>@b", "<a@b>", "\"a\"@b", "a..b@c", ".a@c",
      "a@-b", "a@b..c", "ä@b", "a@bücher", "a\0@b", String(repeating: "a", count: 65) + "@b",
      "a@" + String(repeating: "b.", count: 130) + "c", "a@[127.0.0.1]",
    ] {
      #expect(throws: Problem.self, "\(bad)") { try MailAddress(bad) }
    }
    let address = try MailAddress("a@b")
    #expect("\(address)" == "redacted")
    for bad in ["http://a", "smtp://a b", "smtp://u:p@a", "smtp://a?x", "smtp:a"] {
      #expect(throws: Problem.self, "\(bad)") { try MailServer(bad) }
    }
  }
}
