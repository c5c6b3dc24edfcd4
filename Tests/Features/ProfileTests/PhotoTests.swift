import Audit
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Profile

@Suite("The profile's photo") struct PhotoTests {
  private func choose(_ bytes: [UInt8]?, in bench: Bench) async {
    bench.darkroom.chosen.withLock { $0 = bytes }
    await bench.do(.choosePhoto)
    let window = bench.window
    await bench.until { state in
      switch state.windows[window].photo {
      case .idle, .refused: true
      case .choosing, .working: false
      }
    }
  }

  @Test("a photo is stored on the device first, shown, and sent when the server is reached")
  func sent() async throws {
    let bench = try await Bench()
    await choose([7], in: bench)
    let photo = try #require(bench.state.photo)
    #expect(Array(photo.bytes) == [7, 1] && photo.path == nil && bench.darkroom.sent.withLock { $0.isEmpty })
    let image = try #require(bench.nodes(ProfilePlaces.profile).first { $0.role == .image })
    #expect(image.state.source == "/-/picture/profile-\(photo.mark)")
    // Killed meanwhile, it is still there and still waits.
    let again = try await Bench(over: bench)
    #expect(again.state.photo == photo)
    await again.send(.reach(true))
    #expect(again.darkroom.sent.withLock { $0 } == ["photos/me/\(photo.mark).jpg"])
    #expect(again.state.stored.photoPath == "photos/me/\(photo.mark).jpg" && again.state.photo?.path != nil)
    // It is sent once.
    await again.send(.reach(true))
    #expect(again.darkroom.sent.withLock { $0.count } == 1)
  }

  @Test("a photo that another device has sent is fetched, and its removal there removes it here")
  func fetched() async throws {
    let phone = try await Bench()
    await choose([7], in: phone)
    await phone.send(.reach(true))
    let path = try #require(phone.state.stored.photoPath)
    let desktop = try await Bench(darkroom: phone.darkroom)
    await desktop.send(.reach(true))
    let all = try await Shelf<SampleProfile>(desktop.store, .owned(.entered)).collection()
    var record = SampleProfile()
    record.photoPath = path
    try await all.save(record, over: .anything)
    await desktop.until { $0.photo?.path == path }
    #expect(desktop.state.photo.map { Array($0.bytes) } == [7, 1, 1])
    record.photoPath = nil
    try await all.save(record, over: .anything)
    await desktop.until { $0.photo == nil }
    #expect(desktop.state.lacksPhoto)
  }

  @Test("a file that is no picture is refused in words, and the photo stays")
  func refused() async throws {
    let bench = try await Bench()
    await choose([7], in: bench)
    let before = bench.state.photo
    await bench.appear()
    await bench.type("Name", "Ann")
    await choose([0, 1], in: bench)
    #expect(bench.state.photo == before && bench.node(Darkroom.bad.sentence) != nil)
    #expect(bench.node("Name")?.value == "Ann")
    await choose(nil, in: bench)
    #expect(bench.state.photo == before && bench.node(Darkroom.bad.sentence) == nil)
  }

  @Test("a server that does not take it leaves it waiting, and says so")
  func down() async throws {
    let bench = try await Bench()
    bench.darkroom.isDown.withLock { $0 = true }
    await choose([7], in: bench)
    await bench.send(.reach(true))
    #expect(bench.state.photo?.path == nil && bench.node("Send again") != nil)
    bench.darkroom.isDown.withLock { $0 = false }
    await bench.tap("Send again")
    #expect(bench.state.stored.photoPath != nil && bench.node("Send again") == nil)
  }

  @Test("of two photos the newer one stays")
  func newer() async throws {
    let bench = try await Bench()
    await choose([7], in: bench)
    await choose([8], in: bench)
    await bench.send(.reach(true))
    #expect(bench.state.photo.map { Array($0.bytes) } == [8, 1])
    #expect(bench.state.stored.photoPath == bench.state.photo?.path)
  }

  @Test("removing a photo asks first, and removes it from the device and the profile")
  func removed() async throws {
    let bench = try await Bench()
    await choose([7], in: bench)
    await bench.send(.reach(true))
    await bench.do(.removePhoto)
    #expect(bench.state.photo != nil)
    await bench.tap("Remove photo")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Keep photo")
    #expect(bench.state.photo != nil)
    await bench.do(.askRemovePhoto)
    await bench.do(.removePhoto)
    #expect(bench.state.photo == nil && bench.state.stored.photoPath == nil)
    let again = try await Bench(over: bench)
    #expect(again.state.photo == nil)
  }
}
