import Covers
import FeatureTesting
import Foundation
import HTTP
import Interface
import Kernel
import Testing

@testable import ConnectedApps

@Suite("Disconnecting an app") struct DisconnectingTests {
  @Test("disconnecting asks first, with a warning about the sync configurations")
  func asking() async throws {
    let booth = try await Booth()
    await booth.connect()
    await booth.tap("Disconnect Strava")
    let dialog = try #require(booth.screen().dialog)
    #expect(dialog.all.contains { $0.label.contains("deletes the connection and all sync configurations") })
    #expect(booth.events.last == .disconnectAsked("strava"))
    await booth.tap("Cancel")
    #expect(booth.events.last == .disconnectCancelled("strava") && booth.screen().dialog == nil)
    #expect(booth.state.isConnected("strava") && !booth.provider.log.contains("POST revoke"))
  }

  @Test("a confirmed disconnecting revokes the access, and deletes what uses the account and its credentials")
  func confirmed() async throws {
    let booth = try await Booth()
    await booth.connect()
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    #expect(booth.events.contains(.disconnectConfirmed("strava")) && booth.events.contains(.disconnected("strava")))
    #expect(booth.provider.log.last == "POST revoke" && booth.provider.held.withLock { $0.pair } == 0)
    #expect(booth.outside.withLock { $0.released } == ["strava"] && booth.toasts.last == "Strava is disconnected.")
    #expect(try await booth.stored(AppTokens.self).isEmpty)
    #expect(try await booth.stored(AppAccount.self).isEmpty)
    #expect(booth.labels.contains("Connect Strava") && booth.state.accounts.isEmpty)
    let thrown = await code { () throws(Problem) in _ = try await booth.feature.authorised("strava") }
    #expect(thrown == "app-unknown")
    await booth.connect()
    #expect(booth.state.isConnected("strava"))
  }

  @Test(
    "a provider that cannot be reached is told twice more; then the credentials go anyway, with where to end it",
    .covers("yh-S04.6.2-E2"))
  func unreachable() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.provider.change { $0.isUnreachable = true }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    #expect(booth.state.leaving["strava"]?.attempts == 1 && booth.labels.contains("Disconnecting Strava"))
    let thrown = await code { () throws(Problem) in _ = try await booth.feature.authorised("strava") }
    #expect(thrown == "app-unknown")
    await booth.advance(.seconds(3))
    #expect(booth.state.leaving["strava"]?.attempts == 2)
    #expect(try await booth.stored(AppTokens.self).count == 1)
    await booth.advance(.seconds(10))
    #expect(booth.provider.log.count { $0 == "POST revoke" } == 3)
    #expect(try await booth.stored(AppTokens.self).isEmpty)
    #expect(booth.events.contains(.disconnected("strava")))
    let words = "Strava could not be told. End the access there: strava.example, Settings, My Apps."
    #expect(booth.toasts.last == "Strava is disconnected on this device only. \(words)")
    let again = try await Booth(over: booth)
    #expect(again.labels.contains(words) && again.state.connected.isEmpty)
    await again.tap("I have done that at Strava")
    #expect(!again.labels.contains(words))
    #expect(try await again.stored(AppAccount.self).isEmpty)
  }

  @Test("an attempt that succeeds later ends the access at the provider")
  func retried() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.provider.change { $0.answers = [Incoming(status: 503)] }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    await booth.advance(.seconds(3))
    #expect(booth.provider.held.withLock { $0.pair } == 0 && booth.toasts.last == "Strava is disconnected.")
    #expect(booth.clock.alarms == 0 && booth.state.leaving.isEmpty)
  }

  @Test("a person who does not want to wait disconnects here only")
  func here() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.provider.change { $0.isUnreachable = true }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    await booth.tap("Disconnect Strava here only")
    #expect(try await booth.stored(AppTokens.self).isEmpty)
    #expect(booth.state.accounts["strava"]?.phase == .unrevoked && booth.clock.alarms == 0)
    await booth.advance(.seconds(60))
    #expect(booth.provider.log.count { $0 == "POST revoke" } == 1)
  }

  @Test("a provider without revocation, or one that refuses it, is named for ending the access by hand")
  func byHand() async throws {
    let booth = try await Booth()
    await booth.connect("google-health")
    await booth.tap("Disconnect Google Health")
    await booth.tap("Disconnect")
    #expect(booth.state.accounts["google-health"]?.phase == .unrevoked)
    #expect(try await booth.stored(AppTokens.self).isEmpty)
    await booth.connect()
    booth.provider.change { $0.answers = [Incoming(status: 404)] }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    #expect(booth.state.accounts["strava"]?.phase == .unrevoked && booth.clock.alarms == 0)
    #expect(booth.screen().all.count { $0.label.contains("could not be told") } == 2)
  }

  @Test("what cannot be deleted keeps the account, says why, and can be tried again")
  func undeleted() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.outside.withLock { $0.failure = .full }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    #expect(booth.labels.contains("Strava could not be disconnected. \(Problem.full.sentence)"))
    #expect(try await booth.stored(AppTokens.self).count == 1)
    #expect(!booth.events.contains(.disconnected("strava")))
    booth.outside.withLock { $0.failure = nil }
    await booth.tap("Disconnect Strava again")
    #expect(booth.events.contains(.disconnected("strava")) && booth.state.accounts.isEmpty)
  }

  @Test("disconnecting that a restart has interrupted goes on")
  func interrupted() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.provider.change { $0.isUnreachable = true }
    await booth.tap("Disconnect Strava")
    await booth.tap("Disconnect")
    booth.provider.change { $0.isUnreachable = false }
    let again = try await Booth(over: booth)
    #expect(again.events.contains(.disconnected("strava")) && again.state.accounts.isEmpty)
    #expect(try await again.stored(AppTokens.self).isEmpty)
    #expect(again.outside.withLock { $0.released } == ["strava"])
  }
}
