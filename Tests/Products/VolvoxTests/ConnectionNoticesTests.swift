import Days
import Foundation
import Interface
import Kernel
import Notices
import Notifications
import Peers
import Sobriety
import Testing

@testable import Connections
@testable import Messaging
@testable import Volvox

@Suite("Notifications about connections in Volvox.Sober") struct ConnectionNoticesTests {
  private let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
  private let me = UUID()
  private let noor = UUID()

  private func state(_ fill: (inout ConnectionsBook) -> Void) -> ConnectionsState {
    var state = ConnectionsState(.volvox)
    var book = ConnectionsBook()
    fill(&book)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.read(book), at: now)
    _ = state.receive(.session(me), at: now)
    return state
  }

  private func candidates(
    _ state: ConnectionsState, _ messages: MessagingState = MessagingState()
  ) -> [NotificationCandidate] {
    VolvoxCandidates(
      sobriety: SobrietyState(.volvox), connections: ConnectionNews(state, messages, at: now.date), now: now
    ).all
  }

  private func request(
    from sender: UUID? = nil, to recipient: UUID? = nil, _ status: ConnectionRequest.Status = .pending, ago: Double = 60
  ) -> ConnectionRequest {
    ConnectionRequest(
      id: ID(UUID()), from: sender ?? noor, to: recipient ?? me, for: .sponsor, note: "I drink", status: status,
      sentAt: now.date.addingTimeInterval(-ago))
  }

  @Test("each request that waits is told once on all devices, in words that say nothing, for two days")
  func requests() throws {
    let waiting = request()
    let all = candidates(
      state { $0.requests = [waiting, request(.declined), request(.withdrawn), request(from: me, to: noor)] })
    let only = try #require(all.first)
    #expect(all.count == 1 && only.notice.id == "request \(waiting.id)" && only.notice.kind == "request")
    #expect(only.notice.at == waiting.sentAt && only.notice.expires == waiting.sentAt.addingTimeInterval(2 * 86_400))
    #expect(only.body == "There is something new in your connections." && only.link == Route(["connections"]))
    let blocked = state { book in
      book.requests = [waiting]
      book.blocks = [PersonBlock(id: ID(UUID()), noor)]
    }
    #expect(candidates(blocked).isEmpty)
    let many = state { $0.requests = (0..<50).map { request(from: UUID(), ago: Double($0)) } }
    #expect(candidates(many).count == 20)
  }

  @Test("a check-in of an active connection is told an hour before, and is of no use once it begins")
  func checkIns() throws {
    let connection = SponsorConnection(
      id: ID(UUID()), request: UUID(), sponsor: noor, sponsee: me, beganAt: now.date.addingTimeInterval(-86_400))
    func checkIn(in seconds: TimeInterval) -> SharedCheckIn {
      SharedCheckIn(
        id: ID(UUID()), connection: connection.id.uuid, planner: noor, partner: me,
        at: now.date.addingTimeInterval(seconds))
    }
    let soon = checkIn(in: 7200)
    var ended = connection
    ended.status = .ended
    for (one, count) in [(connection, 1), (ended, 0)] {
      let all = candidates(
        state { book in
          book.connections = [one]
          book.checkIns = [soon, checkIn(in: 0), checkIn(in: -60), checkIn(in: 400 * 86_400)]
        })
      #expect(all.map(\.notice.id) == [String](repeating: "shared-check-in \(soon.id)", count: count))
      guard let notice = all.first?.notice else { continue }
      #expect(notice.at == now.date.addingTimeInterval(3600) && notice.expires == soon.plannedAt)
    }
  }

  @Test("the newest unread message of each conversation is told, in words that tell neither who wrote nor what")
  func messages() throws {
    let connection = UUID()
    func letter(_ text: String, from sender: UUID, ago: Double, isRead: Bool = false) -> OpenedMessage {
      let message = SealedMessage(
        id: ID(UUID()), connection: connection, sender: sender, recipient: sender == me ? noor : me, body: "x",
        sentAt: now.date.addingTimeInterval(-ago), readAt: isRead ? now.date : nil)
      return OpenedMessage(message, of: me, .text(text))
    }
    func messages(_ letters: [OpenedMessage]) -> MessagingState {
      var state = MessagingState()
      _ = state.receive(.begin, at: now)
      _ = state.receive(.session(me), at: now)
      _ = state.receive(
        .correspondents([
          Correspondent(
            connection, with: noor, name: "Noor", isSponsor: true, isActive: true, beganAt: .distantPast)
        ]), at: now)
      var book = MessagingBook(me)
      book.letters = letters
      _ = state.receive(.read(book), at: now)
      return state
    }
    let newest = letter("I nearly drank", from: noor, ago: -30)
    let all = candidates(
      state { _ in },
      messages([
        letter("Hello", from: noor, ago: 60, isRead: true), letter("Are you there?", from: noor, ago: 50),
        letter("Yes", from: me, ago: 40), newest,
      ]))
    let only = try #require(all.first)
    #expect(all.count == 1 && only.notice.id == "message \(newest.id.uuidString.lowercased())")
    #expect(only.notice.kind == "message" && only.notice.at == now.date, "the sender's clock is ahead")
    #expect(only.body == "You have a new message." && only.link == MessagingPlaces.thread(connection))
    #expect(candidates(state { _ in }, messages([letter("Yes", from: me, ago: 40)])).isEmpty)
  }

  @Test("open tasks that are due are told once a day, in words that say nothing")
  func tasks() {
    func due(_ days: Int) -> DueTask { DueTask(id: ID(UUID()), day: now.day.following(days)) }
    let news = ConnectionNews(
      state { _ in }, MessagingState(), [due(-3), due(2), due(0), due(2), due(400)], at: now.date)
    let all = VolvoxCandidates(sobriety: SobrietyState(.volvox), connections: news, now: now).all
    #expect(all.map(\.notice.id) == [0, 2].map { "task-due \(now.day.following($0).text)" })
    #expect(all.allSatisfy { $0.body == "Something is due today." && $0.link == Route(["tasks"]) })
    #expect(all.allSatisfy { $0.notice.kind == "task-due" })
  }

  @Test("every kind has a switch in the settings, and every candidate a kind")
  func kinds() {
    let known = Set(NoticeKind.volvox.map(\.id))
    #expect(known.isSuperset(of: ["message", "request", "shared-check-in", "task-due"]))
    #expect(
      Set(NoticeKind.volvox.map(\.setting)).isSubset(of: ["message", "request", "milestones", "check-in", "tasks"]))
  }
}
