import Previews
import ShellTesting
import Testing

@testable import Shell

@Suite("Previews of single modules") struct PreviewsTests {
  @Test("every place of each can be opened, and shows its own title", arguments: Preview.all)
  func places(preview: Product) async throws { try await checkPlaces(of: preview) }

  @Test("each is found by the name of its module")
  func named() {
    #expect(Set(Preview.all.map(\.name)).count == Preview.all.count)
    for preview in Preview.all { #expect(Preview.named(preview.name)?.tagline == preview.tagline) }
    #expect(Preview.named("Nothing") == nil)
  }
}
