internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// A message to a page that is not part of its content.
enum Spoken: Sendable {
  case say(String, Announcement.Urgency)
  case felt(Haptic)
  /// The window waits for a photo; the page opens its field for it.
  case photoAsked
  /// A file is offered; the page fetches it and reports what became of it.
  case fileOffered(FileOffer)
  /// A page is to be opened in place of this one; it leads back here.
  case browserAsked(BrowserVisit)
  /// An address is to be opened beside this page.
  case addressAsked(OutgoingAddress)
  /// A notification, which the page's own banner shows as well.
  case notified(PushNotification)
  /// A command failed.
  case sorry(Problem, at: Int)

  /// Nil for outlets that the page displays anyway.
  init?(_ outlet: Outlet) {
    switch outlet {
    case .toast(let toast): self = .say(toast.text, .polite)
    case .announcement(let announcement): self = .say(announcement.text, announcement.urgency)
    case .haptic(let haptic): self = .felt(haptic)
    case .problem(let problem): self = .say(problem.sentence, .assertive)
    case .photoAsked: self = .photoAsked
    case .fileOffered(let offer): self = .fileOffered(offer)
    case .browserAsked(let visit): self = .browserAsked(visit)
    case .addressAsked(let address): self = .addressAsked(address)
    case .notification(let push): self = .notified(push)
    case .leave: return nil
    }
  }

  var json: JSON {
    switch self {
    case .say(let text, let urgency): ["say": .string(text), "urgency": .string(urgency.rawValue)]
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
    case .notified(let push):
      [
        "told": [
          "title": .string(push.title), "body": .string(push.body), "name": .string(push.name ?? ""),
          "link": .string(push.link ?? ""),
        ]
      ]
    case .felt(let haptic): ["felt": .string(haptic.rawValue)]
    case .sorry(let problem, let number):
      ["sorry": .string(problem.sentence), "code": .string(problem.code), "at": .number(Double(number))]
    }
  }
}
