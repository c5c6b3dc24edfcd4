// Sources of events may be used from everywhere; their module does not say so yet.
@preconcurrency internal import Dispatch
internal import Glibc
public import Kernel
public import Shell

/// Lets other processes of the same user into a profile that this one has open: each that connects to the socket in its
/// folder gets a window of its own, over JSON-RPC. It answers for as long as it is kept, or until it is stopped.
public final class Owner: Sendable {
  /// How much of everything others may have.
  public struct Limits: Sendable {
    /// Windows at once.
    public var guests = 16
    /// How long one who has come may be silent before the first line, and afterwards.
    public var greeting = Duration.seconds(10)
    public var silence = Duration.seconds(24 * 3600)
    /// How long one may read nothing while something waits to be read, and how many bytes may wait.
    public var reading = Duration.seconds(10)
    public var unread = 16 << 20

    public init() {}
  }

  private struct Guest {
    let visitor: Visitor
    let stay: Task<Void, Never>
  }

  private struct Held {
    var guests: [Int: Guest] = [:]
    var given = 0
    var isStopped = false
    let count = Current<Int>.Source(0)
  }

  private let folder: String
  private let mark: Socket.Mark?
  private let listening: any DispatchSourceRead
  private let held: Locked<Held>

  /// Nil for somebody of whom nothing is kept: there is no folder to meet in. What is given holds the person open.
  public static func listen(
    for person: Person, of products: [Product] = [], _ limits: Limits = Limits()
  ) throws(Problem) -> Owner? {
    guard let folder = person.folder else { return nil }
    return Owner(person, products, folder, try Socket.listening(in: folder), limits)
  }

  /// The same for whoever goes on without it where sockets cannot be made.
  public static func attend(_ person: Person, of products: [Product]) -> Owner? {
    do {
      return try listen(for: person, of: products)
    } catch {
      person.context.log.warning("\(open: error.sentence)")
      return nil
    }
  }

  private init(_ person: Person, _ products: [Product], _ folder: String, _ socket: Socket, _ limits: Limits) {
    self.folder = folder
    mark = Socket.Mark(in: folder)
    let held = Locked(Held())
    self.held = held
    guests = held.withLock { $0.count.current }
    listening = DispatchSource.makeReadSource(
      fileDescriptor: socket.file, queue: DispatchQueue(label: "owner"))
    listening.setEventHandler { Owner.welcome(at: socket, person, products, limits, held) }
    // The socket is closed when it is no longer looked at.
    listening.setCancelHandler { withExtendedLifetime(socket) {} }
    listening.resume()
  }

  deinit { for guest in end() { guest.stay.cancel() } }

  /// How many windows others have here.
  public let guests: Current<Int>

  /// Nobody is let in any more, and whoever is there is told and let go once what is under way has settled. To be done
  /// before the person is closed.
  public func stop() async {
    for guest in end() { await guest.stay.value }
  }

  private func end() -> [Guest] {
    let guests = held.withLock { held -> [Guest]? in
      defer { held.isStopped = true }
      return held.isStopped ? nil : Array(held.guests.values)
    }
    // Only once: what lies there later is another's.
    guard let guests else { return [] }
    Socket.takeAway(from: folder, mark)
    listening.cancel()
    for guest in guests { guest.visitor.part(with: .closing) }
    return guests
  }

  // MARK: At the door

  private static func welcome(
    at door: Socket, _ person: Person, _ products: [Product], _ limits: Limits, _ held: Locked<Held>
  ) {
    do throws(Socket.Exhausted) {
      while let socket = try door.accepted() {
        guard Socket.mayMeet(socket.peer?.user, as: geteuid()) else { continue }
        receive(socket, person, products, limits, held)
      }
    } catch {
      // Who knocks stays at the door. It is not looked at again at once, which would keep a processor busy.
      person.context.log.warning("No more files can be opened; another process waits to be let in.")
      usleep(100_000)
    }
  }

  private static func receive(
    _ socket: Socket, _ person: Person, _ products: [Product], _ limits: Limits, _ house: Locked<Held>
  ) {
    let visitor = Visitor(on: socket, limits)
    let isLetIn = house.withLock { held in
      guard held.guests.count < limits.guests, !held.isStopped else { return false }
      held.given += 1
      let number = held.given
      let stay = Task {
        await visitor.stay(with: person, of: products)
        house.withLock { held in
          held.guests[number] = nil
          held.count.publish(held.guests.count)
        }
      }
      held.guests[number] = Guest(visitor: visitor, stay: stay)
      held.count.publish(held.guests.count)
      return true
    }
    if !isLetIn { visitor.refuse(.full(limits.guests)) }
  }
}

extension Problem {
  static let closing = Problem(
    "owner-closed", "The process that has the profile open is ending.", safe: "What was entered is kept.",
    remedy: "Start again: the profile then opens here.")

  static let silent = Problem(
    "idle", "Nothing was asked for too long, so the window was closed.", safe: "What was entered is kept.",
    remedy: "Connect again.")

  static func full(_ most: Int) -> Problem {
    Problem(
      "too-many-windows", "The process that has the profile open has \(most) windows for others already.",
      safe: "Nothing was changed.", remedy: "Close one of them and try again.")
  }
}
