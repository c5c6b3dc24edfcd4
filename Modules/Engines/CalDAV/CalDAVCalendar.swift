internal import HTTP
public import Kernel

// One calendar of a server, by sync-collection (RFC 6578) or else by its ETags.
extension CalDAVClient {
  /// The calendar at an address that discovery has found. Resources are named by their paths.
  public func calendar(at typed: String) throws(Problem) -> RemoteCalendar {
    guard let found = DAVAddress(typed) else { throw .badAddress }
    let home = found.path.hasSuffix("/") ? found : found.at(found.path + "/")
    let client = self
    return RemoteCalendar(
      changes: { token throws(Problem) in try await client.changes(home, since: token) },
      fetch: { names throws(Problem) in try await client.fetch(names, home) },
      put: { name, text, etag throws(Problem) in try await client.put(name, text, etag, home) },
      delete: { name, etag throws(Problem) in try await client.delete(name, etag, home) })
  }

  /// The path of a new resource for an event of that name.
  public static func resourceName(uid: String, in calendar: String) -> String {
    let folder = DAVAddress(calendar)?.path ?? "/"
    return DAVAddress.normal("\(folder)\(folder.hasSuffix("/") ? "" : "/")\(fileName(uid)).ics"[...])
  }

  /// A file name that every server takes; of another UID its bytes in hexadecimal digits.
  private static func fileName(_ uid: String) -> String {
    let isPlain =
      (1...100).contains(uid.utf8.count)
      && uid.utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8.contains(byte)
      }
    if isPlain { return uid }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var other: UInt64 = 0x8422_2325_CBF2_9CE4
    for byte in uid.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      other = (other &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }
    return "event-" + String(hash, radix: 16) + String(other, radix: 16)
  }

  // MARK: Reading

  private func changes(_ home: DAVAddress, since token: String?) async throws(Problem) -> RemoteCalendar.Changes {
    if let changes = try await synced(home, since: token) { return changes }
    if token != nil, let changes = try await synced(home, since: nil) { return changes }
    let (answer, place) = try await propfind(home, depth: 1, "<d:getetag/><d:resourcetype/>")
    return changes(in: answer, place, home, isWhole: true)
  }

  /// The changes by sync-collection; nil where the server does not know it, or not this token.
  private func synced(_ home: DAVAddress, since token: String?) async throws(Problem) -> RemoteCalendar.Changes? {
    var all = RemoteCalendar.Changes(changed: [:], isWhole: token == nil, token: token)
    // A server may cut its answer and have the rest asked for.
    for _ in 0..<200 {
      let inner =
        "<d:sync-token>\((all.token ?? "").inXML)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>"
      let (answer, place) = try await send(
        "REPORT", home, depth: 0, body: DAVNames.document("sync-collection", inner))
      guard answer.status == 207 else {
        if [401, 429].contains(answer.status) || answer.status >= 500 && answer.status != 501 {
          throw Problem.answered(answer.status, place)
        }
        return nil
      }
      let read = try Multistatus(answer.body)
      guard let next = read.token else { return nil }
      let part = changes(in: read, place, home, isWhole: false)
      for name in part.removed { all.changed[name] = nil }
      all.removed.subtract(part.changed.keys)
      all.changed.merge(part.changed) { $1 }
      all.removed.formUnion(part.removed)
      let isCut = read.responses.contains { $0.status == 507 }
      defer { all.token = next }
      if !isCut || next == all.token {
        all.token = next
        return all
      }
    }
    return nil
  }

  private func changes(
    in answer: Multistatus, _ place: DAVAddress, _ home: DAVAddress, isWhole: Bool
  ) -> RemoteCalendar.Changes {
    var changes = RemoteCalendar.Changes(changed: [:], isWhole: isWhole, token: nil)
    for response in answer.responses {
      guard let path = place.resolving(response.href)?.path, path != home.path, !path.hasSuffix("/"),
        path.hasPrefix(home.path), response.status != 507
      else { continue }
      if response.status == 404 || response.status == 410 {
        changes.removed.insert(path)
      } else if response.property("DAV: resourcetype")?["DAV: collection"] == nil {
        changes.changed[path] = response.property("DAV: getetag")?.text.trimmed ?? ""
      }
    }
    return changes
  }

  private func fetch(_ names: [String], _ home: DAVAddress) async throws(Problem) -> [RemoteCalendar.Resource] {
    var found: [RemoteCalendar.Resource] = []
    for start in stride(from: 0, to: names.count, by: CalDAVClient.atOnce) {
      let part = names[start..<min(start + CalDAVClient.atOnce, names.count)]
      let inner =
        "<d:prop><d:getetag/><c:calendar-data/></d:prop>" + part.map { "<d:href>\($0.inXML)</d:href>" }.joined()
      let (answer, place) = try await send(
        "REPORT", home, depth: 1, body: DAVNames.document("calendar-multiget", inner, space: "c"))
      guard answer.status == 207 else { throw Problem.answered(answer.status, place) }
      for response in try Multistatus(answer.body).responses {
        guard let text = response.property("\(DAVNames.caldav) calendar-data")?.text,
          let path = place.resolving(response.href)?.path, part.contains(path)
        else { continue }
        let etag = response.property("DAV: getetag")?.text.trimmed ?? ""
        found.append(RemoteCalendar.Resource(name: path, etag: etag, text: text))
      }
    }
    return found
  }

  // MARK: Writing

  private func put(
    _ name: String, _ text: String, _ etag: String?, _ home: DAVAddress
  ) async throws(Problem) -> RemoteCalendar.Outcome {
    let condition = etag.map { matching($0) } ?? Outgoing.Field("if-none-match", "*")
    let (answer, place) = try await send(
      "PUT", home.at(name), headers: [condition], body: text, type: "text/calendar; charset=utf-8")
    switch answer.status {
    case 200...299:
      // A weak ETag does not say that the text is the same.
      return .done(answer["etag"].flatMap { $0.hasPrefix("W/") || $0.isEmpty ? nil : $0 })
    case 412, 404, 410: return .conflict
    case 400, 403, 405, 409, 413, 415, 422, 507:
      let conditions = Multistatus.conditions(answer.body)
      if conditions.contains("\(DAVNames.caldav) no-uid-conflict") {
        return .refused("The calendar has this event in another place already.")
      }
      return .refused(
        answer.status == 507 ? "The calendar is full." : "The calendar does not take this event (\(answer.status)).")
    default: throw Problem.answered(answer.status, place)
    }
  }

  /// The condition of a write: the known version, or on a server without ETags only that the resource is there.
  private func matching(_ etag: String) -> Outgoing.Field { Outgoing.Field("if-match", etag.isEmpty ? "*" : etag) }

  private func delete(
    _ name: String, _ etag: String, _ home: DAVAddress
  ) async throws(Problem) -> RemoteCalendar.Outcome {
    let (answer, place) = try await send("DELETE", home.at(name), headers: [matching(etag)])
    switch answer.status {
    case 200...299, 404, 410: return .done(nil)
    case 412: return .conflict
    case 403, 405, 409, 423: return .refused("The calendar does not let this event be deleted (\(answer.status)).")
    default: throw Problem.answered(answer.status, place)
    }
  }
}
