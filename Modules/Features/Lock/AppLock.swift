public import Kernel
internal import Permissions

/// The lock of one person's profile: asks for the passcode at launch and after a time without use, and sets all of that.
/// The store is opened and closed by the needs; this feature stays meanwhile.
public actor AppLock: Feature {
  public let core: Core<LockState>
  public nonisolated let states: Current<LockState>
  public nonisolated let events: Broadcast<LockEvent>
  private nonisolated let time: Time
  private let needs: LockNeeds
  private let log: Log

  /// - Parameters:
  ///   - hasAccounts: Whether the product has accounts, so that a forgotten passcode can lead to signing in again.
  ///   - pause: Says what does not go on while the profile is locked.
  public init(
    of product: String, on context: FeatureContext, needs: LockNeeds, hasAccounts: Bool = true, pause: String? = nil
  ) {
    core = Core(
      LockState(
        of: product, isAvailable: needs.isAvailable, hasDevice: needs.device != nil, hasAccounts: hasAccounts,
        pause: pause), on: context)
    states = core.states
    events = core.events
    time = context.time
    self.needs = needs
    log = context.log.from("Lock")
  }

  /// Both clocks, for actions that depend on them.
  private nonisolated var reading: LockReading { LockReading(elapsed: time.elapsed(), date: time.now().date) }

  /// Locks if it is time to. Returns when the store is closed in that case.
  public func check() async {
    guard states.value.isOn else { return }
    send(.clock(reading))
    if states.value.standing == .closing { await states.wait { $0.standing != .closing } }
  }

  /// Reports that a person did something at a window.
  public func touched() { if states.value.standing == .open { send(.touched(reading)) } }

  /// Locks now. Returns when the store is closed; throws when the lock is off.
  public func lock() async throws(Problem) {
    send(.lockNow)
    await states.wait { $0.standing != .closing }
    guard states.value.standing == .locked else {
      throw Problem(
        "lock-off", "The lock is off.", safe: "Nothing was changed.", remedy: "Turn it on in Settings, under Lock.")
    }
  }

  public func perform(_ effect: LockEffect) async -> LockAction? {
    switch effect {
    case .load: return await load()
    case .tick: return nil
    case .keep(let kept):
      do throws(Problem) {
        try await needs.keep(kept)
        return nil
      } catch {
        return .notKept(error)
      }
    case .close:
      await needs.close()
      return .closed
    case .ask(let reason, let window):
      guard let device = needs.device else { return .answered(.notEnrolled, in: window) }
      return .answered(await device.ask(reason), in: window)
    case .release(let secret, let kept, let window): return await release(secret, kept, in: window)
    case .forgetSecret:
      await needs.device?.forget()
      do throws(Problem) { try await needs.forgetSecret() } catch { return .notKept(error) }
      return nil
    case .startOver(let window, let signsIn):
      do throws(Problem) {
        try await needs.startOver(window, signsIn)
        try? await needs.keep(KeptLock())
        await needs.device?.forget()
        return .startedOver
      } catch {
        return .failed(error, in: window)
      }
    case .turnOn(let passcode, let kept, let window):
      do throws(Problem) {
        try await needs.keep(kept)
        try await needs.turnOn(passcode)
        return .done(.turnOn, reading, in: window)
      } catch {
        return .failed(error, in: window)
      }
    case .with(let passcode, let request, let kept, let window):
      return await attempt(request, kept, in: window) { [needs] () throws(Problem) in
        switch request {
        case .unlock: try await needs.open(passcode)
        case .turnOff:
          try await needs.turnOff(passcode)
          await needs.device?.forget()
        case .change(let new): try await needs.change(passcode, new)
        case .enroll:
          guard let device = needs.device else { return }
          try await device.keep(try await needs.enroll(passcode))
        case .turnOn: break
        }
      }
    }
  }

  public func follow(_ effect: LockEffect) -> any Following<LockAction> {
    guard effect == .tick else { return AsyncStream { nil } }
    let time = time
    return time.ticks(every: LockState.tick).map { heard in
      heard.map { moment in .clock(LockReading(elapsed: time.elapsed(), date: moment.date)) }
    }
  }

  private func load() async -> LockAction {
    do throws(Problem) {
      let (isOn, hasSecret) = try await needs.standing()
      let kept = try await needs.load() ?? (isOn ? .damaged : KeptLock())
      return .loaded(isOn: isOn, hasSecret: hasSecret, kept, reading)
    } catch {
      log.error("The lock could not be read (\(code: error)).")
      return .notLoaded(error)
    }
  }

  /// Tries something that the passcode allows. The try is counted on disk before it is made, so that ending the program
  /// gives no further one.
  private func attempt(
    _ request: LockRequest, _ kept: KeptLock, in window: WindowID, _ body: () async throws(Problem) -> Void
  ) async -> LockAction {
    do throws(Problem) {
      try await needs.keep(kept.failed)
      try await body()
      try? await needs.keep(kept.succeeded)
      return .done(request, reading, in: window)
    } catch {
      if error.code == "wrong-passcode" { return .wrong(reading, in: window) }
      log.warning("The lock could not do what it was asked (\(code: error)).")
      try? await needs.keep(kept)
      return .failed(error, in: window)
    }
  }

  private func release(_ secret: Redacted<[UInt8]>, _ kept: KeptLock, in window: WindowID) async -> LockAction {
    do throws(Problem) {
      try await needs.release(secret)
      try? await needs.keep(kept.succeeded)
      return .done(.unlock, reading, in: window)
    } catch {
      if error.code == "wrong-secret" { return .answered(.changedEnrolment, in: window) }
      return .failed(error, in: window)
    }
  }
}
