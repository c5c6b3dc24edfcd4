import FoundationEssentials
import Kernel
import ShellTesting
import Storage
import Support
import Testing

@testable import ProductKit
@testable import Shell

@Suite("When a person was asked for a rating") struct RatingKeptTests {
  private let plan = SupportPlan(
    "Sample", mail: "help@sample.example", subject: "Sample: a question", store: "https://store.example/sample",
    HelpContent(version: 1, [.init("a", "A question?", ["An answer."])]))
  private let home = TestFolder()
  private let clock = ManualTime(noon)

  /// A start of the app, with an empty store each, as after the person's data were deleted.
  private func start(_ profile: String = "maria") async throws -> (Support, FeatureContext) {
    let context = FeatureContext(time: clock.time)
    let store = try await Store.memory(context)
    var environment = PersonEnvironment(
      context: context, store: store, drawer: Drawer(store, context.time), network: Network(time: context.time),
      server: nil, windows: OpenWindows())
    environment.shelf = DeviceShelf(profile: "\(home.path)/sample/\(profile)")
    let support = Support(plan, in: environment)
    await support.send(.begin)
    await context.settling.settled()
    return (support, context)
  }

  private func joys(_ support: Support, _ context: FeatureContext) async -> Bool {
    for _ in 1...3 { await support.send(.joy) }
    await context.settling.settled()
    return support.states.value.asksForRating
  }

  @Test("is kept on the device, so that a new start neither begins the first week anew nor asks again")
  func kept() async throws {
    let (first, context) = try await start()
    #expect(await !joys(first, context))
    await clock.advance(by: .seconds(8 * 86_400), settling: Settling())
    let (second, later) = try await start()
    #expect(await joys(second, later))
    let (third, last) = try await start()
    #expect(await !joys(third, last))
    // Another profile has a week of its own.
    let (other, its) = try await start("ben")
    #expect(await !joys(other, its))
    await clock.advance(by: .seconds(130 * 86_400), settling: Settling())
    let (fourth, end) = try await start()
    #expect(await joys(fourth, end))
  }

  @Test("counts as none when the file is damaged")
  func damaged() async throws {
    let (first, context) = try await start()
    _ = await joys(first, context)
    let file = try #require(home.everything.keys.first { $0.hasSuffix("/rating") })
    home.write(file, "{")
    await clock.advance(by: .seconds(8 * 86_400), settling: Settling())
    let (second, later) = try await start()
    #expect(await !joys(second, later))
  }
}
