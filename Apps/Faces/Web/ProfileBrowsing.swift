internal import HTML
internal import Interface
internal import Kernel
internal import Shell
internal import Transport

// Visits to pages of other sites, such as a sign-in, and the return from them and from links in mails.
extension ProfileRouter {
  /// The longest address, in bytes, with which a browser may return.
  private static let longest = 4096

  /// Tells the tab's window the address to which this browser returns.
  func tell(_ tab: BrowserTab, of request: Request) async {
    let callback = callback(of: request)
    guard await tab.window.callback != callback else { return }
    try? await tab.window.browses(returningTo: callback)
  }

  /// The address on this server to which the browser of the request returns.
  private func callback(of request: Request) -> String {
    "\(router.requestGuard.isSecure ? "https" : "http")://\(request.head.authority)\(base)/-/callback"
  }

  /// Takes a return and redirects to the tab's screen, so that no code stays in the address or the history. The tab that
  /// left continues; a link from a mail gets a tab of its own.
  func returned(_ request: Request) async throws(Problem) -> Response {
    let address = "\(callback(of: request))?\(request.target.queryText ?? "")"
    guard await router.registry.knows(product, profile), address.utf8.count <= ProfileRouter.longest else {
      return router.page(.notFound, SiteRouter.nothingHere)
    }
    let left = await tabs.tab(returningTo: address, of: session)
    let tab: BrowserTab
    if let left { tab = left } else { tab = try await tabs.tab(of: try await person, for: session) }
    await tell(tab, of: request)
    do throws(Problem) {
      try await tab.window.perform(.browsed(.returned(Redacted(address))))
    } catch {
      await tab.window.toast(Toast(error))
    }
    return .seeOther(self.address(of: tab))
  }

  /// The page with a link to the other site, for browsers without a script: a form may not lead there itself.
  func away(_ request: Request) async throws(Problem) -> Response {
    guard let id = request.target.query["tab"], let tab = await found(id) else { return Response(.gone) }
    guard let visit = await tab.window.visit else { return .seeOther(address(of: tab)) }
    return .html(awayPage(to: visit.address, back: address(of: tab), look: router.look))
  }
}
