import Connectivity
import FeatureTesting
import Foundation
import Interface
import Kernel
import Peers
import Storage
import Testing

@testable import Messaging

/// A server of messages and keys in a few lines, which gives everybody everything.
final class PostOffice: Sendable {
  struct Row: Sendable {
    let collection: String
    let id: UUID
    var rev: Int
    var fields: Fields
  }

  private struct Held {
    var rows: [Row] = []
    var rev = 0
  }

  private let held = Locked(Held())
  /// The server's clock, by which it dates what it takes.
  let now = Locked(SampleTime.morning.date)
  /// Why a new message is refused; nil when it is taken.
  let refusal = Locked<String?>(nil)

  var rows: [Row] { held.withLock { $0.rows } }

  func change(_ id: UUID, _ change: (inout Fields) -> Void) {
    held.withLock { held in
      guard let index = held.rows.firstIndex(where: { $0.id == id }) else { return }
      held.rev += 1
      held.rows[index].rev = held.rev
      change(&held.rows[index].fields)
    }
  }

  /// Takes what a device has to send, and gives it everything.
  func exchange(_ store: Store, of person: UUID) async throws {
    for change in try await store.outbox.claim() {
      if change.collection == SealedMessage.collection, change.kind == .insert, let reason = refusal.withLock({ $0 }) {
        try await store.outbox.setAside(change.op, reason: reason, wasRefused: true)
        continue
      }
      let isTaken =
        change.collection == MessageKey.collection
        && rows.contains { row in
          row.collection == change.collection && row.fields["person"] == change.fields["person"]
            && row.fields["number"] == change.fields["number"]
        }
      if isTaken {
        try await store.outbox.setAside(change.op, reason: "duplicate key", wasRefused: true)
        continue
      }
      let rev = held.withLock { held in
        held.rev += 1
        var fields = change.fields
        fields[Fields.insertion] = nil
        if change.kind == .insert {
          fields["owner"] = .text(person.uuidString.lowercased())
          if change.collection == SealedMessage.collection {
            fields[Fields.insertion] = .date(
              now.withLock {
                $0.addTimeInterval(0.01); return $0
              })
          }
        }
        if let index = held.rows.firstIndex(where: { $0.id == change.id }) {
          held.rows[index].fields.merge(fields) { $1 }
          held.rows[index].rev = held.rev
        } else {
          held.rows.append(Row(collection: change.collection, id: change.id, rev: held.rev, fields: fields))
        }
        return held.rev
      }
      try await store.outbox.acknowledge(change.op, rev: "\(rev)")
    }
    let entries = rows.map { row in
      PulledPage.Entry(row.collection, Pulled(id: row.id, rev: "\(row.rev)", fields: row.fields))
    }
    _ = try await store.take(
      PulledPage(
        epoch: "one", changes: entries, cursors: [SealedMessage.collection: "1", MessageKey.collection: "1"],
        resync: [], isLast: true, owner: person))
  }
}

/// One device of a person, seen from one window.
final class MessagingBench: FeatureHarness {
  let environment: TestEnvironment
  let messaging: Messaging
  let recorder: EventRecorder<MessagingEvent>
  let window: WindowID
  let person: UUID
  let post: PostOffice
  let correspondents: [Correspondent]

  /// A new device, or one over the store of another, as after a restart.
  init(
    _ person: UUID, _ post: PostOffice, _ correspondents: [Correspondent], over other: MessagingBench? = nil,
    at now: Moment = morning, isHeard: Bool = true
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, at: now)
    (self.person, self.post, self.correspondents) = (person, post, correspondents)
    messaging = Messaging(on: environment.context, needs: MessagingNeeds(environment.store))
    recorder = EventRecorder(messaging.events)
    window = environment.context.identifiers.next()
    await send(.begin)
    await send(.session(person))
    await send(.correspondents(correspondents))
    if isHeard { try await sync() }
  }

  var feature: Messaging { messaging }

  /// Syncs until nothing waits.
  func sync() async throws {
    for _ in 0..<4 {
      try await post.exchange(store, of: person)
      await send(.contact)
    }
  }

  func `do`(_ action: MessagingWindowAction) async { await send(action, from: window) }

  func write(_ text: String, in connection: UUID) async {
    await self.do(.type(connection, text))
    await self.do(.send(connection))
  }

  @discardableResult func tap(
    _ label: String, at route: Route, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  func screen(_ route: Route = MessagingPlaces.home) -> Screen<MessagingWindowAction> {
    state.screen(
      route, in: Surroundings(now: clock.time.now(), connectivity: .online, isSignedIn: true), at: window)
  }

  func nodes(_ route: Route = MessagingPlaces.home) -> [Node<MessagingWindowAction>] {
    let screen = screen(route)
    return screen.all + (screen.dialog?.all ?? [])
  }

  func sees(_ part: String, at route: Route) -> Bool {
    nodes(route).contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  /// The texts of a thread in their order, and where each stands.
  func thread(_ connection: UUID) -> [String] {
    nodes(MessagingPlaces.thread(connection)).filter { $0.role == .message }.map { node in
      "\(node.label): \(node.value ?? "") (\(node.hint?.split(separator: ", ").last ?? ""))"
    }
  }

  func texts(_ connection: UUID) -> [String] {
    nodes(MessagingPlaces.thread(connection)).filter { $0.role == .message }.map { $0.value ?? "" }
  }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }
}

/// Anna, a sponsee, and Ben, her sponsor, with a device each.
struct Two {
  let post = PostOffice()
  let connection = UUID()
  let anna = UUID()
  let ben = UUID()
  let hers: MessagingBench
  let his: MessagingBench

  init() async throws {
    hers = try await MessagingBench(anna, post, [Two.correspondent(connection, ben, "Ben")])
    his = try await MessagingBench(ben, post, [Two.correspondent(connection, anna, "Anna")])
    try await hers.sync()
  }

  static func correspondent(
    _ connection: UUID, _ person: UUID, _ name: String, isActive: Bool = true
  ) -> Correspondent {
    Correspondent(
      connection, with: person, name: name, isSponsor: true, isActive: isActive,
      beganAt: SampleTime.morning.date.addingTimeInterval(-86_400))
  }

  func sync() async throws {
    for _ in 0..<2 { for device in [hers, his] { try await device.sync() } }
  }
}
