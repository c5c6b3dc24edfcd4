import FoundationEssentials
import Interface
import Kernel

@testable import Previews
@testable import Shell

extension Product {
  /// A product whose screens are built by the closures; each window has its own mark.
  static func spoilt(
    _ screens: [String: @Sendable (Flag, Surroundings) -> (nodes: [Node<Bound>], dialog: Node<Bound>?)]
  ) -> Product {
    let paths = screens.keys.sorted()
    let places = paths.map { Place(RoutePattern([.word($0)]), title: $0.capitalized) }
    return preview("Spoilt", home: places[0]) { _, _ in
      let mark = Flag()
      return zip(paths, places).map { path, place in
        Page(
          place: place,
          screen: { route, surroundings in
            let shown = screens[path]?(mark, surroundings)
            return Screen(
              route, title: place.title, nodes: [.heading(place.title, level: 1)] + (shown?.nodes ?? []),
              dialog: shown?.dialog)
          },
          changes: [ObjectIdentifier(mark): mark.watched], appeared: nil, left: nil)
      }
    }
  }
}

/// A value that a spoilt screen depends on.
final class Flag: Sendable {
  private let source = Current.Source(false)

  var isSet: Bool { source.current.value }
  var watched: Watched { source.current.watched() }
  func sets(_ value: Bool) -> Bound { Bound { self.source.publish(value) } }
}
