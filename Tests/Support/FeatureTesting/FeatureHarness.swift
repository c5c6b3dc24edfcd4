public import FoundationEssentials
public import Interface
public import Kernel
public import Storage
public import Testing

/// Runs one feature in a test environment and records its events.
///
/// A test target declares a type that makes its feature with the needs of its tests, and adds the parts specific to the
/// feature: its screens, its forms.
public protocol FeatureHarness: AnyObject, Sendable {
  associatedtype Subject: Feature

  var feature: Subject { get }
  var environment: TestEnvironment { get }
  /// Made before the first action is sent, so that it records every event.
  var recorder: EventRecorder<Subject.State.Event> { get }
}

extension FeatureHarness {
  public static var berlin: TimeZone { SampleTime.berlin }
  /// Sunday 22 November 2026, 08:15:30 in Berlin.
  public static var morning: Moment { SampleTime.morning }

  public var clock: ManualTime { environment.clock }
  public var context: FeatureContext { environment.context }
  public var store: Store { environment.store }

  // MARK: Acting

  /// Sends an action and waits until everything it set off is settled.
  public func send(_ action: Subject.State.Action) async {
    await feature.send(action)
    await context.settling.settled()
  }

  /// Performs what the first node of that label offers for that verb, as `action(of:_:_:)` finds it. Returns false, and
  /// the test fails, when no node of that label offers it.
  @discardableResult
  public func perform(
    _ label: String, _ verb: Verb = .activate, _ entry: Entry = .none, in nodes: [Node<Subject.State.Action>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let action = nodes.action(of: label, verb, entry)
    #expect(action != nil, "No node labelled \"\(label)\" offers \(verb).", sourceLocation: sourceLocation)
    guard let action else { return false }
    await send(action)
    return true
  }

  /// Waits for a state that settling does not cover, such as one that follows another window's change, and then until
  /// everything is settled.
  public func until(_ condition: (Subject.State) -> Bool) async {
    for await state in feature.states.listen() where condition(state) { break }
    await context.settling.settled()
  }

  /// Advances the clock; every alarm that falls due is delivered.
  public func advance(_ duration: Duration) async { await clock.advance(by: duration, settling: context.settling) }

  /// Puts the clock to another instant or time zone.
  public func set(_ moment: Moment) async { await clock.set(moment, settling: context.settling) }

  // MARK: Observing

  public var state: Subject.State { feature.states.value }
  public var events: [Subject.State.Event] { recorder.events }

  /// Drops the events recorded so far.
  public func forget() { recorder.forget() }

  /// The changes in the outbox of the store, which wait to be sent to the server.
  public func waiting() async throws(Problem) -> [Change] { try await store.outbox.changes() }
}

extension FeatureHarness where Subject.State: WindowedDeciding {
  /// Sends an action of the user in a window and waits until everything it set off is settled.
  public func send(_ action: Subject.State.LocalAction, from window: WindowID) async {
    await feature.send(action, from: window)
    await context.settling.settled()
  }

  /// Closes a window.
  public func close(_ window: WindowID) async {
    await feature.close(window)
    await context.settling.settled()
  }

  /// Performs what the first node of that label offers for that verb in a window, as `perform(_:_:_:in:)` does.
  @discardableResult
  public func perform(
    _ label: String, _ verb: Verb = .activate, _ entry: Entry = .none, in nodes: [Node<Subject.State.LocalAction>],
    from window: WindowID, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let action = nodes.action(of: label, verb, entry)
    #expect(action != nil, "No node labelled \"\(label)\" offers \(verb).", sourceLocation: sourceLocation)
    guard let action else { return false }
    await send(action, from: window)
    return true
  }
}
