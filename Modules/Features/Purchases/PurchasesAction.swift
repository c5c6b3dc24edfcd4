public import Entitlement
public import Interface
public import Kernel
public import Platform
public import StoreTransactions

/// The results of effects, and what happens to account and store.
public enum PurchasesAction: Sendable, Equatable {
  case begin
  case loaded([SignedEntry], StoreContact?, steady: Duration)
  case notLoaded(Problem)
  /// The stored rows changed, by this device or another.
  case changed
  /// The account that the profile belongs to; nil for none.
  case account(UUID?)
  /// The store may have something new.
  case news
  /// The time has come to look again.
  case rang(steady: Duration)
  case priced([StoreItem.ID: StorePrice])
  case answered([SignedEntry], steady: Duration, restoring: WindowID?)
  case unanswered(Problem, steady: Duration, restoring: WindowID?)
  case bought(PurchaseOutcome, of: StoreOrder, steady: Duration)
  case renewalSet(Bool, in: WindowID)
  case notDone(Problem, in: WindowID)
  case notKept(Problem)
  /// A list of the features that need a purchase, as received from elsewhere.
  case gatesReceived([UInt8])
  /// The list that was kept.
  case gatesLoaded([UInt8]?)
  case familyLoaded(StoreFamily?)
  case invited(StoreFamily.Place, in: WindowID)
  case familyChanged(in: WindowID)
  case joined(in: WindowID)
  case familyLeft(in: WindowID)
  case familyNotDone(Problem, in: WindowID)
  /// The server's answer that was kept.
  case rightsLoaded(ServerRights?)
  /// The server's answer; nil where no server verifies purchases.
  case verified(ServerRights?)
}

/// The verified answer to an order.
public enum PurchaseOutcome: Sendable, Hashable {
  case purchased([SignedEntry])
  case pending, declined, cancelled
  case failed(Problem)
}

/// The user's actions in one window.
public enum PurchasesWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case buy(StoreItem.ID)
  case stopWaiting
  case restore
  case askToCancel(String)
  case cancel
  case resume(String)
  case dismiss
  case dismissWarning
  /// Goes from an explained feature to the offers.
  case unlock(FeatureGate.ID)
  case notNow
  case invite
  /// Withdraws an invitation, or removes the member who has accepted it.
  case removeMember(StoreFamily.Place.ID)
  case writeCode(String)
  case writeName(String)
  case join
  case askToLeave, leaveFamily
  case retry
}

/// The effects that the feature requests.
public enum PurchasesEffect: Sendable, Equatable {
  case load
  case listen
  case hear
  case tick
  case wake(Date)
  case price
  case ask(restoring: WindowID?)
  case buy(StoreOrder)
  case keep([SignedEntry])
  case remember(StoreContact)
  case setRenewal(String, Bool, in: WindowID)
  case loadGates
  case fetchGates
  case keepGates([UInt8])
  case loadFamily
  case invite(WindowID)
  case removeMember(StoreFamily.Place.ID, in: WindowID)
  case join(String, name: String, in: WindowID)
  case leaveFamily(WindowID)
  case verify([SignedEntry])
  case loadRights
  case keepRights(ServerRights?)
}

/// The events that other features may receive.
public enum PurchasesEvent: Sendable, Equatable {
  /// The rights of the person have changed.
  case entitled(Set<Entitlement>)
  /// A purchase at one window has given the right that it was asked for.
  case unlocked
  /// The order of one window has ended without a purchase.
  case ended
  case told(Toast)
  /// The offers are shown at one window.
  case paywallShown
  case ordered(StoreItem.ID)
  case bought(StoreItem.ID, price: StorePrice)
  /// A purchase has failed, with the code of its problem.
  case failed(StoreItem.ID, code: String)
  case restoreAsked, restored, nothingToRestore
  case gateShown(FeatureGate.ID)
  /// The person goes on to the offers, which the window opens.
  case gateAccepted(FeatureGate.ID)
  case gateDismissed(FeatureGate.ID)
  /// The sheet of a feature is to be closed.
  case gateClosed(Route)
  case familyInvited, familyJoined
  /// A plan was bought that is shared with others, whom the person can invite now.
  case familyBegun
}
