public import Interface
public import Kernel

// Files that features hand out to the person at this window.
extension Window {
  /// Offers a file to the front end. Calls `answered` once, with what the front end reports, or with a failure when later
  /// files have superseded this one or the window closes. Throws for a file that is too large.
  package func handOut(
    _ file: OutgoingFile, _ way: Delivery.Way, answered: @escaping @Sendable (Delivery.Outcome) async -> Void
  ) async throws(Problem) {
    guard person.windows[id] === self else { throw Delivery.windowClosed }
    let (offer, superseded) = try person.outgoing.add(file, at: id, way, answered: answered)
    say(.fileOffered(offer))
    for answered in superseded { await answered(.failed(Delivery.superseded)) }
  }

  /// The offers that the front end has not answered yet, the newest last.
  public nonisolated var openOffers: [FileOffer] { person.outgoing.open(at: id) }

  /// The offered file; nil when there is no such offer any more.
  public nonisolated func offered(_ file: Int) -> (offer: FileOffer, file: OutgoingFile)? {
    person.outgoing.file(file, at: id)
  }

  public nonisolated func piece(of file: Int, from start: Int) async throws(Problem) -> FilePiece {
    guard let (offer, file) = offered(file) else { throw Delivery.unknown }
    guard (0...file.size).contains(start) else { throw .misplaced }
    return FilePiece(of: offer, from: start, try file.read(from: start, FilePiece.largest))
  }

  /// Passes a report on to the feature that handed the file out.
  func take(_ report: Command.Report, of number: Int?) async throws(Problem) {
    let isHandedOver =
      switch report {
      case .saved, .shared: true
      case .declined, .failed: false
      }
    guard let number = number ?? openOffers.last?.id,
      let (offer, answered) = person.outgoing.answer(number, at: id, isHandedOver: isHandedOver)
    else { throw Delivery.unknown }
    switch report {
    case .saved(let path): await answered(.saved(as: path ?? offer.name))
    case .shared: await answered(.shared(as: offer.name))
    case .declined: await answered(.declined)
    case .failed(let problem): await answered(.failed(problem))
    }
  }

  /// Ends the offers of a window that closes.
  func endOffers() async {
    for answered in person.outgoing.remove(id) { await answered(.failed(Delivery.windowClosed)) }
  }
}

extension OpenWindows {
  /// Offers a file at a window. The features of every product hand files out through this.
  package func handOut(
    _ file: OutgoingFile, _ way: Delivery.Way, at window: WindowID,
    answered: @escaping @Sendable (Delivery.Outcome) async -> Void
  ) async throws(Problem) {
    guard let window = self[window] else { throw Delivery.windowClosed }
    try await window.handOut(file, way, answered: answered)
  }
}
