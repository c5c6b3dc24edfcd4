internal import HTML
internal import Interface
internal import Kernel
internal import PlotPicture
internal import Shell
internal import Transport

/// Routes the requests of browsers. Has no state of its own: `RequestGuard` knows the sessions, `Tabs` the open tabs.
struct SiteRouter: Sendable {
  let registry: ProfileRegistry
  let products: [Product]
  /// Products that no page links to, reachable by their address. They have one profile, which is created on request.
  let unlisted: [Product]
  let requestGuard: RequestGuard
  let tabs: Tabs
  let look: WebLook
  /// The locale for a browser that does not report one.
  let locale: String?
  let files: ServedFiles
  let press = ChartPress()

  init(_ registry: ProfileRegistry, _ options: WebOptions, _ requestGuard: RequestGuard, _ tabs: Tabs) {
    self.registry = registry
    products = options.products
    unlisted = options.unlisted
    self.requestGuard = requestGuard
    self.tabs = tabs
    locale = options.locale
    let products = options.products + options.unlisted
    look = WebLook(products.map(\.theme))
    files = ServedFiles(of: products, look)
  }

  func answer(_ request: Request) async -> Response {
    var response = await content(request)
    // Pages may load, frame, run and send to nothing but this server, so text injected into a page cannot become a
    // script.
    if response.headers["content-type"]?.hasPrefix("text/html") ?? false {
      response.headers["content-security-policy"] = SiteRouter.policy
      response.headers["cross-origin-opener-policy"] = "same-origin"
      response.headers["permissions-policy"] = "camera=(), geolocation=(), microphone=(self), payment=(), usb=()"
    }
    if response.headers["cache-control"] == nil { response.headers["cache-control"] = "no-store" }
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["referrer-policy"] = "same-origin"
    response.headers["cross-origin-resource-policy"] = "same-origin"
    return response
  }

  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
    """

  private func content(_ request: Request) async -> Response {
    var segments = request.target.segments
    if segments.first == "-" {
      let name = segments.dropFirst().joined(separator: "/")
      return files.answer(name, request) ?? page(.notFound, SiteRouter.nothingHere)
    }
    if request.method != .post, let pass = request.target.query["pass"] { return enter(pass, request) }
    var cookie: SetCookie?
    var session = requestGuard.session(of: request.head)
    if session == nil, requestGuard.isOwn(request.peer) {
      (session, cookie) = (try? requestGuard.begin()).map { ($0, $1) } ?? (nil, nil)
    }
    guard let session else { return page(.unauthorized, SiteRouter.locked) }
    if segments.last == "", segments.count > 1 { segments.removeLast() }
    var response: Response
    do throws(Problem) {
      response = try await answer(request, segments.map(String.init), session)
    } catch {
      response = page(error.status, error)
    }
    if let cookie { response.set(cookie) }
    return response
  }

  /// Starts a session for a client with the right pass, and redirects to the address without it.
  private func enter(_ pass: String, _ request: Request) -> Response {
    guard requestGuard.isPass(pass), let (_, cookie) = try? requestGuard.begin() else {
      return page(.unauthorized, SiteRouter.locked)
    }
    var response = Response.seeOther(request.target.raw)
    response.set(cookie)
    return response
  }

  private func answer(_ request: Request, _ segments: [String], _ session: BrowserSession) async throws(Problem)
    -> Response
  {
    switch (request.method, segments.count) {
    case (.get, 1), (.head, 1):
      if segments == [""] { return await front(products) }
      guard let product = product(segments[0]) else { return page(.notFound, SiteRouter.nothingHere) }
      if unlisted.contains(where: { $0.id == product.id }) {
        _ = try await registry.person(product, "me")
        return .seeOther("/\(product.id)/me/")
      }
      let profiles = await registry.profiles(of: product)
      return profiles.count == 1 ? .seeOther("/\(product.id)/\(profiles[0])/") : await front([product])
    case (.post, 1) where segments == ["open"]: return try await open(request)
    case (_, 2...):
      guard let product = product(segments[0]) else { return page(.notFound, SiteRouter.nothingHere) }
      let profileRouter = ProfileRouter(router: self, session: session, product: product, profile: segments[1])
      return try await profileRouter.answer(request, Array(segments.dropFirst(2)))
    default: return page(.notFound, SiteRouter.nothingHere)
    }
  }

  private func product(_ id: String) -> Product? { (products + unlisted).first { $0.id == id } }

  // MARK: Front page and problem pages

  private func front(_ products: [Product], saying problem: Problem? = nil) async -> Response {
    var offered: [OfferedProduct] = []
    for product in products {
      let profiles = await registry.profiles(of: product)
      offered.append(
        OfferedProduct(
          theme: product.theme, tagline: product.tagline, profiles: profiles.filter { $0 != Demonstration.profile },
          isPreview: product.isPreview, hasDemo: product.demonstration != nil))
    }
    return .html(frontPage(offered, saying: problem, look: look), status: problem == nil ? .ok : .unprocessable)
  }

  /// Creates or opens a profile. Reports an invalid name on the page where it was entered.
  private func open(_ request: Request) async throws(Problem) -> Response {
    guard let form = try? FormFields(form: request.body), let product = form["product"].flatMap({ product($0) })
    else { return page(.notFound, SiteRouter.nothingHere) }
    if form["demo"] != nil, let demonstration = product.demonstration {
      let person = try await registry.person(product, Demonstration.profile)
      try await demonstration.fill(person.store, person.context.time.now())
      return .seeOther("/\(product.id)/\(Demonstration.profile)/")
    }
    let profile = form["profile"].flatMap { $0.isEmpty ? nil : $0 } ?? "me"
    do throws(Problem) {
      _ = try await registry.person(product, profile)
    } catch  where error.code == "bad-name" {
      return await front(products, saying: error)
    }
    return .seeOther("/\(product.id)/\(profile)/")
  }

  func page(_ status: Status, _ problem: Problem) -> Response {
    .html(problemPage(problem, look: look), status: status)
  }

  static let nothingHere = Problem(
    "no-such-page", "There is nothing at this address.", safe: "Nothing was changed.",
    remedy: "Choose a product on the front page.")
  private static let locked = Problem(
    "locked-out", "Only the user who started this server has access.", safe: "Nothing was shown.",
    remedy: "Open the address that was printed at its start; this browser then keeps its access.")
}

extension Problem {
  /// The HTTP status for the problem.
  var status: Status {
    switch code {
    case "bad-name", "no-such-page": .notFound
    case "profile-in-use": .conflict
    case "too-many-tabs", "closing": .unavailable
    case "no-such-chart", "no-such-file": .notFound
    case "no-such-node", "disabled", "ambiguous", "not-offered", "bad-value", "bad-params", "not-understood":
      .unprocessable
    default: .failed
    }
  }
}
