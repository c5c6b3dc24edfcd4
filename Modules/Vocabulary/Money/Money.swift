/// An amount of one currency in whole minor units: 12.50 € are 1250 cents. Nothing is ever rounded but by a rate.
public struct Money: Sendable, Hashable, Codable {
  /// The most of any currency, up to which every amount is exact as a number too.
  public static let most = 9_000_000_000_000_000

  public let minor: Int
  public let currency: Currency

  /// Nil beyond the most.
  public init?(minor: Int, _ currency: Currency) {
    guard minor.magnitude <= UInt(Money.most) else { return nil }
    self.minor = minor
    self.currency = currency
  }

  private enum CodingKeys: String, CodingKey { case minor, currency }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let minor = try container.decode(Int.self, forKey: .minor)
    guard let money = Money(minor: minor, try container.decode(Currency.self, forKey: .currency)) else {
      throw DecodingError.dataCorruptedError(forKey: .minor, in: container, debugDescription: "an amount without sense")
    }
    self = money
  }

  public static func zero(_ currency: Currency) -> Money { Money(0, currency) }

  private init(_ minor: Int, _ currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// The sum; nil for another currency or beyond the most.
  public func adding(_ other: Money) -> Money? {
    guard currency == other.currency else { return nil }
    return Money(minor: minor + other.minor, currency)
  }

  public var negated: Money { Money(-minor, currency) }

  /// Parts that are as equal as can be and whose sum is this amount; none for no part.
  public func split(into count: Int) -> [Money] {
    guard count > 0 else { return [] }
    return split(by: Array(repeating: 1, count: count))
  }

  /// Parts by weights, whose sum is this amount: the minor units left over go to the parts that lost most by rounding.
  /// Empty if a weight is negative or none is positive.
  public func split(by weights: [Int]) -> [Money] {
    guard weights.allSatisfy({ 0...1_000_000 ~= $0 }) else { return [] }
    let whole = weights.reduce(0, +)
    guard whole > 0 else { return [] }
    let (sign, amount) = (minor < 0 ? -1 : 1, minor.magnitude)
    var parts = weights.map { weight -> (part: Int, rest: UInt) in
      let product = amount.multipliedFullWidth(by: UInt(weight))
      let (part, rest) = UInt(whole).dividingFullWidth(product)
      return (Int(part), rest)
    }
    var left = Int(amount) - parts.reduce(0) { $0 + $1.part }
    for place in parts.indices.sorted(by: { (parts[$0].rest, -$0) > (parts[$1].rest, -$1) }) where left > 0 {
      parts[place].part += 1
      left -= 1
    }
    return parts.map { Money(sign * $0.part, currency) }
  }
}

/// Sums of several currencies, never across them.
public struct MoneySums: Sendable, Hashable {
  private var sums: [Currency: Int] = [:]
  /// A sum went beyond the most that is counted.
  public private(set) var isOverfull = false

  public init(_ amounts: some Sequence<Money> = []) {
    for amount in amounts { add(amount) }
  }

  public mutating func add(_ amount: Money) {
    let (sum, overflow) = sums[amount.currency, default: 0].addingReportingOverflow(amount.minor)
    guard !overflow, sum.magnitude <= UInt(Money.most) else {
      isOverfull = true
      return
    }
    sums[amount.currency] = sum
  }

  public subscript(_ currency: Currency) -> Money { Money(minor: sums[currency] ?? 0, currency) ?? .zero(currency) }

  /// One for each currency, in the order of their codes.
  public var all: [Money] { sums.keys.sorted().map { self[$0] } }
}

/// A rate that the person gave, for a day: so many units of the one for one unit of the other.
public struct ExchangeRate: Sendable, Hashable, Codable {
  public let from: Currency
  public let to: Currency
  /// Millionths.
  public let millionths: Int
  /// "2026-11-24".
  public let day: String

  /// Nil for a rate that is not positive or beyond a million.
  public init?(from: Currency, to: Currency, millionths: Int, day: String) {
    guard 1...1_000_000_000_000 ~= millionths else { return nil }
    (self.from, self.to, self.millionths, self.day) = (from, to, millionths, day)
  }

  /// The amount in the other currency, rounded half to even; nil for an amount of another currency or beyond the most.
  public func converted(_ amount: Money) -> Money? {
    guard amount.currency == from else { return nil }
    // minor / from.scale * rate / 1e6 * to.scale
    let (high, low) = amount.minor.magnitude.multipliedFullWidth(by: UInt(millionths))
    let divisor = UInt(from.scale) * 1_000_000
    guard high < divisor else { return nil }
    let scaled = (high, low)
    let (units, rest) = divisor.dividingFullWidth(scaled)
    // Whole units first, then the rest with the digits of the other currency.
    let fine = rest.multipliedReportingOverflow(by: UInt(to.scale))
    guard !fine.overflow, units <= UInt(Money.most) / UInt(to.scale) else { return nil }
    var minor = units * UInt(to.scale) + fine.partialValue / divisor
    let left = fine.partialValue % divisor
    if left * 2 > divisor || left * 2 == divisor && minor % 2 == 1 { minor += 1 }
    return Money(minor: amount.minor < 0 ? -Int(minor) : Int(minor), to)
  }
}
