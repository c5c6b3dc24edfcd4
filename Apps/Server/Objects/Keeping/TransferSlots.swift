internal import Kernel

/// Bounds the files that are received, or sent, at the same time: in total and for each account.
final class TransferSlots: Sendable {
  private struct Taken {
    var count = 0
    var byOwner: [String: Int] = [:]
  }

  private let most: Int
  private let mostOfOwner: Int
  private let taken = Locked(Taken())

  init(_ most: Int, ofAccount mostOfOwner: Int) {
    self.most = most
    self.mostOfOwner = mostOfOwner
  }

  /// The place of one transfer, which is given back when this is released.
  final class Slot: Sendable {
    private let slots: TransferSlots
    private let owner: String?

    fileprivate init(_ slots: TransferSlots, _ owner: String?) {
      self.slots = slots
      self.owner = owner
    }

    deinit { slots.giveBack(owner) }
  }

  /// Takes a place. A transfer without an owner, as by the service key, counts in total only.
  func take(_ owner: String?) throws(Refused) -> Slot {
    let isTaken = taken.withLock { taken in
      guard taken.count < most else { return false }
      if let owner {
        guard taken.byOwner[owner, default: 0] < mostOfOwner else { return false }
        taken.byOwner[owner, default: 0] += 1
      }
      taken.count += 1
      return true
    }
    guard isTaken else { throw .tooManyTransfers }
    return Slot(self, owner)
  }

  private func giveBack(_ owner: String?) {
    taken.withLock { taken in
      taken.count -= 1
      guard let owner, let there = taken.byOwner[owner] else { return }
      taken.byOwner[owner] = there > 1 ? there - 1 : nil
    }
  }
}
