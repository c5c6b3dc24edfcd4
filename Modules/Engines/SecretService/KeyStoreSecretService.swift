internal import Dispatch
internal import Kernel
public import Storage

extension KeyStore {
  /// A key store in the desktop's keyring. `profile` is the profile's name and not its path, so a folder may move;
  /// `environment` names the session bus. The desktop may ask the person for a password, and this waits for the answer.
  public static func secretService(profile: String, environment: [String: String]) -> KeyStore {
    secretService(profile: profile, patience: Patience()) { () throws(Problem) in
      try BusAddress(environment: environment)
    }
  }

  static func secretService(
    profile: String, patience: Patience, address: @escaping @Sendable () throws(Problem) -> BusAddress
  ) -> KeyStore {
    let thread = BlockingQueue("Troupe.SecretService")
    let attributes = [("application", "troupe"), ("profile", profile)]
    @Sendable func keyring() throws(Problem) -> Keyring {
      let isName = (1...200).contains(profile.utf8.count) && profile.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
      guard isName else { throw .badProfile }
      return try Keyring(SessionBus(address(), patience))
    }
    return KeyStore(
      load: { () throws(Problem) in
        try await thread.run { () throws(Problem) in
          guard var secret = try keyring().secret(attributes) else { return nil }
          guard secret.count == MasterKey.length else {
            wipe(&secret)
            throw .keyringAnswer
          }
          return try MasterKey(secret)
        }
      },
      keep: { key throws(Problem) in
        try await thread.run { () throws(Problem) in
          try keyring().keep(key.revealed, attributes, label: "Troupe: \(profile)")
        }
      })
  }
}

/// A queue for work that waits for other programs and people, and must not hold one of the few threads that tasks
/// share.
struct BlockingQueue: Sendable {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Problem>, Never>) in
      queue.async { continuation.resume(returning: Result { () throws(Problem) in try work() }) }
    }
    return try result.get()
  }
}
