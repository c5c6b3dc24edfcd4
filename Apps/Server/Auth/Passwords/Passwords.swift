internal import CSodium
internal import Dispatch
internal import Kernel

/// Hashes and verifies passwords with Argon2id on threads of its own. Each operation takes 64 MiB and much of a tenth
/// of a second, so few run at once, the queue is short, and other requests do not wait for it.
public final class Passwords: Sendable {
  /// The cost of one hash.
  public struct Cost: Sendable, Hashable {
    let operations: UInt64
    let memory: Int

    /// The parameters that libsodium recommends for sign-ins.
    public static let interactive = Cost(operations: 2, memory: 64 << 20)
    /// For tests only: insecure.
    public static let least = Cost(operations: 1, memory: 8192)
  }

  /// The queue is full.
  struct Crowded: Error {}

  private let cost: Cost
  private let most: Int
  private let queues: [DispatchQueue]
  private let waiting: Locked<[Int]>
  /// The hash that passwords of unknown users are checked against, at the same cost.
  private let decoy = Locked<String?>(nil)

  /// `threads` is the number of concurrent operations, at most 4; `most` the length of the queue of each.
  public init(_ cost: Cost = .interactive, threads: Int = 1, most: Int = 32) {
    precondition(sodium_init() >= 0, "libsodium finds no randomness on this machine")
    self.cost = cost
    self.most = max(1, most)
    let count = min(max(1, threads), 4)
    queues = (0..<count).map { DispatchQueue(label: "troupe.passwords.\($0)") }
    waiting = Locked(Array(repeating: 0, count: count))
  }

  func hash(_ password: String) async throws(Crowded) -> String {
    let cost = cost
    // Hashing fails without enough memory, which means too many operations too.
    guard let hash = try await aside({ Passwords.hash(password, cost) }) else { throw Crowded() }
    return hash
  }

  /// Whether the password matches the hash. Without a hash it takes as long and returns false.
  func verify(_ password: String, _ hash: String?) async throws(Crowded) -> Bool {
    let (cost, decoy) = (cost, decoy)
    return try await aside {
      if let hash { return crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0 }
      let other = decoy.withLock { $0 } ?? Passwords.hash("nobody's", cost) ?? ""
      decoy.withLock { $0 = other }
      _ = crypto_pwhash_str_verify(other, password, UInt64(password.utf8.count))
      return false
    }
  }

  /// Whether a hash was made at another cost than the present one.
  func isOutdated(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(hash, cost.operations, cost.memory) != 0
  }

  private static func hash(_ password: String, _ cost: Cost) -> String? {
    var out = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    guard crypto_pwhash_str(&out, password, UInt64(password.utf8.count), cost.operations, cost.memory) == 0 else {
      return nil
    }
    return String(decoding: out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func aside<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async throws(Crowded) -> Result {
    let most = most
    let queue = waiting.withLock { waiting -> Int? in
      guard let least = waiting.indices.min(by: { waiting[$0] < waiting[$1] }), waiting[least] < most else {
        return nil
      }
      waiting[least] += 1
      return least
    }
    guard let queue else { throw Crowded() }
    return await withCheckedContinuation { continuation in
      queues[queue].async {
        let result = work()
        self.waiting.withLock { $0[queue] -= 1 }
        continuation.resume(returning: result)
      }
    }
  }
}
