internal import Interface
internal import Kernel

/// The files that the windows of one person offer. They are held in memory, or read from a source that holds them, and
/// bounded in number and, in memory, in size: a further file supersedes the oldest. A file ends with its window.
final class OutgoingFiles: Sendable {
  typealias Answered = @Sendable (Delivery.Outcome) async -> Void

  /// The most files of one window, and the most bytes of all windows of the person.
  static let mostOfWindow = 8
  static let mostBytes = 2 * OutgoingFile.largest
  /// The most names that are remembered to keep later ones distinct.
  fileprivate static let mostNames = 1000

  fileprivate struct Entry {
    let window: WindowID
    let offer: FileOffer
    let file: OutgoingFile
    /// Called with the outcome; nil once there is one.
    var answered: Answered?
  }

  fileprivate struct Held {
    var entries: [Entry] = []
    var given: [WindowID: Int] = [:]
    /// The texts of the names in use, in lower case, since some file systems ignore case.
    var used: Set<String> = []
  }

  private let held = Locked(Held())

  /// Adds a file. Returns its offer, and what to call for the files that it superseded before they were answered.
  func add(
    _ file: OutgoingFile, at window: WindowID, _ way: Delivery.Way, answered: @escaping Answered
  ) throws(Problem) -> (offer: FileOffer, superseded: [Answered]) {
    guard file.bytes.count <= OutgoingFile.largest else { throw Delivery.tooLarge }
    return held.withLock { held in
      let id = (held.given[window] ?? 0) + 1
      held.given[window] = id
      let name = held.next(file.name)
      let offer = FileOffer(id: id, name: name.text, type: file.type, size: file.size, way: way)
      let old = held.superseded(by: file.bytes.count, at: window)
      held.entries.append(Entry(window: window, offer: offer, file: file, answered: answered))
      return (offer, old)
    }
  }

  /// The offered file; nil after its end.
  func file(_ id: Int, at window: WindowID) -> (offer: FileOffer, file: OutgoingFile)? {
    held.withLock { held in
      held.entries.first { $0.window == window && $0.offer.id == id }.map { ($0.offer, $0.file) }
    }
  }

  /// The files of the window that were not answered yet, the newest last.
  func open(at window: WindowID) -> [FileOffer] {
    held.withLock { held in held.entries.filter { $0.window == window && $0.answered != nil }.map(\.offer) }
  }

  /// Ends the wait for an answer: only the first counts. A file that was not handed over cannot be fetched any more, and
  /// its number is free again. Returns nil when there is no such open file.
  func answer(_ id: Int, at window: WindowID, isHandedOver: Bool) -> (offer: FileOffer, answered: Answered)? {
    held.withLock { held in
      guard let index = held.entries.firstIndex(where: { $0.window == window && $0.offer.id == id }),
        let answered = held.entries[index].answered
      else { return nil }
      held.entries[index].answered = nil
      let entry = held.entries[index]
      if !isHandedOver {
        held.entries.remove(at: index)
        held.used.remove(entry.offer.name.lowercased())
      }
      return (entry.offer, answered)
    }
  }

  /// Removes the files of a closed window. Returns what to call for those without an answer.
  func remove(_ window: WindowID) -> [Answered] {
    held.withLock { held in
      let gone = held.entries.filter { $0.window == window }
      held.entries.removeAll { $0.window == window }
      held.given[window] = nil
      return gone.compactMap(\.answered)
    }
  }
}

extension OutgoingFiles.Held {
  /// Gives the name the first number that is free.
  fileprivate mutating func next(_ name: FileName) -> FileName {
    if used.count >= OutgoingFiles.mostNames { used = [] }
    var next = name.numbered(1)
    while !used.insert(next.text.lowercased()).inserted { next = next.numbered(next.number + 1) }
    return next
  }

  /// Removes the oldest files until there is room for one more of this size.
  fileprivate mutating func superseded(by size: Int, at window: WindowID) -> [OutgoingFiles.Answered] {
    var gone: [OutgoingFiles.Entry] = []
    while entries.count(where: { $0.window == window }) >= OutgoingFiles.mostOfWindow,
      let index = entries.firstIndex(where: { $0.window == window })
    {
      gone.append(entries.remove(at: index))
    }
    while !entries.isEmpty, entries.reduce(size, { $0 + $1.file.bytes.count }) > OutgoingFiles.mostBytes {
      gone.append(entries.removeFirst())
    }
    return gone.compactMap(\.answered)
  }
}
