internal import Interface
public import Kernel

/// The state of one window: the step of linking that it shows.
public struct WhatsAppWindowState: LocalState {
  var number = ""
  var code = ""
  /// The number to which a code was sent.
  var sentTo: WhatsAppNumber?
  var isBusy = false
  var problem: Problem?
  var asksUnlink = false
  /// Whether the conversation was opened, whose address then stays on the screen.
  var hasOpened = false

  public init() {}
}

/// The verified number of a person, and what the server offers.
public struct WhatsAppState: WindowedDeciding {
  static let codeLength = 6
  /// The notices that are remembered, so that none is written about twice in a run.
  static let mostNotices = 200

  /// Nil until the server has answered.
  public internal(set) var service: WhatsAppService?
  /// Why the server could not be asked.
  public internal(set) var problem: Problem?
  /// The verified number.
  public internal(set) var linked: WhatsAppNumber?
  var notices: [String] = []
  public var windows = WindowStates<WhatsAppWindowState>()

  public init() {}

  public typealias Steps = [Step<WhatsAppEffect, WhatsAppEvent>]

  private static let changing = Lane.inOrder("change")

  // MARK: Inputs and answers

  public mutating func receive(_ action: WhatsAppAction, at now: Moment) -> Steps {
    switch action {
    case .number(let number): return link(number)
    case .due(let notice, let rhythm):
      guard linked != nil, !notices.contains(notice) else { return [] }
      notices = (notices + [notice]).suffix(WhatsAppState.mostNotices)
      return [.run(.write(notice, rhythm), .inOrder("write"))]
    case .looked(let service, let window):
      self.service = service
      problem = nil
      if let window { return opening(in: window) }
    case .notLooked(let problem, let window):
      if let window { return [.tell(.told(Toast(problem)), window)] }
      self.problem = problem
    case .asked(let number, let window): change(window) { ($0.sentTo, $0.code) = (number, "") }
    case .confirmed(let number, let window):
      change(window) { $0 = WhatsAppWindowState() }
      return link(number) + [
        .say(.changed(number)), .tell(.told(Toast("WhatsApp is linked to \(number.text).", tone: .success)), window),
      ]
    case .unlinked(let window):
      change(window) { $0 = WhatsAppWindowState() }
      return link(nil) + [.say(.changed(nil)), .tell(.told(Toast("WhatsApp is unlinked.", tone: .success)), window)]
    case .resumed(let window):
      change(window) { _ in }
      if let service { self.service = WhatsAppService(coach: service.coach, verifies: service.verifies) }
    case .failed(let problem, let window): change(window) { $0.problem = problem }
    }
    return []
  }

  private mutating func link(_ number: WhatsAppNumber?) -> Steps {
    guard number != linked else { return [] }
    linked = number
    return [.say(.linked(number != nil))]
  }

  /// Ends what a window waits for.
  private mutating func change(_ window: WindowID, _ change: (inout WhatsAppWindowState) -> Void) {
    windows[window].isBusy = false
    windows[window].problem = nil
    change(&windows[window])
  }

  // MARK: The user's actions

  public mutating func receive(_ action: WhatsAppWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared: return [.run(.look(in: nil), .latest("look"))]
    case .left: windows[window] = WhatsAppWindowState()
    case .writeNumber(let text): windows[window].number = String(text.prefix(WhatsAppNumber.longest))
    case .writeCode(let text): windows[window].code = String(text.prefix(20))
    case .sendCode:
      guard let number = WhatsAppNumber(windows[window].number) else {
        windows[window].problem = .noNumber
        return []
      }
      return begin(.ask(number, in: window), in: window)
    case .confirm:
      let code = windows[window].code.filter { !$0.isWhitespace }
      guard code.count == WhatsAppState.codeLength, code.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        windows[window].problem = .noCode
        return []
      }
      return begin(.confirm(code, in: window), in: window)
    case .change:
      (windows[window].sentTo, windows[window].problem) = (nil, nil)
    case .open:
      // The coach's number may have changed since, or not be known yet.
      guard service?.coach != nil else { return [.run(.look(in: window), .latest("open", of: window))] }
      return opening(in: window)
    case .askUnlink: windows[window].asksUnlink = linked != nil
    case .keep: windows[window].asksUnlink = false
    case .unlink:
      windows[window].asksUnlink = false
      guard linked != nil else { return [] }
      return begin(.unlink(in: window), in: window)
    case .resume: return begin(.resume(in: window), in: window)
    }
    return []
  }

  private mutating func begin(_ effect: WhatsAppEffect, in window: WindowID) -> Steps {
    guard !windows[window].isBusy else { return [] }
    windows[window].isBusy = true
    windows[window].problem = nil
    return [.run(effect, WhatsAppState.changing)]
  }

  /// Opens the conversation by click-to-chat.
  private mutating func opening(in window: WindowID) -> Steps {
    guard let address = chat else {
      return [.tell(.told(Toast("Your server has no WhatsApp number.", tone: .warning)), window)]
    }
    windows[window].hasOpened = true
    return [.tell(.addressAsked(address), window)]
  }

  /// The address of the conversation with the coach.
  var chat: OutgoingAddress? { service?.coach.flatMap { OutgoingAddress(page: "https://wa.me/\($0.digits)") } }
}

extension Problem {
  static let noNumber = Problem(
    "whatsapp-number", "This is not a phone number with its country code.", safe: "Nothing was sent.",
    remedy: "Enter it like +49 170 1234567.")

  static let noCode = Problem(
    "whatsapp-code", "The code has \(WhatsAppState.codeLength) digits.", safe: "Nothing was sent.",
    remedy: "Enter the code from the message in WhatsApp.")
}
