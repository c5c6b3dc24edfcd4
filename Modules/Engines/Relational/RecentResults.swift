internal import Kernel

/// The results of the last requests, by what was asked: clients ask for the same again. When it is full, it begins anew.
package final class RecentResults<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let most: Int
  private let known = Locked<[Key: Value]>([:])

  package init(most: Int) { self.most = most }

  package var count: Int { known.withLock { $0.count } }

  package subscript(key: Key) -> Value? { known.withLock { $0[key] } }

  package func keep(_ value: Value, for key: Key) {
    known.withLock { known in
      if known.count >= most { known = [:] }
      known[key] = value
    }
  }
}
