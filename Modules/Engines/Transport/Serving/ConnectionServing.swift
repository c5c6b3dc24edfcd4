internal import Kernel

/// Request handling, one after another, and the responses.
extension ClientConnection {
  /// Starts the next request when it has arrived and the previous response is sent and read.
  ///
  /// Each request gets a task of its own rather than one task that waits for the next request: resuming a continuation
  /// goes through the global pool before it reaches the actor's executor, which halves the requests per second.
  func advance() {
    guard !isBusy, !isFinishing, !isClosed, link.pending == 0 else { return }
    do throws(RequestRefusal) {
      while let event = try parser.next() {
        switch event {
        case .head(let head):
          self.head = head
          note(head)
          guard try carryOut(handler.admit(head, peer), for: head) else { return }
        case .part(let bytes):
          guard let intake else { continue }
          return deliver(bytes, to: intake)
        case .body(let body):
          try holdBody(body.count)
          deadline.expect(nil, until: nil)
          guard let head else { continue }
          self.head = nil
          answer(Request(head: head, body: body, peer: peer))
          return
        }
      }
      try holdBody(parser.bodyCount)
      if hasEnded, parser.place != .between { throw .bad("the request ends in its middle") }
    } catch {
      return refuse(error)
    }
    if hasEnded || isStopping && parser.place == .between { return finish() }
    expectMore()
    refreshInterest()
  }

  private func answer(_ request: Request) {
    let intake = intake
    self.intake = nil
    let (head, closes) = (request.head, request.closes)
    start { connection in
      let response =
        if let intake { await intake.finish() } else { await connection.handler.answer(request) }
      guard response.content.isLasting else {
        await connection.answer(head, response, closing: closes)
        return connection.goOn()
      }
      // A task keeps the memory of its deepest calls until it ends, so what lasts begins another one.
      connection.run { connection in await connection.answer(head, response, closing: closes) }
    }
  }

  /// Returns false when the body is not to be read now.
  private func carryOut(_ admission: Admission, for head: RequestHead) throws(RequestRefusal) -> Bool {
    switch admission {
    case .refuse(let response):
      run { connection in await connection.answer(head, response, closing: true) }
      return false
    case .body(let limit): try accept(head, upTo: limit, for: nil)
    case .charged(let limit, let owner): try accept(head, upTo: limit, for: owner)
    case .stream(let limit, let intake):
      self.intake = intake
      try accept(head, upTo: limit, for: nil)
    case .deferred(let decide):
      pause(for: decide) { connection, admission in
        do throws(RequestRefusal) {
          if try connection.carryOut(admission, for: head) { connection.advance() }
        } catch {
          connection.refuse(error)
        }
      }
      return false
    }
    return true
  }

  private func accept(_ head: RequestHead, upTo limit: Int, for owner: BodyOwner?) throws(RequestRefusal) {
    claim = BodyClaim(
      machine: limits.areCounted(from: client) ? client.machine : nil, owner: owner,
      isSmall: (head.announcedLength ?? limit) <= limits.bodyShares.smallBody)
    pace = Pace(at: .now)
    try parser.allow(upTo: limit, inParts: intake != nil)
    // Not when the body is arriving already (RFC 9110, 10.1.1).
    if head.awaitsContinue, parser.unread == 0 { write(ResponseHead.continue) }
  }

  private func deliver(_ bytes: [UInt8], to intake: BodyIntake) {
    pause(for: { await intake.receive(bytes) }) { connection, refusal in
      guard let refusal, let head = connection.head else { return connection.advance() }
      (connection.intake, connection.head) = (nil, nil)
      connection.run { connection in await connection.answer(head, refusal, closing: true) }
    }
  }

  func refuseLate() { refuse(RequestRefusal(.requestTimeout, "the request took too long")) }

  private func refuse(_ refusal: RequestRefusal) {
    log.debug("refused a request with \(refusal.status.code): \(open: refusal.reason)")
    deadline.expect(nil, until: nil)
    var response = refused(refusal)
    if refusal.status == .unavailable { response.headers["retry-after"] = "1" }
    guard case .bytes(let body) = response.content else { return }
    let head = ResponseHead(response, framing: .length(body.count), closes: true, date: HTTPDate.line)
    write(head.bytes(reserving: body.count) + body)
    finish()
  }

  private func expectMore() {
    switch parser.place {
    case _ where !link.isEstablished: break
    case .between:
      // Browsers open connections before they need them.
      if deadline.of != .nextRequest { expect(.nextRequest, within: limits.idleTime) }
    case .inHead:
      if deadline.of != .head { expect(.head, within: limits.headTime) }
    case .inBody:
      pace.note(parser.received, at: .now, least: limits.leastReceived)
      deadline.expect(.body, until: pace.deadline(limits.bodyTime))
      setAlarm()
    }
  }

  // MARK: Responses

  private func answer(_ head: RequestHead, _ response: Response, closing: Bool) async {
    guard !isClosed else { return }
    guard ResponseHead.isWritable(response.headers) else {
      log.error("a handler's header field would be read as something else; answered with 500")
      await answer(head, .text("500 Internal Server Error\n", status: .failed), closing: closing)
      return
    }
    let isSilent = head.method == .head || response.status.hasNoContent
    let closes = closing || isStopping
    if closes { isStopping = true }
    switch response.content {
    case .bytes(let body):
      let framing: ResponseHead.Framing = response.status.hasNoContent ? .none : .length(body.count)
      let head = ResponseHead(response, framing: framing, closes: closes, date: HTTPDate.line)
      var bytes = head.bytes(reserving: isSilent ? 0 : body.count)
      if !isSilent { bytes.append(contentsOf: body) }
      write(bytes)
    case .pieces(let length, let next):
      let framing: ResponseHead.Framing = response.status.hasNoContent ? .none : .length(length)
      write(ResponseHead(response, framing: framing, closes: closes, date: HTTPDate.line).bytes(reserving: 0))
      if !isSilent { await send(length, next) }
    case .chunks(let chunks):
      guard begin(response, of: head, closes: closes, isSilent: isSilent) else { return }
      await stream(chunks, isOld: head.version == .http10) { $0 }
    case .events(let events):
      guard begin(response, of: head, closes: closes, isSilent: isSilent) else { return }
      let isOld = head.version == .http10
      pulse = isOld ? ServerEvent.pulse : ResponseHead.chunk(ServerEvent.pulse)
      expect(.pulse, within: pulseTime)
      await stream(events, isOld: isOld, as: \.bytes)
    case .webSocket(let upgrade): await change(to: upgrade, response)
    }
  }

  /// Sends pieces of that length together, each when the previous ones are nearly sent.
  private func send(_ length: Int, _ next: @Sendable () async -> [UInt8]?) async {
    var left = length
    while left > 0, !isClosed {
      guard let piece = await next(), !piece.isEmpty, piece.count <= left else { return lose() }
      left -= piece.count
      write(piece)
      await drained(to: limits.highWater)
    }
  }

  /// Sends the head of a stream. Returns false when no content follows.
  private func begin(_ response: Response, of head: RequestHead, closes: Bool, isSilent: Bool) -> Bool {
    let isOld = head.version == .http10
    let framing: ResponseHead.Framing = response.status.hasNoContent ? .none : isOld ? .closing : .chunked
    write(ResponseHead(response, framing: framing, closes: closes, date: HTTPDate.line).bytes(reserving: 0))
    return !isSilent && !isClosed
  }

  private func stream<Element: Sendable>(
    _ elements: AsyncStream<Element>, isOld: Bool, as bytes: (Element) -> [UInt8]
  ) async {
    guard !hasEnded else { return lose() }
    isStreaming = true
    for await element in elements {
      let content = bytes(element)
      // The stream is still polled after the client has left: an unfolding stream notices a cancelled task only while
      // it is polled. An empty chunk would end the body.
      guard !isClosed, !content.isEmpty else { continue }
      write(isOld ? content : ResponseHead.chunk(content))
      await drained(to: limits.highWater)
    }
    guard !isClosed else { return }
    isStreaming = false
    pulse = nil
    deadline.expect(nil, until: nil)
    if !isOld { write(ResponseHead.lastChunk) }
  }

  private func change(to upgrade: WebSocketUpgrade, _ response: Response) async {
    guard !hasEnded else { return lose() }
    var response = response
    response.headers["upgrade"] = "websocket"
    response.headers["sec-websocket-accept"] = upgrade.accept
    if let subprotocol = upgrade.subprotocol { response.headers["sec-websocket-protocol"] = subprotocol }
    let head = ResponseHead(response, framing: .upgrade, closes: false, date: HTTPDate.line)
    write(head.bytes(reserving: 0))
    guard !isClosed else { return }
    let socket = WebSocket(on: self, limits: upgrade.limits)
    open(socket)
    await upgrade.run(socket)
    await socket.close()
  }

  private func open(_ socket: WebSocket) {
    self.socket = socket
    expect(.pulse, within: pulseTime)
    let rest = parser.takeRest()
    socket.assumeIsolated { $0.received(rest) }
    if isStopping { stop() }
  }
}
