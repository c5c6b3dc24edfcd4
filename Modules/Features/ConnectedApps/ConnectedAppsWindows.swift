internal import Interface
public import Kernel
internal import OAuthClient

// What a person does in one window.
extension ConnectedAppsState {
  public mutating func receive(_ action: ConnectedAppsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .left:
      windows[window].problem = nil
      windows[window].asking = nil
    case .connect(let app, let replacing):
      windows[window].choosing = nil
      return connect(app, replacing: replacing, in: window)
    case .choose(let app, let role): return choose(app, as: role, in: window)
    case .toggleOthers: windows[window].showsOthers.toggle()
    case .goOn: return goOn(in: window)
    case .cancel: return cancel(in: window)
    case .returned(let answer): return returned(answer, to: window)
    case .askToDisconnect(let app):
      guard accounts[app]?.isConnected == true, leaving[app] == nil else { return [] }
      windows[window].asking = app
      return [.tell(.disconnectAsked(app), window)]
    case .keep:
      guard let app = windows[window].asking else { return [] }
      windows[window].asking = nil
      return [.tell(.disconnectCancelled(app), window)]
    case .disconnect: return disconnect(in: window)
    case .disconnectHere(let app):
      guard leaving[app]?.isWaiting == true else { return [] }
      return forget(app, byHand: true)
    case .disconnectAgain(let app):
      guard leaving[app]?.problem != nil, let account = accounts[app] else { return [] }
      leaving[app] = Leaving(window: window)
      return [.run(.revoke(account), ConnectedAppsState.lane(app))]
    case .dismissReminder(let app):
      guard let account = accounts[app], account.phase == .unrevoked else { return [] }
      accounts[app] = nil
      return [.run(.drop(account), .inOrder("accounts"))]
    case .dismissProblem: windows[window].problem = nil
    case .retry: return retry()
    case .syncNow(let app): return deliver(app)
    case .prefer(let app): return prefer(app)
    }
    return []
  }

  // MARK: Connecting

  private mutating func connect(
    _ id: ConnectedApp.ID, replacing: ConnectedApp.ID?, in window: WindowID
  ) -> Steps {
    guard reading == .done, windows[window].connecting == nil, leaving[id] == nil, let app = app(id),
      app.offer == .available
    else { return [] }
    if let replacing, app.id != successor(of: replacing) { return [] }
    windows[window].problem = nil
    windows[window].connecting = .init(app: id, replacing: replacing)
    let lane = Lane.unawaited("connect", of: window)
    switch app.way {
    case .browser: return [.run(.depart(app, replacing: replacing, in: window), .latest("connect", of: window))]
    case .device: return [.run(.permit(app, replacing: replacing, in: window), lane)]
    }
  }

  private func successor(of id: ConnectedApp.ID) -> ConnectedApp.ID? {
    if case .replaced(let other, _)? = app(id)?.offer { other } else { nil }
  }

  private mutating func cancel(in window: WindowID) -> Steps {
    guard let connecting = windows[window].connecting, connecting.phase != .arriving else { return [] }
    windows[window].connecting = nil
    var steps: Steps = [.stop(.unawaited("connect", of: window))]
    if let state = connecting.state {
      awaited[state] = nil
      steps.append(.run(.abandon(state: state), .inOrder("visits")))
    }
    return steps + [.tell(.authorizationFailed(connecting.app), window)] + chosenFailed(connecting.app, in: window)
  }

  private mutating func returned(_ answer: BrowserAnswer, to window: WindowID) -> Steps {
    switch answer {
    case .token: return []
    case .cancelled, .failed:
      guard let connecting = windows[window].connecting, connecting.phase == .away else { return [] }
      windows[window].connecting = nil
      var steps: Steps = []
      if let state = connecting.state {
        awaited[state] = nil
        steps.append(.run(.abandon(state: state), .inOrder("visits")))
      }
      return steps + failed(connecting.app, in: window)
    case .returned(let address):
      if let state = ReturnAddress(address.revealed)?["state"], let app = awaited[state] {
        // The return may come to another window than the one that left, as after a restart.
        for other in windows.windows where windows[other].connecting?.state == state && other != window {
          windows[other].connecting = nil
        }
        let replacing = windows[window].connecting?.replacing
        if windows[window].connecting?.app != app {
          windows[window].connecting = .init(app: app, replacing: replacing, phase: .arriving, state: state)
        }
        windows[window].connecting?.phase = .arriving
      }
      return [.run(.arrive(address, in: window), .inOrder("visits"))]
    }
  }

  // MARK: The first two apps

  private mutating func choose(_ id: ConnectedApp.ID, as role: ConnectedApp.Role, in window: WindowID) -> Steps {
    guard reading == .done, windows[window].connecting == nil, let app = app(id), app.roles.contains(role),
      app.offer == .available
    else { return [] }
    windows[window].pair[role] = id
    if role == .source, windows[window].pair[.destination] == id { windows[window].pair[.destination] = nil }
    windows[window].choosing = role
    let chosen: Steps = [.tell(.chosen(id, as: role), window)]
    if isConnected(id) { return chosen + chosenConnected(id, in: window) }
    return chosen + connect(id, replacing: nil, in: window)
  }

  /// Goes on when the app that was chosen is connected.
  mutating func chosenConnected(_ app: ConnectedApp.ID, in window: WindowID) -> Steps {
    guard let role = windows[window].choosing, windows[window].pair[role] == app else { return [] }
    windows[window].choosing = nil
    let connected: Steps = [.tell(.chosenConnected(app, as: role), window)]
    switch role {
    case .source: return connected + [.tell(.ledOn(ConnectedAppsPlaces.destination), window)]
    case .destination: return connected + goOn(in: window)
    }
  }

  mutating func chosenFailed(_ app: ConnectedApp.ID, in window: WindowID) -> Steps {
    guard let role = windows[window].choosing, windows[window].pair[role] == app else { return [] }
    windows[window].choosing = nil
    windows[window].pair[role] = nil
    return [.tell(.chosenFailed(app, as: role), window)]
  }

  private func goOn(in window: WindowID) -> Steps {
    let pair = windows[window].pair
    guard let source = pair[.source], let destination = pair[.destination], isConnected(source),
      isConnected(destination)
    else { return [] }
    return [.tell(.pairReady(source: source, destination: destination), window)]
  }

  // MARK: Disconnecting

  private mutating func disconnect(in window: WindowID) -> Steps {
    guard let app = windows[window].asking else { return [] }
    windows[window].asking = nil
    guard var account = accounts[app], account.isConnected, leaving[app] == nil else { return [] }
    account.phase = .leaving
    accounts[app] = account
    leaving[app] = Leaving(window: window)
    return stopDelivering(app) + [
      .tell(.disconnectConfirmed(app), window), .run(.keep(account), .inOrder("accounts")),
      .run(.revoke(account), ConnectedAppsState.lane(app)),
    ]
  }
}
