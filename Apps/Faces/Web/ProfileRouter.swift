internal import HTML
internal import Interface
internal import Kernel
internal import Shell
internal import Transport
internal import WebSocketCodec

/// Answers the requests of one browser for one profile.
struct ProfileRouter: Sendable {
  let router: SiteRouter
  let session: BrowserSession
  let product: Product
  let profile: String

  var base: String { Document.base(of: product.id, profile) }
  var tabs: Tabs { router.tabs }

  func answer(_ request: Request, _ segments: [String]) async throws(Problem) -> Response {
    switch (request.method, segments) {
    case (.get, ["-", "live"]): return try await live(request)
    case (.get, ["-", "events"]): return try await events(request)
    case (.post, ["-", "do"]): return try await submit(request)
    case (.get, ["-", "callback"]): return try await returned(request)
    case (.get, ["-", "away"]): return try await away(request)
    case (.post, ["-", "photo"]): return try await photo(request)
    case (.post, ["-", "file"]): return try await file(request)
    case (.get, _) where segments.count == 3 && segments.starts(with: ["-", "chart"]):
      return try await chart(request, segments[2])
    case (.get, _) where segments.count == 3 && segments.starts(with: ["-", "picture"]):
      return try await picture(request, segments[2])
    case (.get, _) where segments.count == 3 && segments.starts(with: ["-", "out"]):
      return try await handedOut(request, segments[2])
    case (_, let other) where other.first == "-": return router.page(.notFound, SiteRouter.nothingHere)
    case (.get, _), (.head, _):
      // Profiles are created on the front page, not by a mistyped address.
      guard await router.registry.knows(product, profile) else {
        return router.page(.notFound, .noProfile(profile, of: product))
      }
      return try await page(request, segments)
    default: return router.page(.notFound, SiteRouter.nothingHere)
    }
  }

  var person: Person {
    get async throws(Problem) { try await router.registry.person(product, profile) }
  }

  // MARK: Pages

  private func page(_ request: Request, _ segments: [String]) async throws(Problem) -> Response {
    let tab = try await shownTab(request)
    await tell(tab, of: request)
    if segments.isEmpty { await tab.window.arrive() }
    if !segments.isEmpty {
      var path = "/" + segments.map { Route([$0]).text.dropFirst() }.joined(separator: "/")
      let parameters = request.target.query.fields.filter { $0.name != "tab" }
      if !parameters.isEmpty { path += "?" + FormFields(parameters).text }
      guard let route = Route(path) else { return router.page(.notFound, SiteRouter.nothingHere) }
      if await tab.sent.route != route { try await tab.window.perform(.open(route)) }
    }
    // A newly loaded page does not continue an upload of the previous one.
    await tab.receiving.stop()
    let (frame, revision) = await tab.page()
    // The address always matches the screen, whatever was requested.
    let shown = base + frame.route.text
    if request.target.path != shown.prefix(while: { $0 != "?" }) {
      return .seeOther("\(shown)\(shown.mark)tab=\(tab.id)")
    }
    return .html(Document(frame: frame, of: product.name, tab: tab.id, revision: revision, look: router.look).html)
  }

  /// The tab that a page without a script continues, or a free one.
  func shownTab(_ request: Request) async throws(Problem) -> BrowserTab {
    if let id = request.target.query["tab"], let tab = await found(id) { return tab }
    return try await tabs.tab(of: try await person, for: session, in: region(of: request))
  }

  /// The regional settings that the request reports: those of the page's script, the browser's languages, and else the
  /// locale of the server.
  private func region(of request: Request) -> RegionalSettings {
    reported(by: request).completed(by: RegionalSettings(acceptLanguage: request.headers["accept-language"] ?? ""))
      .completed(by: RegionalSettings(locale: router.locale))
  }

  /// The regional settings that the page's script reports when it connects.
  private func reported(by request: Request) -> RegionalSettings {
    RegionalSettings(locale: request.target.query["locale"], zone: request.target.query["zone"])
  }

  /// Finds a tab that belongs to this browser and profile.
  func found(_ id: BrowserTab.ID) async -> BrowserTab? {
    guard let tab = await tabs.find(id, of: session), tab.window.person.product.id == product.id,
      tab.window.person.profile == profile
    else { return nil }
    return tab
  }

  // MARK: Live connections

  /// The tab that the page names. If it is gone, as after a restart, a new one at the page's route.
  private func connected(_ request: Request) async throws(Problem) -> (tab: BrowserTab, revision: Int) {
    let query = request.target.query
    if let id = query["tab"], let tab = await found(id) {
      let region = reported(by: request)
      if !region.isEmpty { try await tab.window.perform(.region(region)) }
      return (tab, query["revision"].flatMap { Int($0) } ?? -1)
    }
    let tab = try await tabs.newTab(of: try await person, for: session, in: region(of: request))
    if let route = query["path"].flatMap(route) { _ = try? await tab.window.perform(.open(route)) }
    return (tab, -1)
  }

  private func live(_ request: Request) async throws(Problem) -> Response {
    let (tab, revision) = try await connected(request)
    await tell(tab, of: request)
    return .webSocket(for: request, limits: WebSocketLimits(message: RequestGuard.bodyLimit)) { socket in
      let presence = tab.attendance.presence()
      let number = await tab.connect(at: revision)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          while let text = await tab.next(on: number) {
            do throws(Problem) { try await socket.send(.text(text)) } catch { return }
          }
          if !Task.isCancelled { await socket.close(.takenOver, reason: "another connection took its place") }
        }
        for await message in socket.messages {
          if case .text(let text) = message { await tab.take(text) }
        }
        group.cancelAll()
      }
      withExtendedLifetime(presence) {}
    }
  }

  /// Serves the same messages as an event stream, for browsers and networks that do not support WebSocket.
  private func events(_ request: Request) async throws(Problem) -> Response {
    let (tab, revision) = try await connected(request)
    await tell(tab, of: request)
    let presence = tab.attendance.presence()
    let number = await tab.connect(at: revision)
    return .events(
      AsyncStream {
        let text = await tab.next(on: number)
        // Keeps the presence for as long as the stream exists.
        return withExtendedLifetime(presence) { text.map { ServerEvent($0) } }
      })
  }

  // MARK: Submitted commands and forms

  private func submit(_ request: Request) async throws(Problem) -> Response {
    let type = request.headers["content-type"]?.prefix { $0 != ";" }
    if type == "application/json" {
      guard let id = request.target.query["tab"], let tab = await found(id) else {
        return Response(.gone)
      }
      await tab.take(String(decoding: request.body, as: UTF8.self))
      return Response(.noContent)
    }
    guard type == "application/x-www-form-urlencoded", let fields = try? FormFields(form: request.body) else {
      return Response(.unsupportedMediaType)
    }
    return try await sent(SentForm(fields), region(of: request))
  }

  private func sent(_ form: SentForm, _ region: RegionalSettings) async throws(Problem) -> Response {
    guard let tab = await found(form.tab), await tab.revision == form.revision else {
      // The elements of the page may have changed their meaning.
      let tab = try await tabs.tab(of: try await person, for: session, in: region)
      if let route = route(of: form.path) { _ = try? await tab.window.perform(.open(route)) }
      await tab.window.toast(Toast(.changed))
      return .seeOther(address(of: tab))
    }
    let before = Set(tab.window.openOffers.map(\.id))
    for command in form.commands(on: await tab.sent) {
      do throws(Problem) {
        try await tab.window.perform(command)
      } catch {
        await tab.window.toast(Toast(error))
        break
      }
    }
    if await tab.window.visit != nil { return .seeOther("\(base)/-/away?tab=\(tab.id)") }
    // A page without a script gets the file as the answer to its form, and stays on the screen.
    if let offer = tab.window.openOffers.last, !before.contains(offer.id) {
      return .seeOther("\(base)/-/out/\(offer.id)?tab=\(tab.id)")
    }
    return .seeOther(address(of: tab))
  }

  /// The route in an address of this profile; nil for any other address.
  private func route(of path: String) -> Route? {
    path.hasPrefix(base + "/") ? Route(String(path.dropFirst(base.count))) : nil
  }

  /// The address at which a page without a script continues: the tab's screen, in that tab.
  func address(of tab: BrowserTab) -> String {
    let shown = base + tab.window.frames.value.route.text
    return "\(shown)\(shown.mark)tab=\(tab.id)"
  }
}

extension CloseCode {
  /// The close code upon which the page asks for a new tab.
  fileprivate static let takenOver = CloseCode(4001)
}

extension String {
  /// The separator before another query parameter.
  fileprivate var mark: String { contains("?") ? "&" : "?" }
}

extension Problem {
  fileprivate static func noProfile(_ name: String, of product: Product) -> Problem {
    Problem(
      "no-such-page", "\(product.name) has no profile called “\(name.prefix(64))” here.", safe: "Nothing was changed.",
      remedy: "Create it on the front page.")
  }
}
