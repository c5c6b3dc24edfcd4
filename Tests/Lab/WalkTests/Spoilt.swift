import FoundationEssentials
import Interface
import Kernel

@testable import Previews
@testable import Shell

extension Product {
  /// A product whose screens are built by the closures; each window has its own mark.
  static func spoilt(
    _ screens: [String: @Sendable (Locked<Bool>, Surroundings) -> (nodes: [Node<Bound>], dialog: Node<Bound>?)]
  ) -> Product {
    let paths = screens.keys.sorted()
    let places = paths.map { Place(RoutePattern([.word($0)]), title: $0.capitalized) }
    return preview("Spoilt", home: places[0]) { _, _ in
      let mark = Locked(false)
      return zip(paths, places).map { path, place in
        Page(
          place: place,
          screen: { route, surroundings in
            let shown = screens[path]?(mark, surroundings)
            return Screen(
              route, title: place.title, nodes: [.heading(place.title, level: 1)] + (shown?.nodes ?? []),
              dialog: shown?.dialog)
          },
          changes: [:], appeared: nil, left: nil)
      }
    }
  }
}

extension Locked where Value == Bool {
  var isSet: Bool { withLock { $0 } }
  func sets(_ value: Bool) -> Bound { Bound { self.withLock { $0 = value } } }
}
