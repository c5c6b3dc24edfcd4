internal import CCurl
internal import HTTP
internal import Kernel

/// The running transfers and those that wait for their turn. Confined to the carriage's thread.
final class Crew {
  private let multi: UnsafeMutableRawPointer
  private let settings: FetchSettings
  private var waiting: [TransferOrder] = []
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idle: [UnsafeMutableRawPointer] = []

  init(_ multi: UnsafeMutableRawPointer, _ settings: FetchSettings) {
    self.multi = multi
    self.settings = settings
    troupe_curl_multi_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
    troupe_curl_multi_long(multi, CURLMOPT_MAXCONNECTS, 32)
  }

  /// Takes new orders, advances the running transfers, and waits until something happens.
  func turn(_ orders: [TransferOrder]) {
    drop()
    for order in orders {
      if active.count + waiting.count < settings.atOnce + settings.waiting {
        waiting.append(order)
      } else {
        order.ticket.settle(.failure(.crowded))
      }
    }
    begin()
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    finish()
    begin()
    curl_multi_poll(multi, nil, 0, patience(), nil)
  }

  /// Fails every order that has no answer yet.
  func end() {
    for order in waiting { order.ticket.settle(.failure(.closed)) }
    for (handle, transfer) in active {
      transfer.ticket.settle(.failure(.closed))
      curl_multi_remove_handle(multi, handle)
      curl_easy_cleanup(handle)
    }
    for handle in idle { curl_easy_cleanup(handle) }
    (waiting, active, idle) = ([], [:], [])
  }

  /// Milliseconds until the earliest deadline among the waiting orders.
  private func patience() -> Int32 {
    guard let due = waiting.map(\.due).min() else { return 60_000 }
    return Int32(min(60_000, max(0, ((due - .now) / .milliseconds(1)).rounded(.up))))
  }

  private func drop() {
    waiting.removeAll { $0.ticket.isSettled }
    for (handle, transfer) in active where transfer.ticket.isSettled { put(handle) }
  }

  private func begin() {
    let now = ContinuousClock.now
    waiting.removeAll { order in
      guard order.due <= now else { return false }
      order.ticket.settle(.failure(.timedOut(order.load.host)))
      return true
    }
    let room = settings.atOnce - active.count
    guard room > 0, !waiting.isEmpty else { return }
    for order in waiting.prefix(room) { begin(order, at: now) }
    waiting.removeFirst(min(room, waiting.count))
  }

  private func begin(_ order: TransferOrder, at now: ContinuousClock.Instant) {
    guard let handle = idle.popLast() ?? curl_easy_init() else {
      return order.ticket.settle(.failure(.crowded))
    }
    let transfer = Transfer(order, Easy(handle))
    let isReady = transfer.prepare(settings, within: order.due - now)
    guard isReady, curl_multi_add_handle(multi, handle) == CURLM_OK else {
      curl_easy_cleanup(handle)
      return order.ticket.settle(.failure(.requestMalformed("libcurl does not take this request.")))
    }
    active[handle] = transfer
  }

  private func finish() {
    var code = CURLE_OK
    while let handle = troupe_curl_ended(multi, &code) {
      if let transfer = active[handle] { transfer.ticket.settle(transfer.outcome(code)) }
      put(handle)
    }
  }

  /// Removes a handle from its transfer and keeps it for reuse.
  private func put(_ handle: UnsafeMutableRawPointer) {
    curl_multi_remove_handle(multi, handle)
    curl_easy_reset(handle)
    active[handle] = nil
    if idle.count < 16 { idle.append(handle) } else { curl_easy_cleanup(handle) }
  }
}

extension Load {
  /// The host for use in a sentence shown to a person.
  var host: String {
    switch self {
    case .request(let request): (try? CheckedAddress(request.address))?.host ?? "the server"
    case .mail(let mail): mail.server.host
    }
  }
}
