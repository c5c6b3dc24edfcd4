internal import Charts
internal import Interface
internal import Kernel
internal import Mode
internal import Navigation
internal import Plot
internal import PlotPicture
internal import ProductKit
public import Shell

extension Product {
  /// A preview of Charts: a gallery of every kind in both schemes, and each of them interactive.
  public static let previewCharts = Product(
    id: "gallery", name: "Charts", tagline: "Every kind of chart, to be tried.", theme: .plain,
    home: Tab("Gallery", icon: .activity, at: Exhibit.gallery), tabs: [],
    unavailable: "Content unavailable. Showing the gallery."
  ) { environment in
    let press = ChartPress()
    let windows = environment.windows
    return PersonFeatures { window in
      let bindings = Exhibit.all.map { exhibit in
        ChartBinding(
          charts: Charts(
            exhibit.subject, mode: exhibit.mode, on: window, of: windows, press: press, theme: .plain
          ) { period in exhibit.spec(period, window.features.time.now()) }, place: exhibit.place)
      }
      return WindowComposition(eventRoutes: bindings.map(\.eventRoute), pages: [.gallery] + bindings.map(\.page))
    }
  }
}

struct Exhibit: Sendable {
  let id: String
  let subject: ChartSubject
  let mode: Mode
  let spec: @Sendable (Period, Moment) -> ChartSpec

  static let gallery = Route(["charts"])

  init(
    _ title: String, _ kind: String, id: String? = nil, mode: Mode = .deep, hasRanges: Bool = true,
    _ content: @escaping @Sendable (ExhibitDays) -> ChartSpec.Kind
  ) {
    self.id = id ?? kind
    self.mode = mode
    subject = ChartSubject(title, kind: kind, hasRanges: hasRanges)
    spec = { period, now in
      ChartSpec(title: title, asOf: now.date, zone: now.zone, kind: content(ExhibitDays(period, now)))
    }
  }

  var route: Route { Route(["charts", id]) }
  var place: Place { Place(RoutePattern([.word("charts"), .word(id)]), title: subject.title) }
}

extension Page {
  /// The gallery page: every kind in light and dark side by side, each with a link to the interactive chart.
  fileprivate static let gallery = Page(
    place: Place("/charts", title: "Charts"),
    screen: { route, surroundings in
      let sections = Exhibit.all.filter { $0.mode == .deep }.map { exhibit -> Node<Bound> in
        // Bars of more than a week are too narrow side by side.
        let spec = exhibit.spec(.days(exhibit.subject.kind.hasSuffix("bar") ? 7 : 30), surroundings.now)
        let pair = [Scheme.light, .dark].map { scheme -> Node<Bound> in
          let view = ChartView { view in
            view.scheme = scheme
            view.isDeep = true
            view.textSize = surroundings.textSize
          }
          var node = Node<Bound>.chart(
            spec, id: scheme.rawValue, in: view,
            says: (try? Chart(spec))?.summary(in: view.viewport(Size(720, 400))) ?? spec.text)
          node.label = "\(spec.title), \(scheme.rawValue)"
          return node
        }
        return .section(
          exhibit.subject.title, id: exhibit.id,
          [.group(id: "pair", pair), .link("Use \(exhibit.subject.title)", to: exhibit.route, id: "use")])
      }
      let calm = Exhibit.all.filter { $0.mode == .light }.map { exhibit in
        Node<Bound>.link("\(exhibit.subject.title) in Light mode", to: exhibit.route, id: exhibit.id)
      }
      return Screen(route, title: "Charts", nodes: [.heading("Charts", level: 1)] + calm + sections)
    },
    changes: [:], appeared: nil, left: nil)
}
