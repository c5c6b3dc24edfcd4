import Audit
import FeatureTesting
import Interface
import Kernel
import Testing

@testable import WhatsApp

extension WhatsAppNumber {
  static let coach = WhatsAppNumber("+49 30 555000")!
  static let own = WhatsAppNumber("+49 170 1234567")!
}

/// A server that a test prepares, and what it was asked.
final class WhatsAppBench: FeatureHarness {
  static let cut = Problem("cut", "The server cannot be reached.", remedy: "Try again later.")

  let environment: TestEnvironment
  let feature: WhatsAppLinking
  let recorder: EventRecorder<WhatsAppEvent>
  let window: WindowID
  let asked = Locked<[String]>([])
  let service: Locked<WhatsAppService?>

  init(_ service: WhatsAppService? = WhatsAppService(coach: .coach, verifies: true)) async throws {
    environment = try await TestEnvironment()
    let (held, asked) = (Locked(service), asked)
    self.service = held
    feature = WhatsAppLinking(
      on: environment.context,
      needs: WhatsAppNeeds(
        look: { () throws(Problem) in
          guard let service = held.withLock({ $0 }) else { throw WhatsAppBench.cut }
          return service
        }, ask: { number throws(Problem) in asked.withLock { $0.append("ask \(number.text)") } },
        confirm: { code throws(Problem) in
          asked.withLock { $0.append("confirm \(code)") }
          guard code == "123456" else { throw Problem("wrong", "This is not the code that was sent.", remedy: "") }
          return .own
        }, unlink: { () throws(Problem) in asked.withLock { $0.append("unlink") } },
        resume: { () throws(Problem) in asked.withLock { $0.append("resume") } },
        write: { notice, rhythm throws(Problem) in asked.withLock { $0.append("\(notice) \(rhythm.rawValue)") } }))
    recorder = EventRecorder(feature.events)
    window = environment.context.window().id
    await send(.appeared, from: window)
  }

  func screen(isSignedIn: Bool = true) -> Screen<WhatsAppWindowAction> {
    state.screen(WhatsAppState.route, in: Surroundings(now: clock.now, isSignedIn: isSignedIn), at: window)
  }
  var labels: [String] { screen().all.map(\.label) }
  func tap(_ label: String) async {
    let screen = screen()
    await perform(label, in: screen.dialog?.all ?? screen.all, from: window)
  }
  func type(_ label: String, _ text: String) async {
    await perform(label, .edit, .text(text), in: screen().all, from: window)
  }
}

@Suite("A number in WhatsApp")
struct WhatsAppNumberTests {
  @Test("is read as people write it, and is digits with a country code")
  func written() {
    for text in ["+49 170 1234567", "0049 (170) 123-45.67", "+49/170/1234567", "+49 (0)170 1234567", "+491701234567"] {
      #expect(WhatsAppNumber(text) == .own, "\(text)")
    }
    #expect(WhatsAppNumber("+1 234 567 8")?.text == "+12345678")
    #expect(WhatsAppNumber("+123456789012345")?.digits == "123456789012345")
  }

  @Test("is nothing else")
  func rubbish() {
    for text in [
      "", "+", "00", "0170 1234567", "170 1234567", "+0170 1234567", "+1234567", "+1234567890123456", "49+1701234567",
      "++491701234567", "+49170123456a", "+４９１７０１２３４５６７", "+49170\u{0}1234567", "+49170\n1234567", "+49;170123456",
      "https://wa.me/491701234567", String(repeating: "1", count: 100), "+49" + String(repeating: " ", count: 60),
    ] {
      #expect(WhatsAppNumber(text) == nil, "\(text)")
    }
  }

  @Test("every text is a number that an address can hold, or none")
  func random() throws {
    var chance = Seeded(7)
    let signs = Array("+0123456789 ()-./ax\u{301}٣&?=#%")
    for _ in 0..<2_000 {
      let text = String((0..<Int.random(in: 0...24, using: &chance)).map { _ in signs.randomElement(using: &chance)! })
      guard let number = WhatsAppNumber(text) else { continue }
      #expect((8...15).contains(number.digits.utf8.count) && number.digits.utf8.allSatisfy { 0x30...0x39 ~= $0 })
      #expect(OutgoingAddress(page: "https://wa.me/\(number.digits)") != nil)
      #expect(WhatsAppNumber(number.text) == number)
    }
  }
}

@Suite("Linking WhatsApp")
struct WhatsAppTests {
  @Test("a number is linked after its code was entered, and the conversation then opens by click-to-chat")
  func linking() async throws {
    let bench = try await WhatsAppBench()
    await bench.type("Phone number", "+49 170 1234567")
    await bench.tap("Send the code")
    #expect(bench.asked.withLock { $0 } == ["ask +491701234567"])
    #expect(bench.labels.contains("A code was sent to +491701234567. It is valid for ten minutes."))
    #expect(bench.state.linked == nil)
    await bench.type("Code", "654 321")
    await bench.tap("Link WhatsApp")
    #expect(bench.labels.contains { $0.hasPrefix("This is not the code that was sent.") } && bench.state.linked == nil)
    await bench.type("Code", "123 456")
    await bench.tap("Link WhatsApp")
    #expect(bench.state.linked == .own)
    #expect(
      bench.events == [
        .linked(true), .changed(.own), .told(Toast("WhatsApp is linked to +491701234567.", tone: .success)),
      ])
    bench.forget()
    await bench.tap("Open the conversation")
    let address = try #require(OutgoingAddress(page: "https://wa.me/4930555000"))
    #expect(bench.events == [.addressAsked(address)])
    #expect(bench.screen().all.contains { $0.value == "https://wa.me/4930555000" })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("nothing is sent for a text that is no number, or no code")
  func rubbish() async throws {
    let bench = try await WhatsAppBench()
    for text in ["", "0170 1234567", "my number", "+49"] {
      await bench.type("Phone number", text)
      await bench.tap("Send the code")
      #expect(bench.labels.contains { $0.hasPrefix("This is not a phone number with its country code.") }, "\(text)")
    }
    #expect(bench.asked.withLock { $0 } == [])
    await bench.type("Phone number", "+49 170 1234567")
    await bench.tap("Send the code")
    for text in ["", "12345", "1234567", "abcdef", "１２３４５６"] {
      await bench.type("Code", text)
      await bench.tap("Link WhatsApp")
      #expect(bench.labels.contains { $0.hasPrefix("The code has 6 digits.") }, "\(text)")
    }
    #expect(bench.asked.withLock { $0 } == ["ask +491701234567"])
    await bench.tap("Use another number")
    #expect(bench.labels.contains("Phone number"))
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("unlinking asks first, and is said to the product")
  func unlinking() async throws {
    let bench = try await WhatsAppBench()
    await bench.send(.number(.own))
    await bench.tap("Unlink this number")
    #expect(bench.screen().dialog?.label == "Unlink +491701234567?")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Cancel")
    #expect(bench.screen().dialog == nil && bench.asked.withLock { $0 } == [])
    await bench.tap("Unlink this number")
    await bench.tap("Unlink")
    #expect(bench.state.linked == nil && bench.asked.withLock { $0 } == ["unlink"])
    #expect(bench.events.prefix(3) == [.linked(true), .linked(false), .changed(nil)])
  }

  @Test("a server without a number says so; one that sends no codes still opens the conversation")
  func without() async throws {
    let none = try await WhatsAppBench(WhatsAppService(coach: nil, verifies: false))
    #expect(none.labels.contains { $0.hasPrefix("Your server has no WhatsApp number, so there is nothing to link.") })
    #expect(!none.labels.contains("Phone number") && !none.labels.contains("Open the conversation"))
    await none.send(.open, from: none.window)
    #expect(none.events == [.told(Toast("Your server has no WhatsApp number.", tone: .warning))])
    let chat = try await WhatsAppBench(WhatsAppService(coach: .coach, verifies: false))
    #expect(chat.labels.contains { $0.hasPrefix("Your server cannot send codes") })
    await chat.tap("Open the conversation")
    #expect(chat.events == [.addressAsked(try #require(OutgoingAddress(page: "https://wa.me/4930555000")))])
    #expect(Audit.findings(of: chat.screen(), theme: .plain) == [])
    let unreached = try await WhatsAppBench(nil)
    #expect(unreached.state.problem != nil && !unreached.labels.contains("Phone number"))
    // Opening asks again, and tells why nothing opens.
    await unreached.send(.open, from: unreached.window)
    #expect(unreached.events == [.told(Toast(WhatsAppBench.cut))])
    unreached.service.withLock { $0 = WhatsAppService(coach: .coach, verifies: true) }
    unreached.forget()
    await unreached.send(.open, from: unreached.window)
    #expect(unreached.events == [.addressAsked(try #require(OutgoingAddress(page: "https://wa.me/4930555000")))])
  }

  @Test("nobody is asked for a number while signed out, and the first step leads to the account")
  func signedOut() async throws {
    let bench = try await WhatsAppBench()
    let nodes = bench.screen(isSignedIn: false).all
    #expect(!nodes.contains { $0.label == "Phone number" })
    #expect(nodes.first { $0.label == "1. Sign in to your account" }?.destination == Route(["account"]))
  }

  @Test("the coach writes about a notice once, at the rhythm of the person, and to a linked number alone")
  func notices() async throws {
    let bench = try await WhatsAppBench()
    await bench.send(.due("coaching 1", .daily))
    #expect(bench.asked.withLock { $0 } == [])
    await bench.send(.number(.own))
    for name in ["coaching 1", "coaching 1", "coaching 2"] { await bench.send(.due(name, .weekly)) }
    #expect(bench.asked.withLock { $0 } == ["coaching 1 weekly", "coaching 2 weekly"])
  }

  @Test("whoever answered STOP is told, and can receive messages again")
  func stopped() async throws {
    let bench = try await WhatsAppBench(WhatsAppService(coach: .coach, verifies: true, isStopped: true))
    await bench.send(.number(.own))
    #expect(bench.labels.contains { $0.hasPrefix("You answered STOP in WhatsApp") })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Receive messages again")
    #expect(bench.asked.withLock { $0 } == ["resume"])
    #expect(!bench.labels.contains { $0.hasPrefix("You answered STOP in WhatsApp") })
  }
}
