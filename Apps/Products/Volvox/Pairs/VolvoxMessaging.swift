internal import Connections
internal import Connectivity
internal import Interface
internal import Kernel
internal import Messaging
internal import Navigation
internal import Offline
internal import Peers
internal import Platform
internal import ProductKit
internal import Shell

/// Messages in the product: the feature of a person, and the routing of events between it, the connections, the account and
/// the sync.
struct VolvoxMessaging: Sendable {
  let messaging: Messaging
  private let unread: Current<Int>
  private let connections: Connections
  private let member: Member
  private let who: PairPerson

  private let replies: DemonstrationReplies

  init(
    _ messaging: Messaging, _ environment: PersonEnvironment, _ member: Member, _ who: PairPerson,
    _ connections: Connections
  ) {
    self.messaging = messaging
    self.member = member
    self.who = who
    self.connections = connections
    replies = DemonstrationReplies(messaging, environment.store, environment.context)
    unread = messaging.states.part { $0.unread }
  }

  func begin() async { await messaging.send(.begin) }

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (contacts, letters) = (member.offline.events.listen(), messaging.states.listen())
    let (messaging, connections) = (messaging, connections)
    let refreshing = member.offline.syncing(with: messaging.events, on: .syncAsked)
    let people = connections.telling { await messaging.send(.correspondents($0)) }
    let persons = who.telling { await messaging.send(.session($0)) }
    let (shown, replying) = (who.demonstrated.listen(), replies.going)
    return {
      await withTaskGroup { group in
        group.addTask { await persons() }
        group.addTask { for await isShown in shown { await messaging.send(.demonstrated(isShown)) } }
        group.addTask { await replying() }
        group.addTask { await people() }
        group.addTask {
          var before: [UUID: Date] = [:]
          for await state in letters where state.latest != before {
            before = state.latest
            await connections.send(.messages(before))
          }
        }
        group.addTask {
          await contacts.hear { news in
            if case .said(.finished) = news { await messaging.send(.contact) }
          }
        }
        group.addTask { await refreshing() }
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: messaging, at: MessagingPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    [
      .from(messaging, in: window) { event, window in
        switch event {
        case .told(let toast): await window.toast(toast)
        case .finished(let routes): await window.closeSheets(routes)
        case .syncAsked: break
        }
      },
      .badge("messages", counting: unread, one: "unread message", many: "unread messages"),
    ]
  }
}
