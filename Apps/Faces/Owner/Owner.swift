// Dispatch sources are thread-safe, but their module does not declare it yet.
@preconcurrency internal import Dispatch
public import Kernel
internal import Platform
public import Shell

/// Admits other processes of the same user to a profile that this process has open. Each process that connects to the
/// socket in the profile's folder gets a window of its own over JSON-RPC. Serves until it is released or stopped.
public final class Owner: Sendable {
  /// Resource limits for the connected processes.
  public struct Limits: Sendable {
    /// The largest number of concurrent windows.
    public var guests = 16
    /// The longest silence of a client before its first line, and afterwards.
    public var greeting = Duration.seconds(10)
    public var silence = Duration.seconds(24 * 3600)
    /// The longest time for which a client may leave output unread, and the bytes of it that may be queued.
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

  /// Starts listening. Returns nil for a person without a folder, where nothing is stored. The result keeps the person
  /// open.
  public static func listen(
    for person: Person, of products: [Product], _ limits: Limits = Limits()
  ) throws(Problem) -> Owner? {
    guard let folder = person.folder else { return nil }
    return Owner(person, products, folder, try Socket.listening(in: folder), limits)
  }

  /// The same for callers that continue without it: logs the problem and returns nil when the socket cannot be made.
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
    // Keeps the socket open until the source is cancelled.
    listening.setCancelHandler { withExtendedLifetime(socket) {} }
    listening.resume()
  }

  deinit { for guest in end() { guest.stay.cancel() } }

  /// The number of windows of other processes.
  public let guests: Current<Int>

  /// Admits no further process. Connected ones finish what is under way, are told the reason and are disconnected. Call
  /// it before closing the person.
  public func stop() async {
    for guest in end() { await guest.stay.value }
  }

  private func end() -> [Guest] {
    let guests = held.withLock { held -> [Guest]? in
      defer { held.isStopped = true }
      return held.isStopped ? nil : Array(held.guests.values)
    }
    // Only once: a socket found there later belongs to another owner.
    guard let guests else { return [] }
    Socket.takeAway(from: folder, mark)
    listening.cancel()
    for guest in guests { guest.visitor.part(with: .closing) }
    return guests
  }

  // MARK: Incoming connections

  private static func welcome(
    at door: Socket, _ person: Person, _ products: [Product], _ limits: Limits, _ held: Locked<Held>
  ) {
    do throws(Socket.Exhausted) {
      while let socket = try door.accepted() {
        guard Socket.mayMeet(socket.peer?.user, as: geteuid()) else { continue }
        receive(socket, person, products, limits, held)
      }
    } catch {
      // The connection stays in the backlog. The pause avoids a busy loop.
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
    "idle", "The window was closed because no request came for too long.", safe: "What was entered is kept.",
    remedy: "Connect again.")

  static func full(_ most: Int) -> Problem {
    Problem(
      "too-many-windows", "The process that has the profile open already has \(most) windows for other processes.",
      safe: "Nothing was changed.", remedy: "Close one of them and try again.")
  }
}
