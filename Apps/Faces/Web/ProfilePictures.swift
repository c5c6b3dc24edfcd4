internal import HTML
internal import Kernel
internal import Shell
internal import Transport

// Pictures in the person's store, which the images of a page name.
extension ProfileRouter {
  func picture(_ request: Request, _ name: String) async throws(Problem) -> Response {
    guard await router.registry.knows(product, profile) else { return Response(.notFound) }
    guard name.utf8.count <= 100, let picture = await (try await person).picture(name) else {
      return Response(.notFound)
    }
    var response = Response.bytes(picture.bytes, type: picture.type)
    // Its name changes with its content. It is the person's alone, and a signed-out browser must not show it again.
    response.headers["cache-control"] = "private, no-store"
    response.headers["content-security-policy"] = "default-src 'none'"
    return response
  }
}
