internal import Interface
public import Kernel
internal import Platform
internal import StoreTransactions

// What a person does in one window.
extension PurchasesState {
  public mutating func receive(_ action: PurchasesWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      let asking =
        (reading == .done ? ask() : []) + (route == PurchasesState.familyRoute && offersFamily ? [loadFamily] : [])
      if route == PurchasesState.plans { return [.tell(.paywallShown, window)] + asking }
      guard let gate = plan.gates.first(where: { $0.route == route }) else { return asking }
      windows[window].gate = gate.id
      return [.tell(.gateShown(gate.id), window)]
    case .left(let route):
      if let gate = windows[window].gate, plan.gate(gate)?.route == route {
        windows[window].gate = nil
        return [.tell(.gateDismissed(gate), window)]
      }
      windows[window].failure = nil
      windows[window].said = nil
      windows[window].problem = nil
      windows[window].cancelling = nil
      windows[window].isLeaving = false
      windows[window].invitation = nil
    case .buy(let id):
      guard reading == .done, windows[window].order == nil, let item = plan.item(id) else { return [] }
      windows[window].problem = nil
      windows[window].failure = nil
      windows[window].said = nil
      orders += 1
      let order = StoreOrder(id: orderID(in: window, at: now), item: item.id, account: account, window: window)
      windows[window].order = order
      windows[window].hadRight = isOwner
      return [.tell(.ordered(item.id), window), .run(.buy(order), .latest("buy", of: window))]
    case .stopWaiting:
      guard windows[window].order != nil else { return [] }
      windows[window].order = nil
      windows[window].said = "You no longer wait here. If the store still answers, what you bought appears by itself."
      return [.stop(.latest("buy", of: window))]
    case .restore:
      guard reading == .done, !windows[window].isRestoring else { return [] }
      windows[window].isRestoring = true
      windows[window].problem = nil
      windows[window].failure = nil
      windows[window].said = nil
      return [.tell(.restoreAsked, window)] + ask(restoring: window)
    case .unlock(let id):
      guard plan.gate(id) != nil else { return [] }
      windows[window].gate = nil
      return [.tell(.gateAccepted(id), window)]
    case .notNow:
      return windows[window].gate.flatMap { plan.gate($0) }.map { [.tell(.gateClosed($0.route), window)] } ?? []
    case .invite, .removeMember, .writeCode, .writeName, .join, .askToLeave, .leaveFamily:
      return share(action, in: window)
    case .askToCancel(let original):
      guard standings.contains(where: { $0.original == original && $0.renews }) else { return [] }
      windows[window].cancelling = original
    case .cancel:
      guard let original = windows[window].cancelling else { return [] }
      windows[window].cancelling = nil
      return set(original, false, in: window)
    case .resume(let original): return set(original, true, in: window)
    case .dismiss:
      windows[window].cancelling = nil
      windows[window].isLeaving = false
    case .dismissWarning: windows[window].hasDismissedWarning = true
    case .retry:
      guard case .failed = reading else { return [] }
      reading = .underWay
      return [.run(.load, .latest("load"))]
    }
    return []
  }

  private mutating func set(_ original: String, _ renews: Bool, in window: WindowID) -> Steps {
    guard !windows[window].isChanging else { return [] }
    windows[window].isChanging = true
    windows[window].problem = nil
    return [.run(.setRenewal(original, renews, in: window), .inOrder("renewal"))]
  }

  /// An identifier that no other order of the person has: the window's, with the time and a number in its last half.
  private func orderID(in window: WindowID, at now: Moment) -> UUID {
    var bytes = window.uuid.uuid
    let milliseconds = UInt64(max(0, now.date.timeIntervalSince1970 * 1000))
    let number = milliseconds << 16 | UInt64(orders & 0xFFFF)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      withUnsafeBytes(of: number.bigEndian) { number in
        for index in 0..<8 { bytes[8 + index] ^= number[index] }
      }
    }
    return UUID(uuid: bytes)
  }
}
