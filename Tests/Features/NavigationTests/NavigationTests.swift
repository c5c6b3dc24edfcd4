import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Navigation

/// Tests the actor's effects, with needs that fail the test when they are called unprepared.
@Suite("Navigation")
struct NavigationTests {
  let context = FeatureContext(time: ManualTime(Walk.noon).time)

  func navigation(_ prepare: (inout NavigationNeeds) -> Void) -> Navigation {
    var needs = NavigationNeeds.unprepared
    prepare(&needs)
    return Navigation(Sites.health, on: context, needs: needs)
  }

  @Test("stores places in order, ending with the newest")
  func keepsInOrder() async {
    let disk = Locked<[Data]>([])
    let navigation = navigation { $0.keep = { bytes in disk.withLock { $0.append(bytes) } } }
    var expected = NavigationState(Sites.health)
    var bytes: [Data] = []
    for tab in ["insights", "profile", "pillars", "insights"] {
      await navigation.send(.select(tab))
      _ = expected.receive(.select(tab), at: Walk.noon)
      bytes.append(expected.keptBytes)
    }
    await context.settling.settled()
    let kept = disk.withLock { $0 }
    #expect(kept.last == bytes.last)
    // A place that is superseded while another is being stored may be skipped.
    var left = bytes[...]
    for one in kept { left = left.drop { $0 != one }.dropFirst() }
    #expect(left.isEmpty, "\(kept) is not in the order of \(bytes)")
  }

  @Test("reports once that places cannot be stored, and continues")
  func keepFails() async {
    let full = Problem(
      "disk-full", "Your place could not be kept.", safe: "Nothing else is lost.", remedy: "Make room.")
    let navigation = navigation { $0.keep = { _ throws(Problem) in throw full } }
    let recorder = EventRecorder(navigation.events)
    for tab in ["insights", "profile", "pillars"] { await navigation.send(.select(tab)) }
    await context.settling.settled()
    let toasts = recorder.events.compactMap { if case .toast(let toast) = $0 { toast } else { nil } }
    #expect(toasts == [Toast(full)] && navigation.states.value.tab == "pillars")
  }

  @Test("starts at home when the stored places cannot be read", .covers("yh-S04.2.1-E1"))
  func loadFails() async {
    let lines = Locked<[Log.Line]>([])
    let context = FeatureContext(
      time: ManualTime(Walk.noon).time, log: Log { line in lines.withLock { $0.append(line) } })
    var needs = NavigationNeeds.unprepared
    needs.load = { () throws(Problem) in throw Problem("file-error", "The file is broken.", remedy: "Mend it.") }
    let navigation = Navigation(Sites.health, on: context, needs: needs)
    await navigation.send(.restore)
    await context.settling.settled()
    let state = navigation.states.value
    #expect(state.isRestored && state.stacks.isEmpty && state.route == Sites.health.home.root)
    #expect(
      lines.withLock { $0.map(\.text) } == ["The navigation state could not be loaded (file-error); starting at home."])
  }

  @Test("restores the stored places", .covers("yh-S04.2.2-B11"))
  func loads() async {
    var before = Walk()
    before.opens("/insights", Sites.insight.text)
    let bytes = before.state.keptBytes
    let navigation = navigation { $0.load = { bytes } }
    await navigation.send(.restore)
    await context.settling.settled()
    #expect(navigation.states.value.route == Sites.insight)
  }

  @Test("verifies a link's signature over its whole signed text", .covers("yh-S04.2.2-L2"))
  func verifies() async {
    let link = Link.test("/insights")
    let asked = Locked<[String]>([])
    let navigation = navigation { needs in
      needs.verify = { text, signature in
        asked.withLock { $0 += [text, signature] }
        return true
      }
      needs.keep = { _ in }
    }
    await navigation.send(.follow(link.text))
    await context.settling.settled()
    #expect(navigation.states.value.route.text == "/insights")
    #expect(asked.withLock { $0 } == [link.signedText, link.signature])
    #expect(link.text == "\(link.signedText)&signature=\(link.signature)")
  }

  @Test("does not verify a link that leads nowhere")
  func nobody() async {
    let navigation = navigation { _ in }
    for text in [Link.test("/nowhere").text, Link.test("/insights", product: "other").text, "nonsense"] {
      await navigation.send(.follow(text))
    }
    await context.settling.settled()
    #expect(navigation.states.value == NavigationState(Sites.health))
  }

  @Test("follows the newer of two links, and ignores the verification of the older one", arguments: [true, false])
  func newer(olderAnswersFirst: Bool) async {
    let gates = ["/insights": Gate(), "/profile": Gate()]
    let navigation = navigation { needs in
      needs.verify = { text, _ in
        await gates.first { text.contains($0.key) }?.value.passed()
        return true
      }
      needs.keep = { _ in }
    }
    await navigation.send(.follow(Link.test("/insights").text))
    await navigation.send(.follow(Link.test("/profile").text))
    for route in olderAnswersFirst ? ["/insights", "/profile"] : ["/profile", "/insights"] { gates[route]?.open() }
    await context.settling.settled()
    #expect(navigation.states.value.route.text == "/profile")
    #expect(navigation.states.value.stacks["insights"] == nil)
  }

  @Test("does not follow an older link after a newer invalid one")
  func nowhere() async {
    let gate = Gate()
    let navigation = navigation { needs in
      needs.verify = { _, _ in
        await gate.passed()
        return true
      }
    }
    await navigation.send(.follow(Link.test("/insights").text))
    await navigation.send(.follow("nonsense"))
    gate.open()
    await context.settling.settled()
    #expect(navigation.states.value == NavigationState(Sites.health))
  }
}

extension NavigationNeeds {
  /// Needs that fail the test or the feature when they are called unprepared.
  static var unprepared: NavigationNeeds {
    NavigationNeeds(
      load: { () throws(Problem) in
        Issue.record("loaded unprepared")
        return nil
      }, keep: { _ throws(Problem) in Issue.record("kept unprepared") },
      verify: { _, _ in
        Issue.record("verified unprepared")
        return false
      })
  }
}

/// Suspends callers until it is opened.
final class Gate: Sendable {
  private struct Held {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Locked(Held())

  func passed() async {
    await withCheckedContinuation { continuation in
      let isOpen = held.withLock { held in
        if !held.isOpen { held.waiting.append(continuation) }
        return held.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = held.withLock { held in
      defer { held.waiting = [] }
      held.isOpen = true
      return held.waiting
    }
    for one in waiting { one.resume() }
  }
}
