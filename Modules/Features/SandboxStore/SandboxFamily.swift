internal import JSON
public import Kernel
internal import Platform
public import StoreTransactions

/// An invitation to share a purchase of the sandbox store. All customers of the device can read it.
struct SandboxInvitation: Sendable, Hashable, Codable {
  let code: String
  /// The first transaction of what is shared.
  let original: String
  let made: Date
  /// The owner's last purchase.
  var book: SandboxBook
  /// The instant at which the owner withdrew it, or removed the member.
  var removed: Date?

  /// The names under which an invitation and its acceptance are kept for the whole device.
  static func name(_ code: String) -> String { "\(SandboxStore.families)\(code)" }
  static func acceptance(_ code: String) -> String { "\(name(code))-member" }
}

/// The acceptance of an invitation, which is made once.
struct SandboxAcceptance: Sendable, Hashable, Codable {
  static let longestName = 60

  let name: String
  let at: Date
}

/// The invitations that one customer made and accepted.
struct SandboxFamilyBook: Sendable, Hashable, Codable {
  static let most = 50

  var made: [String] = []
  var joined: [String] = []
}

// Sharing with a family. The store itself is the meeting place, so that every customer of the device can be invited.
extension SandboxStore {
  /// The beginning of the names of invitations.
  public static let families = "family-"
  static let ownFamily = "own-families"

  /// The family of the purchase that can be shared; nil if there is none.
  public func family() async throws(Problem) -> StoreFamily? {
    guard let (_, item) = try await shared() else { return nil }
    var places: [StoreFamily.Place] = []
    for code in try await ownBook().made {
      guard let one = try await invitation(code), one.removed == nil else { continue }
      places.append(.init(code, made: one.made, member: try await acceptance(of: code)?.name))
    }
    return StoreFamily(places, most: item.places)
  }

  public func invite() async throws(Problem) -> StoreFamily.Place {
    guard let (entry, _) = try await shared() else { throw .noFamily }
    guard try await family()?.isFull == false else { throw .familyFull }
    let code = SandboxStore.code(identifiers.uuid())
    let invitation = SandboxInvitation(
      code: code, original: entry.original, made: time.now().date, book: states.value.book)
    guard try await needs.create(SandboxInvitation.name(code), try SandboxStore.bytes(invitation)) else {
      throw .familyFull
    }
    var own = try await ownBook()
    own.made = (own.made + [code]).suffix(SandboxFamilyBook.most)
    try await keepOwn(own)
    return StoreFamily.Place(code, made: invitation.made)
  }

  public func remove(_ code: String) async throws(Problem) {
    guard try await ownBook().made.contains(code), var one = try await invitation(code) else { throw .noFamilyCode }
    one.removed = max(time.now().date, states.value.book.clock)
    try await needs.keep(SandboxInvitation.name(code), try SandboxStore.bytes(one))
  }

  public func join(_ text: String, _ name: String) async throws(Problem) {
    guard let code = StoreFamily.code(text), let one = try await invitation(code), one.removed == nil else {
      throw .noFamilyCode
    }
    var own = try await ownBook()
    if own.made.contains(code) { throw .ownFamilyCode }
    if own.joined.contains(code) { return }
    let acceptance = SandboxAcceptance(
      name: String(name.prefix(SandboxAcceptance.longestName)), at: time.now().date)
    // Whoever creates it first has the place.
    guard try await needs.create(SandboxInvitation.acceptance(code), try SandboxStore.bytes(acceptance)) else {
      throw .noFamilyCode
    }
    own.joined = (own.joined + [code]).suffix(SandboxFamilyBook.most)
    try await keepOwn(own)
  }

  /// Ends the sharing with this customer.
  public func leave() async throws(Problem) {
    for code in try await ownBook().joined {
      guard var one = try await invitation(code), one.removed == nil else { continue }
      one.removed = max(time.now().date, one.book.clock)
      try await needs.keep(SandboxInvitation.name(code), try SandboxStore.bytes(one))
    }
  }

  /// Passes what the owner has bought on to the invitations.
  func publish(_ book: SandboxBook) async throws(Problem) {
    for code in try await ownBook().made {
      guard var one = try await invitation(code), one.removed == nil else { continue }
      one.book = book
      try await needs.keep(SandboxInvitation.name(code), try SandboxStore.bytes(one))
    }
  }

  /// The signed texts of what others share with this customer.
  func sharedTexts(at now: Date) async throws(Problem) -> [String] {
    var texts: [String] = []
    for code in try await ownBook().joined {
      guard var one = try await invitation(code) else { continue }
      one.book.advance(to: max(now, one.removed ?? now), among: states.value.items)
      texts += try one.book.shared(one.original, as: code, removed: one.removed, for: app, by: try await signer())
    }
    return texts
  }

  /// The customer's running purchase that can be shared, with its item.
  private func shared() async throws(Problem) -> (SandboxBook.Entry, StoreItem)? {
    await states.wait { $0.reading != .unread && $0.reading != .underWay }
    let state = states.value
    if state.isSilent { throw .storeUnreachable }
    for entry in state.book.standing where state.book.runs(entry) {
      if let item = state.items.first(where: { $0.id == entry.item }), item.places > 0 { return (entry, item) }
    }
    return nil
  }

  private func invitation(_ code: String) async throws(Problem) -> SandboxInvitation? {
    try await read(SandboxInvitation.self, SandboxInvitation.name(code))
  }

  private func acceptance(of code: String) async throws(Problem) -> SandboxAcceptance? {
    try await read(SandboxAcceptance.self, SandboxInvitation.acceptance(code))
  }

  private func ownBook() async throws(Problem) -> SandboxFamilyBook {
    try await read(SandboxFamilyBook.self, SandboxStore.ownFamily) ?? SandboxFamilyBook()
  }

  private func keepOwn(_ book: SandboxFamilyBook) async throws(Problem) {
    try await needs.keep(SandboxStore.ownFamily, try SandboxStore.bytes(book))
  }

  private func read<Kept: Decodable>(_ type: Kept.Type, _ name: String) async throws(Problem) -> Kept? {
    guard let bytes = try await needs.load(name) else { return nil }
    guard let read = try? JSONDecoder().decode(type, from: bytes) else { throw .sandboxUnreadable }
    return read
  }

  private static func bytes(_ value: some Encodable) throws(Problem) -> Data {
    guard let bytes = try? JSON.data(value) else { throw .sandboxUnreadable }
    return bytes
  }

  /// A code that is read aloud easily: without 0, 1, I and O.
  static func code(_ source: UUID) -> String {
    let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    let bytes = source.uuid
    // The last bytes are random; the first of an identifier are its time.
    return String(
      [bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15].map {
        signs[Int($0) % signs.count]
      })
  }
}
