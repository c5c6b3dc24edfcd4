/// A rate limit as a token bucket: `most` requests at once, refilled evenly over `period`.
public struct Rate: Sendable, Hashable {
  public let most: Int
  /// The time in seconds after which the whole limit is available again.
  public let period: Int

  public init(_ most: Int, per period: Int) {
    self.most = most
    self.period = period
  }
}

/// The rate limits of all operations, by network and by account.
public struct Rates: Sendable, Hashable {
  public var signIn = Rate(600, per: 300)
  /// Wrong passwords for one account: from one network, and from all.
  public var guess = Rate(60, per: 300)
  public var guessAnywhere = Rate(3000, per: 3600)
  public var signUp = Rate(300, per: 300)
  public var refresh = Rate(3000, per: 300)
  public var verify = Rate(300, per: 300)
  public var verifyOfAccount = Rate(30, per: 300)
  public var mail = Rate(120, per: 3600)
  public var mailOfAccount = Rate(5, per: 300)
  public var authorize = Rate(300, per: 300)

  public init() {}
}

/// The key of a rate limit: an operation, with the network, the account or both.
enum RateLimitKey: Hashable, Sendable {
  case signIn(String)
  case guess(String, String)
  case guessAnywhere(String)
  case signUp(String)
  case refresh(String)
  case verify(String)
  case verifyOfAccount(String)
  case mail(String)
  case mailOfAccount(String)
  case authorize(String)

  func rate(_ rates: Rates) -> Rate {
    switch self {
    case .signIn: rates.signIn
    case .guess: rates.guess
    case .guessAnywhere: rates.guessAnywhere
    case .signUp: rates.signUp
    case .refresh: rates.refresh
    case .verify: rates.verify
    case .verifyOfAccount: rates.verifyOfAccount
    case .mail: rates.mail
    case .mailOfAccount: rates.mailOfAccount
    case .authorize: rates.authorize
    }
  }
}

/// Token buckets, one for each asker. A bucket is stored as one number, the instant at which it will be full.
///
/// Memory is bounded: buckets are kept in two generations, and the older is dropped when the newer is full. A dropped
/// bucket counts as full; that takes thousands of other askers.
struct Buckets: Sendable {
  private let most: Int
  private var newer: [RateLimitKey: Int] = [:]
  private var older: [RateLimitKey: Int] = [:]

  init(_ most: Int = 40_000) { self.most = max(2, most) }

  var count: Int { newer.count + older.count }

  /// Takes a token. Returns nil on success, otherwise the number of seconds to wait. `now` is in milliseconds.
  mutating func take(_ asker: RateLimitKey, _ rate: Rate, at now: Int) -> Int? {
    guard rate.most > 0 else { return max(1, rate.period) }
    let whole = rate.period * 1000
    let drop = max(1, whole / rate.most)
    // A clock set back must not block an asker for longer than a period.
    let full = min(max(newer[asker] ?? older.removeValue(forKey: asker) ?? now, now), now + whole)
    let wait = full + drop - whole - now
    guard wait <= 0 else {
      keep(asker, full)
      return (wait + 999) / 1000
    }
    keep(asker, full + drop)
    return nil
  }

  /// Gives back a token that was taken.
  mutating func giveBack(_ asker: RateLimitKey, _ rate: Rate) {
    guard rate.most > 0 else { return }
    let drop = max(1, rate.period * 1000 / rate.most)
    if let full = newer[asker] {
      newer[asker] = full - drop
    } else if let full = older[asker] {
      older[asker] = full - drop
    }
  }

  private mutating func keep(_ asker: RateLimitKey, _ full: Int) {
    if newer[asker] == nil, newer.count >= most / 2 {
      older = newer
      newer = [:]
    }
    newer[asker] = full
  }
}
