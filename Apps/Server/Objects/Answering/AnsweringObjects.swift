internal import Transport

/// Routes the paths beneath `/object`. Uploads do not come here: their body goes to disk while it arrives.
extension Objects {
  func answerObject(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let rest = asked.rest
    let second = rest.dropFirst().first
    switch rest.first {
    case "list" where rest.count == 2: return try await answerList(asked.after(1))
    case "move" where rest.count == 1: return try await answerMove(asked)
    case "copy" where rest.count == 1: return try await answerCopy(asked)
    case "public": return try await answerPublic(asked.after(1))
    case "authenticated": return try await answerDownload(asked.after(1))
    case "info":
      let words: [Substring?] = ["public", "authenticated"]
      return try await answerInformation(asked.after(words.contains(second) ? 2 : 1), isPublic: second == "public")
    case "sign": return try await answerSign(asked.after(1))
    case "upload" where second == "sign": return try await answerSignedUpload(asked.after(2))
    case nil, "": throw .noRoute
    default: return try await answerPlain(asked)
    }
  }

  private func answerPlain(_ asked: ObjectRequest) async throws(Refused) -> Response {
    switch (asked.method, asked.rest.count) {
    case (.get, 2...), (.head, 2...): return try await answerDownload(asked)
    case (.delete, _): return try await answerRemove(asked)
    case (_, 2...): throw .noMethod
    default: throw .noRoute
    }
  }
}
