internal import Catalog
internal import Connectivity
internal import Fetch
internal import FoundationEssentials
internal import Interface
internal import JSON
internal import Kernel
internal import Shell
internal import Supabase

extension Benchmark {
  static let signIn = signIn(rounds: 20)

  /// Measures a sign-in with a provider: from the tap on its button, over the provider's page, which admits the person at
  /// once, to the account that is shown. Each time in a profile of its own, the first while the server knows nothing of the
  /// provider yet.
  static func signIn(rounds: Int) -> Benchmark {
    Benchmark(
      name: "sign-in-oauth",
      summary: "signing in with an OpenID provider on this machine, from the tap to the account",
      measure: { () throws(Problem) in
        let issuer = try await OpenIDProvider()
        let server: ProductServer
        do throws(Problem) {
          server = try await ProductServer(
            providers: [
              "google": [
                "issuer": .string(issuer.address), "clients": [.string(OpenIDProvider.client)], "secret": "unused",
                "private": true,
              ]
            ])
        } catch {
          await issuer.stop()
          throw error
        }
        let times: Result<[Double], Problem>
        do throws(Problem) { times = .success(try await signedIn(rounds, to: server)) } catch {
          times = .failure(error)
        }
        await server.end()
        await issuer.stop()
        return [figure("sign-in-oauth", try times.get(), 3000)]
      })
  }

  private static func signedIn(_ rounds: Int, to server: ProductServer) async throws(Problem) -> [Double] {
    guard let product = Product.named("yhealth") else { throw .unmeasured("there is no yHealth") }
    let fetch = server.fetch
    var times: [Double] = []
    for _ in 0..<rounds {
      let home = try StorageGround()
      let port = ServerPort.at(server.project) { request throws(Problem) in try await fetch.send(request) }
      let person = try await Person.open(product, home: .folder(home.folder), server: port)
      let window = await person.window()
      try await window.perform(.network(.online))
      try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
      try await window.perform(.open(Route(["account", "sign-in"])))
      try await window.perform(.wait(.label("Continue with Google"), seconds: 30))
      let start = ContinuousClock.now
      try await window.perform(.tap(.label("Continue with Google")))
      guard let visit = await window.visit else { throw .unmeasured("no page of the provider was opened") }
      let callback = try await followed(visit, by: fetch)
      try await window.perform(.browsed(.returned(Redacted(callback))))
      try await window.perform(.open(Route(["account"])))
      try await window.perform(.wait(.label("Sign out"), seconds: 30))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      await window.close()
      await person.close()
    }
    return times
  }

  /// Goes where a browser is sent, until it is sent back to the product.
  private static func followed(_ visit: BrowserVisit, by fetch: Fetch) async throws(Problem) -> String {
    var address = visit.address
    for _ in 0..<10 {
      if address.hasPrefix(visit.callback) { return address }
      let answer = try await fetch.send(Outgoing("GET", address))
      guard let next = answer["location"] else {
        throw .unmeasured("the way to the provider ended with \(answer.status)")
      }
      address = next
    }
    throw .unmeasured("the way to the provider did not end")
  }
}
