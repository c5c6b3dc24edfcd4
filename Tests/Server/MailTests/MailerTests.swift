import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@testable import Mail

@Suite("Mailers", .timeLimit(.minutes(10)))
struct MailerTests {
  @Test("a folder keeps the newest letters, readable by its owner only, and lists the newest first")
  func folder() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "mails").path
      let sender = try Sender("us@example.org")
      let mailer = FolderMailer(path, from: sender, keeping: 3)
      #expect(await mailer.letters(newest: 5).isEmpty)
      for number in 1...5 {
        try await mailer.deliver(try Letter(to: "a@example.org", subject: "Nº \(number)", text: "text \(number)"))
      }
      #expect(await mailer.letters(newest: 9).map(\.subject) == ["Nº 5", "Nº 4", "Nº 3"])
      #expect(await mailer.letters(newest: 1).map(\.number) == [5])
      #expect(await mailer.letter(4)?.text == "text 4")
      for number in [1, -1, 99] { #expect(await mailer.letter(number) == nil) }
      // Another mailer on the same folder continues the numbering.
      let next = FolderMailer(path, from: sender, keeping: 3)
      try await next.deliver(try Letter(to: "b@example.org", subject: "six", text: ""))
      #expect(await next.letters(newest: 1).first?.number == 6)
      let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      #expect(files == ["000004.eml", "000005.eml", "000006.eml"])
      for file in files {
        let rights = try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.posixPermissions] as? Int
        #expect(rights == 0o600)
      }
      await next.remove(to: "a@example.org")
      #expect(await next.letters(newest: 9).map(\.subject) == ["six"])
    }
  }

  @Test("a folder keeps no letter for longer than 14 days")
  func old() async throws {
    try await withFolder { folder in
      let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
      let mailer = FolderMailer(
        folder.appending(path: "mails").path, from: try Sender("us@example.org"), time: clock.time)
      try await mailer.deliver(try Letter(to: "a@example.org", subject: "old", text: ""))
      await clock.advance(by: .seconds(86_400), settling: Settling())
      try await mailer.deliver(try Letter(to: "a@example.org", subject: "new", text: ""))
      await clock.advance(by: .seconds(FolderMailer.longest - 86_400), settling: Settling())
      await mailer.removeOld()
      #expect(await mailer.letters(newest: 9).map(\.subject) == ["new", "old"])
      await clock.advance(by: .seconds(1), settling: Settling())
      await mailer.removeOld()
      #expect(await mailer.letters(newest: 9).map(\.subject) == ["new"])
    }
  }

  @Test("a folder that is not writable is reported as a problem")
  func unwritable() async throws {
    let mailer = FolderMailer("/dev/null/mails", from: try Sender("us@example.org"))
    await #expect(throws: Problem.self) { try await mailer.deliver(try Letter(to: "a@b", subject: "", text: "")) }
  }

  @Test("a mail server receives the letter, and the credentials from its address")
  func server() async throws {
    let heard = Locked<[String]>([])
    let server = try Listener { talk in
      talk.send("220 ready\r\n")
      while let line = talk.line() {
        heard.withLock { $0.append(line) }
        switch line.prefix(4) {
        case "EHLO": talk.send("250-here\r\n250 AUTH PLAIN\r\n")
        case "AUTH": talk.send("334 \r\n")
        case "DATA":
          talk.send("354 go on\r\n")
          while let part = talk.line(), part != "." { heard.withLock { $0.append(part) } }
          talk.send("250 taken\r\n")
        case "QUIT": talk.send("221 bye\r\n")
        default: talk.send(line.hasPrefix("MAIL") || line.hasPrefix("RCPT") ? "250 fine\r\n" : "235 welcome\r\n")
        }
      }
    }
    let fetch = try Fetch()
    let mailer = try SMTPMailer(
      url: "smtp://m%40e:s%3Acret@127.0.0.1:\(server.port)", from: try Sender("Us <us@example.org>"), fetch)
    try await mailer.deliver(try Letter(to: "a@example.org", subject: "Hi", text: "Hello."))
    await fetch.close()
    let lines = heard.withLock { $0 }
    #expect(lines.contains("AG1AZQBzOmNyZXQ="))
    #expect(lines.contains("RCPT TO:<a@example.org>") && lines.contains("Subject: Hi") && lines.contains("Hello."))
  }

  @Test("the address of a mail server is split into server, user and password; an invalid one is refused")
  func parts() throws {
    let (address, user, password) = SMTPMailer.parts("smtps://u:p@w@mail.example.org:465")
    #expect(address == "smtps://mail.example.org:465" && user == "u" && password == "p@w")
    #expect(SMTPMailer.parts("smtp://localhost").user == nil)
    #expect(SMTPMailer.parts("smtp://me@localhost") == ("smtp://localhost", "me", nil))
    let fetch = try Fetch()
    for bad in ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://a b"] {
      #expect(throws: Problem.self, "\(bad)") { try SMTPMailer(url: bad, from: try Sender("a@b"), fetch) }
    }
  }
}
