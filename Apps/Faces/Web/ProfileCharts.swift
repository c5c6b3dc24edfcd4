internal import HTML
internal import Interface
internal import Kernel
internal import PlotPicture
internal import Shell
internal import Transport

// Chart downloads: rendered in this process from what the tab displays.
extension ProfileRouter {
  /// Answers a request for `NAME.png` or another format, where the name is the identifier of a chart in the tab.
  func chart(_ request: Request, _ file: String) async throws(Problem) -> Response {
    guard let dot = file.lastIndex(of: "."),
      let format = ChartFormat(rawValue: String(file[file.index(after: dot)...])),
      let id = request.target.query["tab"], let tab = await found(id)
    else { return router.page(.notFound, SiteRouter.nothingHere) }
    // What was sent last may be older than the lock.
    guard !tab.window.person.isLocked else { throw .locked }
    let frame = await tab.sent
    let name = String(file[..<dot])
    // Charts of Light mode are for viewing and hearing only.
    guard let element = frame.everything.first(where: { $0.id == name }), let spec = element.chart,
      element.view?.isDeep ?? true || format == .wav
    else {
      throw Problem(
        "no-such-chart", "That chart is no longer on the page.", safe: "Nothing was changed.",
        remedy: "Go back to the page and export it from there.")
    }
    let view = element.view ?? ChartView()
    let scheme = view.scheme ?? frame.appearance.scheme.scheme(on: .light)
    let palette = (router.look.theme(frame.appearance.theme) ?? product.theme).palette(
      for: scheme, frame.appearance.contrast)
    let bytes = try await router.press.bytes(of: spec, view, as: format, palette)
    var response = Response.bytes(bytes, type: format.type)
    response.headers["content-disposition"] = Attachment.header(for: format.name(of: spec))
    return response
  }
}
