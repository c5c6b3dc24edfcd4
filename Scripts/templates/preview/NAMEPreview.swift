internal import Interface
internal import Kernel
internal import NAME
internal import Shell

extension Product {
  /// NAME alone, for `troupe stage NAME`.
  static let previewNAME = preview("NAME", home: NAMEState.place) { context, drawer in
    let feature = NAME(on: context, needs: NAMENeeds(drawer))
    return [.of(feature, at: NAMEState.place, appeared: { _ in .appeared }) { $0.screen($1, in: $2) }]
  }
}

extension NAMENeeds {
  /// Keeps the note in the profile's `Drawer`.
  init(_ drawer: Drawer) {
    self.init(
      load: { () throws(Problem) in try await drawer.load("PATH").map { String(decoding: $0, as: UTF8.self) } },
      keep: { note throws(Problem) in try await drawer.keep("PATH", Array(note.utf8)) })
  }
}
