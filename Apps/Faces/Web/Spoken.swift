internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// A message to a page that is not part of its content.
enum Spoken: Sendable {
  case say(String, Announcement.Urgency, isCaption: Bool)
  case felt(Cue)
  /// The window waits for a photo; the page opens its field for it.
  case photoAsked
  /// A file is offered; the page fetches it and reports what became of it.
  case fileOffered(FileOffer)
  /// A page is to be opened in place of this one; it leads back here.
  case browserAsked(BrowserVisit)
  /// An address is to be opened beside this page.
  case addressAsked(OutgoingAddress)
  /// Speech is to be recorded, or text to be read aloud.
  case speechAsked(SpeechRequest)
  /// A notification, which the page's own banner shows as well.
  case notified(PushNotification)
  /// Notifications that leave the system's list.
  case withdrawn([String])
  /// A command failed.
  case sorry(Problem, at: Int)

  /// Returns the messages of an outlet: its words, and what is felt and heard with them.
  static func all(of outlet: Outlet, under feedback: Feedback) -> [Spoken] {
    [Spoken(outlet, under: feedback), outlet.cue(under: feedback).map { .felt($0) }].compactMap(\.self)
  }

  /// Nil for outlets that the page displays anyway, and for those without words.
  private init?(_ outlet: Outlet, under feedback: Feedback) {
    switch outlet {
    // A toast is on the screen already.
    case .toast(let toast): self = .say(toast.text, .polite, isCaption: false)
    case .announcement(let announcement):
      self = .say(announcement.text, announcement.urgency, isCaption: feedback.captions)
    case .changed(let announcement):
      self = .say(announcement.text, announcement.urgency, isCaption: feedback.captions)
    case .problem(let problem): self = .say(problem.sentence, .assertive, isCaption: feedback.captions)
    case .photoAsked: self = .photoAsked
    case .fileOffered(let offer): self = .fileOffered(offer)
    case .browserAsked(let visit): self = .browserAsked(visit)
    case .addressAsked(let address): self = .addressAsked(address)
    case .speechAsked(let request): self = .speechAsked(request)
    case .notification(let push): self = .notified(push)
    case .withdrawn(let names): self = .withdrawn(names)
    case .haptic, .leave: return nil
    }
  }

  var json: JSON {
    switch self {
    case .say(let text, let urgency, let isCaption):
      .object(
        ["say": .string(text), "urgency": .string(urgency.rawValue)].merging(isCaption ? ["caption": true] : [:]) {
          $1
        })
    case .photoAsked: ["photo": true]
    case .fileOffered(let offer):
      [
        "file": [
          "id": .number(Double(offer.id)), "name": .string(offer.name), "type": .string(offer.type),
          "size": .number(Double(offer.size)), "way": .string(offer.way.rawValue),
        ]
      ]
    case .browserAsked(let visit): ["go": .string(visit.address)]
    case .addressAsked(let address):
      ["visit": .string(address.address), "aside": .bool(address.kind == .page)]
    case .speechAsked(let request):
      [
        "speech": [
          "ask": .string(request.ask.rawValue), "id": .number(Double(request.id ?? 0)),
          "language": .string(request.language ?? ""), "text": .string(request.text ?? ""),
        ]
      ]
    case .notified(let push):
      [
        "told": [
          "title": .string(push.title), "body": .string(push.expanded ?? push.body), "name": .string(push.name ?? ""),
          "link": .string(push.link ?? ""), "silent": .bool(push.isSilent ?? false),
          "actions": .array((push.actions ?? []).map { .string($0) }),
        ]
      ]
    case .withdrawn(let names): ["withdrawn": .array(names.map { .string($0) })]
    case .felt(let cue): ["felt": (try? JSON(encoding: cue)) ?? .null]
    case .sorry(let problem, let number):
      ["sorry": .string(problem.sentence), "code": .string(problem.code), "at": .number(Double(number))]
    }
  }
}
