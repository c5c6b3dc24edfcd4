internal import FoundationEssentials
internal import Sync
internal import SyncWire

/// What is on its way between a device and the server.
struct Flight {
  enum Body {
    case push(Push)
    case pull(Pull)
    case pushed(Answered<PushAnswer>)
    case pulled(Answered<PullAnswer>, revision: Int64)
    case hint
  }

  var at: Double
  /// In the order in which they set out.
  let order: Int
  let device: Int
  /// Of the request that it belongs to.
  let number: Int
  let body: Body
}

/// The way between them: late, lost, twice, in any order.
struct Network {
  var flights: [Flight] = []
  private var given = 0
  /// Shares of what is lost and what comes twice.
  var loss = 0.0
  var repetition = 0.0
  var slowest = 2.0

  mutating func send(_ body: Flight.Body, _ device: Int, _ number: Int, at time: Double) {
    given += 1
    flights.append(Flight(at: time, order: given, device: device, number: number, body: body))
  }

  /// The next to arrive.
  var next: Int? {
    flights.indices.min { (flights[$0].at, flights[$0].order) < (flights[$1].at, flights[$1].order) }
  }
}

/// The server as it stands in the world: its rules, how it feels, and what it has really done.
struct Hosted {
  enum Mood {
    case fine, breaking, down
    case busy(after: Double)
  }

  var server: ModelServer
  /// How often each change that somebody made took effect, in this life.
  var effects: [UUID: Int] = [:]
  var mood = Mood.fine
  /// It takes no more at once.
  var mostEntries = 500
}
