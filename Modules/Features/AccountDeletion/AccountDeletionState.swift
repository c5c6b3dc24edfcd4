internal import Interface
public import Kernel
internal import Platform

/// Whether the account will be erased, and the form of every window.
public struct AccountDeletionState: WindowedDeciding {
  /// Seconds between two looks at the server.
  static let pause = 60.0
  /// The longest pause in seconds between two questions for the certificate.
  static let longestPause = 21_600.0

  public let plan: DeletionPlan
  /// Nil while nothing is scheduled and nothing was erased.
  public internal(set) var kept: KeptDeletion?
  var hasBegun = false
  var isLoaded = false
  var isSignedIn = false
  /// Whether a request of a window is under way.
  var underWay: WindowID?
  /// The last look at the server.
  var looked: Moment?
  /// Whether the session ended before what is kept was read.
  var hasExpired = false
  /// Whether the certificate is fetched, and with it the account's data are removed.
  var isCollecting = false
  /// Whether the server has said that the account of the session that ended is not erased.
  var isDenied = false
  /// Number of times the server was asked since the day of the erasing, or since the session ended.
  var asked = 0
  public var windows = WindowStates<AccountDeletionWindowState>()

  public init(_ plan: DeletionPlan) { self.plan = plan }

  public typealias Steps = [Step<AccountDeletionEffect, AccountDeletionEvent>]

  /// The scheduled erasing.
  public var scheduled: ScheduledErasure? { if case .scheduled(let erasure)? = kept { erasure } else { nil } }

  /// The certificate that was not read yet.
  public var document: ErasureDocument? { if case .erased(let document)? = kept { document } else { nil } }

  public mutating func receive(_ action: AccountDeletionAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.load, .inOrder("deletion"))]
    case .loaded(let kept):
      isLoaded = true
      // A newer answer of the server may be there already.
      if self.kept == nil { self.kept = kept }
      return watch(now) + (hasExpired ? collect() : [])
    case .due:
      asked += 1
      return (isSignedIn ? look(now) : collect()) + watch(now)
    case .signedIn:
      isSignedIn = true
      hasExpired = false
      isDenied = false
      return look(now)
    case .signedOut:
      isSignedIn = false
      if !isCollecting { hasExpired = false }
      windows.forEach { $0.clear() }
      // The next person at this device is not told about the account of the last. Erasing signs out by itself.
      return scheduled == nil || isCollecting ? [] : keep(nil, now)
    case .expired:
      isSignedIn = false
      hasExpired = true
      isDenied = false
      if scheduled == nil { asked = 0 }
      return isLoaded ? collect() : []
    case .contact:
      if hasExpired { return collect() }
      guard isSignedIn, looked.map({ abs(now.date.timeIntervalSince($0.date)) >= Self.pause }) ?? true else {
        return []
      }
      return look(now)
    case .looked(let erasure):
      guard isSignedIn, underWay == nil else { return [] }
      return become(erasure, now)
    case .requested(let erasure, let window):
      underWay = nil
      windows[window].clear()
      let days = erasure.days(from: now.date)
      return become(erasure, now) + [.tell(.told(Toast(Self.deletes(in: days))), window)]
    case .notRequested(let problem, let window):
      underWay = nil
      windows[window].needsConnection = Self.isConnection(problem)
      if !windows[window].needsConnection { windows[window].clear() }
      windows[window].problem = problem
    case .cancelled(let window):
      underWay = nil
      return become(nil, now) + [.tell(.told(Toast("Your account is kept.", tone: .success)), window)]
    case .notCancelled(let problem, let window):
      underWay = nil
      windows[window].problem = problem
      return [.tell(.told(Toast(problem)), window)]
    case .erased(let document):
      kept = .erased(document)
      hasExpired = false
      isCollecting = false
      windows = WindowStates()
      return watch(now)
    case .notErased:
      isCollecting = false
      isDenied = true
      return watch(now)
    case .notCollected:
      isCollecting = false
      return watch(now)
    case .notSaved(let problem, let window): return [.tell(.told(Toast(problem)), window)]
    case .failed: break
    }
    return []
  }

  public mutating func receive(
    _ action: AccountDeletionWindowAction, from window: WindowID, at now: Moment
  ) -> Steps {
    switch action {
    case .appeared:
      if hasExpired { return collect() }
      return isSignedIn ? look(now) : []
    case .left: if underWay != window { windows[window].clear() }
    case .typePassword(let password):
      windows[window].password = password
      windows[window].problem = nil
    case .goOn:
      guard canAsk else { return [] }
      windows[window].isAsking = true
      windows[window].problem = nil
    case .dismiss: windows[window].isAsking = false
    case .request:
      guard canAsk, windows[window].isAsking else { return [] }
      windows[window].isAsking = false
      underWay = window
      let password = windows[window].password
      return [.run(.request(password.revealed.isEmpty ? nil : password, in: window), .inOrder("deletion"))]
    case .keep:
      guard scheduled != nil, isSignedIn, underWay == nil else { return [] }
      underWay = window
      windows[window].problem = nil
      return [.run(.cancel(in: window), .inOrder("deletion"))]
    case .saveDocument:
      guard let document else { return [] }
      return [.run(.save(document, in: window), .inOrder("deletion"))]
    case .discardDocument:
      guard document != nil else { return [] }
      return keep(nil, now)
    }
    return []
  }

  // MARK: Decisions

  private var canAsk: Bool { isSignedIn && kept == nil && underWay == nil }

  private mutating func look(_ now: Moment) -> Steps {
    looked = now
    return [.run(.look, .latest("look"))]
  }

  /// Asks for the certificate after the session has ended: the account may be erased, also if this device was never told
  /// that it would be.
  private mutating func collect() -> Steps {
    guard document == nil, !isCollecting else { return [] }
    isCollecting = true
    return [.run(.collect(scheduled), .inOrder("deletion"))]
  }

  /// Takes over what the server says of a signed-in account. A certificate of an earlier account stays until it is read.
  private mutating func become(_ erasure: ScheduledErasure?, _ now: Moment) -> Steps {
    guard let erasure else { return scheduled == nil ? [] : keep(nil, now) }
    return scheduled == erasure ? [] : keep(.scheduled(erasure), now)
  }

  private mutating func keep(_ kept: KeptDeletion?, _ now: Moment) -> Steps {
    self.kept = kept
    asked = 0
    return [.run(.keep(kept), .newest("keep deletion"))] + watch(now)
  }

  /// Waits for the day of the erasing; from then on asks at increasing intervals, since the account may also have been
  /// kept on another device. Without a scheduled erasing it asks until the server has answered once.
  private func watch(_ now: Moment) -> Steps {
    let lane = Lane.standing("due")
    guard scheduled != nil || (hasExpired && document == nil && !isDenied) else { return [.stop(lane)] }
    let pause = min(Self.pause * Double(1 << min(asked, 10)), Self.longestPause)
    return [.run(.wait(until: max(scheduled?.erases ?? now.date, now.date).addingTimeInterval(pause)), lane)]
  }

  private static func isConnection(_ problem: Problem) -> Bool {
    ["server-unreachable", "server-timed-out", "offline"].contains(problem.code)
  }

  /// "Your account will be deleted in 14 days. You can cancel anytime before then."
  static func deletes(in days: Int) -> String {
    "Your account will be deleted in \(days == 1 ? "1 day" : "\(days) days"). You can cancel anytime before then."
  }
}
