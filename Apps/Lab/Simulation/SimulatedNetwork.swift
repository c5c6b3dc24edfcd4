internal import FoundationEssentials
internal import Sync
internal import SyncWire

/// A message in transit between a device and the server.
struct Flight {
  enum Body {
    case push(Push)
    case pull(Pull)
    case pushed(Answered<PushAnswer>)
    case pulled(Answered<PullAnswer>, revision: Int64)
    case hint
  }

  var at: Double
  /// Number in sending order.
  let order: Int
  let device: Int
  /// Number of its request.
  let number: Int
  let body: Body
}

/// The simulated network, which delays, drops, repeats and reorders messages.
struct SimulatedNetwork {
  var flights: [Flight] = []
  private var given = 0
  /// Shares of messages dropped and repeated.
  var loss = 0.0
  var repetition = 0.0
  var slowest = 2.0

  mutating func send(_ body: Flight.Body, _ device: Int, _ number: Int, at time: Double) {
    given += 1
    flights.append(Flight(at: time, order: given, device: device, number: number, body: body))
  }

  /// Index of the next message to arrive.
  var next: Int? {
    flights.indices.min { (flights[$0].at, flights[$0].order) < (flights[$1].at, flights[$1].order) }
  }
}

/// The simulated server: its model, its condition, and the effects of each change.
struct Hosted {
  enum Mood {
    case fine, breaking, down
    case busy(after: Double)
  }

  var server: ModelServer
  /// Number of times each change took effect in this epoch.
  var effects: [UUID: Int] = [:]
  var mood = Mood.fine
  /// Largest number of entries per push.
  var mostEntries = Push.mostEntries
}
