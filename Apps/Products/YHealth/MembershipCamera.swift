internal import Health
internal import JSON
internal import Kernel
internal import Platform
internal import ProductKit
internal import Supabase

extension Membership {
  /// Uploads the picture of a meal to the person's own folder on the server and requests its analysis.
  nonisolated func camera(
    _ photo: @escaping @Sendable (WindowID) async throws(Problem) -> Photo?
  ) -> HealthNeeds.Camera {
    HealthNeeds.Camera(
      photo: photo,
      upload: { photo, entry throws(Problem) in try await self.upload(photo, entry) },
      analyse: { path, entry throws(Problem) in try await self.analyse(path, entry) })
  }

  private func upload(_ photo: Photo, _ entry: UUID) async throws(Problem) -> String {
    guard case .signedIn(let user, _) = try await session().states.value else { throw .nobody }
    let type = photo.type ?? "application/octet-stream"
    let ending = type.split(separator: "/").last ?? ""
    let path = "\(user.uuidString.lowercased())/\(entry.uuidString.lowercased()).\(ending)"
    switch await (try await server()).upload(photo.bytes, as: type, to: path, in: MealPhoto.bucket) {
    // The function and the row refer to it by bucket and path.
    case .success: return "\(MealPhoto.bucket)/\(path)"
    case .failure(let failure): throw .photo(failure)
    }
  }

  private func analyse(_ path: String, _ entry: UUID) async throws(Problem) -> [FoodItem] {
    let question: JSON = ["object": .string(path), "entry_id": .string(entry.uuidString.lowercased())]
    switch await (try await server()).function(MealPhoto.name, question) {
    case .success(let answered): return (answered.value["items"]?.array ?? []).prefix(20).compactMap(FoodItem.init)
    case .failure(let failure): throw .photo(failure)
    }
  }
}

extension FoodItem {
  /// Returns nil for values out of bounds.
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, (1...200).contains(name.count), let grams = json["grams"]?.number,
      (0...5000).contains(grams), let confidence = json["confidence"]?.number, (0...1).contains(confidence)
    else { return nil }
    self.init(name: name, grams: grams, confidence: confidence)
  }
}

extension Problem {
  fileprivate static let nobody = Problem(
    "nobody-signed-in", "Photos are looked at for whoever has an account.", safe: "What you typed is still here.",
    remedy: "Sign in under Profile.")

  fileprivate static func photo(_ failure: WireFailure) -> Problem {
    Problem(
      "photo-not-seen", "The photo could not be looked at: \(failure.words).", safe: "What you typed is still here.",
      remedy: "Try again later.")
  }
}

extension WireFailure {
  fileprivate var words: String {
    switch self {
    case .unreachable, .timedOut: "the server cannot be reached"
    case .unauthorized: "you are signed out"
    case .later: "the server is busy"
    case .refused(_, _, let reason):
      reason.isEmpty ? "the server refused it" : reason.last == "." ? String(reason.dropLast()) : reason
    case .broken: "the server's answer made no sense"
    }
  }
}
