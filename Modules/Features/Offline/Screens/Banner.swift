internal import Connectivity
public import Interface
public import Kernel
internal import Storage
internal import Sync

// The banner across the top of every screen.
extension OfflineState {
  /// The banner for the window's chrome. Empty until the state is known.
  public func banner(at window: WindowID, in surroundings: Surroundings) -> [Node<OfflineWindowAction>] {
    let local = windows[window]
    return [lineBanner(local), loading, sending, conflictBanner(local)].compactMap(\.self)
  }

  private func lineBanner(_ local: OfflineWindowState) -> Node<OfflineWindowAction>? {
    guard line.isKnown, local.dismissed != connectivity, let words = connectivity.banner else { return nil }
    let way: [Node<OfflineWindowAction>] =
      connectivity == .signedOut ? [.link("Sign in", to: OfflineRoutes.signIn, id: "sign-in", icon: .unlock)] : []
    return .notice(
      words, id: "line", tone: connectivity.tone, icon: connectivity.icon, dismiss: .dismissBanner, way)
  }

  /// Shown while a device loads an account's entries for the first time, so that an empty list is not taken for all there is.
  private var loading: Node<OfflineWindowAction>? {
    guard line.isKnown, hasAccount, isUnderWay, lastSynced == nil, progress == nil else { return nil }
    return .progress("Loading your entries...", id: "loading").with { state in
      state.icon = .syncing
      state.live = .polite
    }
  }

  /// The entry being sent counts as the current one, so the first is number 1.
  private var sending: Node<OfflineWindowAction>? {
    progress.map { progress in
      let number = min(progress.done + 1, progress.total)
      return .progress(
        "Syncing \(number) of \(progress.total) entries...", id: "sending", done: Double(progress.done),
        of: Double(progress.total)
      ).with { state in
        state.icon = .syncing
        state.live = .polite
      }
    }
  }

  private func conflictBanner(_ local: OfflineWindowState) -> Node<OfflineWindowAction>? {
    guard counts.conflicts > local.dismissedConflicts ?? 0, let first = waiting?.conflicts.first else { return nil }
    return .notice(
      decisions, id: "decisions", tone: .warning, icon: .flag, dismiss: .dismissConflicts,
      [.link("Review", to: OfflineRoutes.conflict(first.op), id: "review", icon: .forward)])
  }

  /// "2 entries need your decision".
  var decisions: String {
    "\(entries(counts.conflicts)) need\(counts.conflicts == 1 ? "s" : "") your decision."
  }
}
