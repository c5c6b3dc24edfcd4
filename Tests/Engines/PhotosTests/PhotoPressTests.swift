import Chance
import Covers
import Kernel
import Testing

@testable import Photos

@Suite("Photos made small") struct PhotoPressTests {
  private let press = PhotoPress()

  private func problem(_ bytes: [UInt8]) async -> String? {
    do throws(Problem) {
      _ = try await press.jpeg(of: bytes, longest: 100)
      return nil
    } catch { return error.code }
  }

  @Test("the longest side has the size asked for, and a smaller picture keeps its own")
  func size() async throws {
    #expect(
      Samples.size(of: try await press.jpeg(of: Samples.png(width: 400, height: 200), longest: 100)) == [100, 50])
    #expect(
      Samples.size(of: try await press.jpeg(of: Samples.png(width: 200, height: 400), longest: 100)) == [50, 100])
    #expect(Samples.size(of: try await press.jpeg(of: Samples.png(width: 40, height: 20), longest: 100)) == [40, 20])
    #expect(Samples.size(of: try await press.jpeg(of: Samples.png(width: 400, height: 2), longest: 100)) == [100, 1])
    // A JPEG, which is unpacked at a fraction of its size.
    let large = try await press.jpeg(of: Samples.png(width: 1600, height: 800), longest: 1600)
    #expect(Samples.size(of: try await press.jpeg(of: large, longest: 100)) == [100, 50])
  }

  @Test("nothing but pixels is left: no place, camera or comment")
  func bare() async throws {
    let jpeg = try await press.jpeg(of: Samples.png(width: 200, height: 100), longest: 200)
    let tagged = Samples.tagged(jpeg, orientation: 1)
    #expect(Samples.markers(of: tagged).contains(0xE1) && Samples.markers(of: tagged).contains(0xFE))
    let small = try await press.jpeg(of: tagged, longest: 100)
    #expect(Set(Samples.markers(of: small)).isDisjoint(with: [0xE1, 0xE2, 0xED, 0xFE]))
    for secret in ["Camera at home", "A secret comment", "Exif"] {
      #expect(!String(decoding: small, as: UTF8.self).contains(secret))
    }
  }

  @Test("a photo taken on its side is upright afterwards", arguments: 1...8, [false, true])
  func upright(_ orientation: Int, _ isLittle: Bool) async throws {
    let jpeg = try await press.jpeg(of: Samples.png(width: 200, height: 100), longest: 200)
    let tagged = Samples.tagged(jpeg, orientation: orientation, isLittle: isLittle)
    #expect(PhotoHead(tagged).orientation == orientation)
    let small = try await press.jpeg(of: tagged, longest: 100)
    #expect(Samples.size(of: small) == (orientation < 5 ? [100, 50] : [50, 100]))
  }

  @Test("a picture that unpacks to gigabytes is refused before it is unpacked")
  func huge() async {
    #expect(await problem(Samples.claiming(width: 60_000, height: 60_000)) == "photo-large-picture")
    #expect(await problem([UInt8](repeating: 0, count: PhotoPress.largest + 1)) == "photo-large-file")
  }

  @Test("a JPEG with hundreds of passes is refused")
  func passes() async throws {
    let jpeg = try await press.jpeg(of: Samples.png(width: 20, height: 20), longest: 20)
    var many = Array(jpeg.prefix(jpeg.count - 2))
    for _ in 0..<200 { many += [0xFF, 0xDA, 0, 2] }
    many += [0xFF, 0xD9]
    #expect(PhotoHead(many).passes > 200)
    #expect(await problem(many) == "photo-large-picture")
  }

  @Test("half a picture is refused as damaged, whatever its kind")
  func half() async throws {
    let png = Samples.png(width: 200, height: 100)
    let jpeg = try await press.jpeg(of: png, longest: 200)
    #expect(await problem(Array(jpeg.prefix(jpeg.count * 2 / 3))) == "photo-broken")
    #expect(await problem(Array(png.prefix(png.count / 2))) == "photo-broken")
  }

  @Test("a text named .jpg, an empty file and other kinds are no pictures")
  func foreign() async {
    for bytes in [
      Array("This is a letter.".utf8), [], [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8), Array("%PDF-1.7".utf8),
    ] {
      #expect(await problem(bytes) == "photo-no-picture")
    }
  }

  @Test("no bytes crash it, and whatever is taken is a small picture")
  func fuzzed() async throws {
    var random = try FuzzPlan.generator(for: "PhotoPress")
    let png = Samples.png(width: 24, height: 16)
    let jpeg = try await press.jpeg(of: png, longest: 24)
    let samples = [png, jpeg, Samples.tagged(jpeg, orientation: 6)]
    for _ in 0..<400 {
      let bytes = mutated(samples, inserting: [[0xFF, 0xD8], [0xFF, 0xDA], Array("Exif".utf8)], using: &random)
      _ = PhotoHead(bytes)
      guard let small = try? await press.jpeg(of: bytes, longest: 16) else { continue }
      let size = try #require(Samples.size(of: small))
      #expect(size.allSatisfy { (1...16).contains($0) })
    }
  }
}
