internal import Entitlement
internal import Interface
internal import Kernel
internal import ProductKit
internal import Purchases
internal import Shell
internal import Storage
internal import Training

/// The changes that are free without full access, and the way from the first plan to the offers and home.
struct AllowanceCadence: Sendable {
  private let purchases: Purchases?
  private let training: Training
  private let store: Store
  /// The windows in which a first plan was accepted in the conversation: there a purchase leads home.
  private let arriving: Locked<Set<WindowID>>

  static let home = Route(["today"])

  init(_ environment: PersonEnvironment, _ member: Member, _ training: Training, _ arriving: Locked<Set<WindowID>>) {
    purchases = member.purchases?.purchases
    store = environment.store
    self.training = training
    self.arriving = arriving
  }

  private var hasFullAccess: Bool { purchases.map { $0.states.value.entitlements.contains("full-access") } ?? true }

  /// Tells the plan whether its changes are limited. Demo data are not.
  func tell() async {
    let isDemo = (try? await Demonstration.cadence.isThere(store)) ?? false
    let isLimited = !hasFullAccess && !isDemo
    await training.send(.allowance(isLimited ? TrainingAllowance("Full Access", at: PurchasesState.plans) : nil))
  }

  /// Follows the rights of the person while it is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let heard = purchases?.events.listen()
    return {
      guard let heard else { return }
      await heard.hear { news in
        switch news {
        case .said(.entitled), .missed: await tell()
        case .said: break
        }
      }
    }
  }

  /// Leads a window on once its plan is approved: home, and before that to the offers if it was accepted in the conversation.
  func approved(at window: WindowID, _ shown: Window) async {
    guard arriving.withLock({ $0.contains(window) }) else { return }
    await shown.open(AllowanceCadence.home)
    if !hasFullAccess { await shown.open(PurchasesState.plans) }
  }
}
