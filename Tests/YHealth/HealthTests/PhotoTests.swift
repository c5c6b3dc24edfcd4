import Connectivity
import Covers
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

@Suite("Photo of a meal") struct PhotoTests {
  static let jpeg = Photo([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100))
  static let route = FormName.meal.route
  static let take = "Take or choose a photo"

  /// A camera that returns that photo, with a server that finds those items in it.
  static func camera(
    _ photo: Photo? = jpeg, path: String? = "meal-photos/me/1.jpg", sees items: [FoodItem]? = [],
    asked: Locked<[String]> = Locked([])
  ) -> HealthNeeds.Camera {
    HealthNeeds.Camera(
      photo: { _ in photo },
      upload: { photo, entry throws(Problem) in
        asked.withLock { $0.append("\(photo.bytes.count) \(entry)") }
        guard let path else { throw .full }
        return path
      },
      analyse: { path, entry throws(Problem) in
        asked.withLock { $0.append("\(path) \(entry)") }
        guard let items else { throw .full }
        return items
      })
  }

  private func finished(_ bench: Bench) async {
    await bench.until { $0.windows[bench.window].forms[.meal]?.photo.isUnderWay == false }
  }

  @Test(
    "Offline, a photo is declined with the offer to add a description",
    .covers("yh-S04.5.2-AC3", "yh-S04.5.2-B16"), arguments: [Connectivity.offline, .unreachable, .signedOut])
  func offline(connectivity: Connectivity) async throws {
    let asked = Locked<[String]>([])
    let bench = try await Bench(camera: PhotoTests.camera(asked: asked))
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: connectivity)
    let dialog = bench.screen(PhotoTests.route, in: connectivity).dialog
    #expect(dialog?.label == "Photo analysis available when online. Add text description?")
    #expect(dialog?.all.filter { $0.role == .button }.map(\.label) == ["Add description", "Cancel"])
    await bench.tap("Add description", at: PhotoTests.route)
    #expect(bench.screen(PhotoTests.route).dialog == nil && asked.withLock { $0 }.isEmpty)
    await bench.tap("Description", at: PhotoTests.route, .edit, .text("Toast"))
    await bench.tap("Save", at: PhotoTests.route)
    #expect(try await bench.waiting().count == 1)
  }

  @Test("Online, the analysis becomes a proposal, and only Save stores it", .timeLimit(.minutes(10)))
  func proposal() async throws {
    let asked = Locked<[String]>([])
    let items = [
      FoodItem(name: "porridge", grams: 250.4, confidence: 0.83), FoodItem(name: "banana", grams: 0, confidence: 2),
      FoodItem(name: "  ", grams: 9, confidence: 1),
    ]
    let bench = try await Bench(camera: PhotoTests.camera(sees: items, asked: asked))
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    await finished(bench)
    let id = bench.form(.meal)?.id?.uuidString ?? ""
    #expect(asked.withLock { $0 } == ["104 \(id)", "meal-photos/me/1.jpg \(id)"])
    #expect(bench.node("Looks like: porridge about 250 g, banana.", at: PhotoTests.route, in: .online) != nil)
    let seen = bench.nodes(PhotoTests.route, in: .online, mode: .deep).filter { $0.role == .listitem }
    #expect(seen.map(\.value) == ["83 % sure", "confidence unknown"])
    #expect(try await bench.waiting().isEmpty && bench.form(.meal)?.values[.description] == "")
    await bench.tap(
      "Suggested description", at: PhotoTests.route, .edit, .text("Porridge, a small banana"), in: .online)
    await bench.tap("Use this description", at: PhotoTests.route, in: .online)
    #expect(bench.node("Description", at: PhotoTests.route)?.value == "Porridge, a small banana")
    #expect(try await bench.waiting().isEmpty)
    await bench.tap("Save", at: PhotoTests.route, in: .online)
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["photo_path"] == .text("meal-photos/me/1.jpg"))
    #expect(
      fields?["description"] == .text("Porridge, a small banana")
        && fields?["id"] == .uuid(UUID(uuidString: id) ?? UUID()))
  }

  @Test("An empty analysis asks for a description, and the photo stays with the meal", .timeLimit(.minutes(10)))
  func empty() async throws {
    let bench = try await Bench(camera: PhotoTests.camera())
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    await finished(bench)
    #expect(bench.node("We could not tell what it is. Add a description.", at: PhotoTests.route) != nil)
    #expect(bench.node("This meal has a photo.", at: PhotoTests.route) != nil)
    // It is in the draft already.
    let after = try await Bench(over: bench)
    await after.open(.meal)
    #expect(after.form(.meal)?.values[.photo] == "meal-photos/me/1.jpg")
    await after.tap("Remove photo", at: PhotoTests.route)
    #expect(after.form(.meal)?.values[.photo] == "")
  }

  @Test("A failure asks for a description; only an uploaded photo stays", .timeLimit(.minutes(10)))
  func failure() async throws {
    for path in [nil, "meal-photos/me/2.jpg"] {
      let bench = try await Bench(camera: PhotoTests.camera(path: path, sees: nil))
      await bench.open(.meal)
      await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
      await finished(bench)
      let words = "\(Problem.full.sentence) You can add a description."
      #expect(bench.node(words, at: PhotoTests.route)?.role == .status)
      #expect(bench.form(.meal)?.values[.photo] == path ?? "")
    }
  }

  /// Cases, not photos: test arguments are printed, and ten megabytes are a lot to print.
  enum Useless: CaseIterable {
    case empty, page, large

    var photo: Photo {
      switch self {
      case .empty: Photo([])
      case .page: Photo(Array("<html>".utf8))
      case .large: Photo([0xFF, 0xD8, 0xFF] + Array(repeating: 0, count: Photo.largest))
      }
    }
  }

  @Test(
    "A file that is not a photo or is too large is not uploaded",
    .timeLimit(.minutes(10)), arguments: Useless.allCases)
  func refused(useless: Useless) async throws {
    let asked = Locked<[String]>([])
    let bench = try await Bench(camera: PhotoTests.camera(useless.photo, asked: asked))
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    await finished(bench)
    let sentence =
      useless == .large
      ? "This photo is larger than 10 MB. Take a smaller one, or describe the meal instead."
      : "This file is not a photo. Choose a picture, or describe the meal instead."
    #expect(bench.node(sentence, at: PhotoTests.route) != nil && asked.withLock { $0.isEmpty })
  }

  @Test("Cancelling the photo leaves the form unchanged", .timeLimit(.minutes(10)))
  func calledOff() async throws {
    let bench = try await Bench(camera: PhotoTests.camera(nil))
    await bench.open(.meal)
    await bench.do(.fill(.meal, .description, "Toast"))
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    await finished(bench)
    #expect(bench.form(.meal)?.photo == PhotoStanding.none && bench.form(.meal)?.values[.description] == "Toast")
  }

  @Test("While the user chooses a photo, nothing else waits, and they can continue without one")
  func waiting() async throws {
    let (never, door) = AsyncStream.makeStream(of: Void.self)
    var camera = PhotoTests.camera()
    camera.photo = { _ in
      for await _ in never {}
      return nil
    }
    let bench = try await Bench(camera: camera)
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    #expect(bench.node("Waiting for your photo", at: PhotoTests.route) != nil)
    await bench.tap("Cancel photo", at: PhotoTests.route)
    #expect(bench.node(PhotoTests.take, at: PhotoTests.route) != nil)
    door.finish()
  }

  @Test("Saving a meal waits for the upload of its photo, but not for the analysis", .timeLimit(.minutes(10)))
  func saving() async throws {
    let (sending, sent) = AsyncStream.makeStream(of: Void.self)
    let (looking, seen) = AsyncStream.makeStream(of: Void.self)
    var camera = PhotoTests.camera()
    let (upload, analyse) = (camera.upload, camera.analyse)
    camera.upload = { photo, entry throws(Problem) in
      for await _ in sending {}
      return try await upload(photo, entry)
    }
    camera.analyse = { path, entry throws(Problem) in
      for await _ in looking {}
      return try await analyse(path, entry)
    }
    let bench = try await Bench(camera: camera)
    await bench.open(.meal)
    await bench.do(.fill(.meal, .description, "Soup"))
    await bench.health.send(.photo(.meal, isOnline: true), from: bench.window)
    for await state in bench.health.states.listen() where state.windows[bench.window].forms[.meal]?.photo == .sending {
      break
    }
    #expect(bench.node("Save", at: PhotoTests.route)?.state.isDisabled == true)
    await bench.health.send(.save(.meal), from: bench.window)
    #expect(bench.form(.meal)?.phase == .editing)
    sent.finish()
    for await state in bench.health.states.listen() where state.windows[bench.window].forms[.meal]?.photo == .looking {
      break
    }
    await bench.do(.save(.meal))
    #expect(try await bench.waiting().first?.fields["photo_path"] == .text("meal-photos/me/1.jpg"))
    seen.finish()
    await bench.context.settling.settled()
    guard case .done = bench.form(.meal)?.phase else { throw Problem.full }
    #expect(try await HealthNeeds(bench.store, caching: .dashboard).drafts.found().isEmpty)
  }

  @Test("A client without a camera says so", .timeLimit(.minutes(10)))
  func none() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.tap(PhotoTests.take, at: PhotoTests.route, in: .online)
    await finished(bench)
    #expect(bench.nodes(PhotoTests.route).contains { $0.label.hasPrefix("Photos cannot be taken from here.") })
  }

  @Test("Photo types are recognised by their first bytes")
  func types() {
    #expect(PhotoTests.jpeg.type == "image/jpeg")
    #expect(Photo([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]).type == "image/png")
    #expect(Photo(Array("RIFF1234WEBPVP8 ".utf8)).type == "image/webp")
    #expect(Photo([0, 0, 0, 24] + Array("ftypheic".utf8)).type == "image/heic")
    #expect(Photo([0, 0, 0, 24] + Array("ftypmp42".utf8)).type == nil)
    for length in 0..<12 { #expect(Photo(Array(repeating: 0xFF, count: length)).type == nil) }
  }

  @Test("Any server answer gives a short proposal")
  func rubbish() {
    let long = FoodItem(name: String(repeating: "x", count: 10_000), grams: .infinity, confidence: .nan)
    guard case .proposal(let text, let items) = PhotoStanding.proposal(of: Array(repeating: long, count: 500)) else {
      Issue.record("expected a proposal")
      return
    }
    #expect(items.count == FoodItem.most && text.count < 2000 && long.certainty == nil)
    #expect(FoodItem(name: "x", grams: -.greatestFiniteMagnitude, confidence: 0).words == "x")
  }
}
