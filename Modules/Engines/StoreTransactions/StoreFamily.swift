public import Kernel
public import Platform

/// The people with whom a purchase is shared, and the invitations that nobody has accepted yet.
public struct StoreFamily: Sendable, Hashable {
  /// A place in the family: an invitation, with the member who has accepted it.
  public struct Place: Sendable, Hashable, Identifiable {
    public let id: String
    /// Nil where the code is no longer known, as at a server, which keeps its hash alone.
    public let code: String?
    public let made: Date
    /// The instant from which nobody can accept it; nil for an invitation that holds until it is withdrawn.
    public let expires: Date?
    /// Nil for an invitation that nobody has accepted.
    public let member: String?

    public init(id: String, code: String?, made: Date, expires: Date? = nil, member: String? = nil) {
      self.id = id
      self.code = code
      self.made = made
      self.expires = expires
      self.member = member
    }

    /// A place that is known by its code.
    public init(_ code: String, made: Date, member: String? = nil) {
      self.init(id: code, code: code, made: made, member: member)
    }
  }

  /// The number of letters and digits of a code.
  public static let codeLength = 8

  /// In the order in which they were made.
  public let places: [Place]
  /// The most places.
  public let most: Int

  public init(_ places: [Place], most: Int) {
    self.places = places
    self.most = most
  }

  public var isFull: Bool { places.count >= most }

  /// The code in a text that a person typed: "abcd-efgh" and "ABCD EFGH" are the same. Nil for what is no code.
  public static func code(_ text: String) -> String? {
    let signs = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    let isCode = signs.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
    return signs.utf8.count == codeLength && isCode ? signs : nil
  }

  /// A code from the system's random numbers that is read aloud easily: without 0, 1, I and O.
  public static func randomCode() -> String {
    let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    return String((0..<codeLength).map { _ in signs[Int.random(in: signs.indices)] })
  }

  /// The code in two groups, which are easier to read aloud: "ABCD-EFGH".
  public static func shown(_ code: String) -> String { "\(code.prefix(4))-\(code.dropFirst(4))" }
}

/// The part of a store that shares a purchase with others.
public struct FamilyPort: Sendable {
  /// The family of the customer's own purchase; nil if they have none that can be shared.
  public var load: @Sendable () async throws(Problem) -> StoreFamily?
  /// Makes an invitation, and returns it with its code.
  public var invite: @Sendable () async throws(Problem) -> StoreFamily.Place
  /// Withdraws an invitation, or ends the sharing with the member who has accepted it.
  public var remove: @Sendable (_ place: StoreFamily.Place.ID) async throws(Problem) -> Void
  /// Accepts an invitation. The shared purchase is among all of the customer's texts then.
  public var join: @Sendable (_ code: String, _ name: String) async throws(Problem) -> Void
  /// Leaves the family of somebody else.
  public var leave: @Sendable () async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> StoreFamily?,
    invite: @escaping @Sendable () async throws(Problem) -> StoreFamily.Place,
    remove: @escaping @Sendable (_ place: StoreFamily.Place.ID) async throws(Problem) -> Void,
    join: @escaping @Sendable (_ code: String, _ name: String) async throws(Problem) -> Void,
    leave: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    self.load = load
    self.invite = invite
    self.remove = remove
    self.join = join
    self.leave = leave
  }
}

extension Problem {
  public static let noFamilyCode = Problem(
    "family-code", "This code is not known, or it was used already.", safe: "Nothing was changed.",
    remedy: "Compare it with the invitation, or ask for a new one.")
  public static let ownFamilyCode = Problem(
    "family-own", "This is an invitation to your own family.", safe: "Nothing was changed.",
    remedy: "Give the code to the person whom you invite.")
  public static let familyFull = Problem(
    "family-full", "All places of the family are taken.", safe: "Nothing was changed.",
    remedy: "Remove a member or an invitation first.")
  public static let noFamily = Problem(
    "family-none", "You have no plan that can be shared.", safe: "Nothing was changed.",
    remedy: "Choose the family plan first.")
}
