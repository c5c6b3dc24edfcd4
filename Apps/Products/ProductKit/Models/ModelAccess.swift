package import Conversation
internal import HTTP
internal import JSON
package import Kernel
internal import Platform
package import Shell
internal import Supabase

/// The model that a person has chosen on this device, asked directly or by a function of the server.
package struct ModelAccess: Sendable {
  private let drawerName: String
  private let function: String
  private let drawer: Drawer
  private let server: ServerPort?
  private let membership: Membership
  private let outside: OutsideNetwork

  /// - Parameters:
  ///   - drawerName: The name under which the choice is kept, sealed.
  ///   - function: The name of the server's function.
  package init(_ drawerName: String, function: String, _ environment: PersonEnvironment, _ member: Member) {
    self.drawerName = drawerName
    self.function = function
    drawer = environment.drawer
    server = environment.server
    membership = member.membership
    outside = OutsideNetwork(environment.network)
  }

  package func choice() async throws(Problem) -> ModelChoice {
    guard let bytes = try await drawer.load(drawerName), !bytes.isEmpty else { return ModelChoice() }
    // A choice of another form is none: no model is asked then.
    return (try? JSONDecoder().decode(KeptModelChoice.self, from: Data(bytes)))?.choice ?? ModelChoice()
  }

  package func keep(_ choice: ModelChoice) async throws(Problem) {
    let bytes = (try? JSON.data(KeptModelChoice(choice))).map { Array($0) } ?? []
    try await drawer.keep(drawerName, bytes)
  }

  /// A port that asks the chosen model, and refuses with that problem when none is chosen.
  package func port(otherwise problem: Problem) -> ModelPort {
    ModelPort { request, take throws(Problem) in
      let chosen = try await choice()
      guard let endpoint = try await endpoint(of: chosen) else { throw problem }
      try await endpoint.port { question throws(Problem) in try outside.stream(question, isHere: chosen.isLocal) }
        .reply(request, take)
    }
  }

  private func endpoint(of choice: ModelChoice) async throws(Problem) -> ChatEndpoint? {
    switch choice.way {
    case .builtIn: return nil
    case .own: return ChatEndpoint(choice.address, model: choice.model, key: choice.key)
    case .server:
      guard let server else { return nil }
      let project = try await server.project()
      let token = try await membership.session().access()
      var endpoint = ChatEndpoint("\(project.address)/functions/v1/\(function)", model: "default", key: token)
      endpoint.headers = [Outgoing.Field("apikey", project.key)]
      return endpoint
    }
  }
}

/// The choice of a model as it is stored, sealed, on this device.
private struct KeptModelChoice: Codable {
  var version = 1
  let way: String
  let address: String
  let model: String
  let key: String?

  init(_ choice: ModelChoice) {
    (way, address, model, key) = (choice.way.rawValue, choice.address, choice.model, choice.key?.revealed)
  }

  var choice: ModelChoice? {
    ModelChoice.Way(rawValue: way).map { way in
      ModelChoice(way, address: address, model: model, key: key.map { Redacted($0) })
    }
  }
}
