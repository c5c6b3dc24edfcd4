internal import Interface
internal import JSON
internal import Kernel
internal import Notifications
internal import Platform
internal import ProductKit
internal import Profile
internal import Settings
internal import Shell
internal import Supabase
internal import WhatsApp

/// WhatsApp in yHealth: the number is kept in the person's profile, the channel of the top bar opens the conversation once
/// it is linked, and the coach also writes there what it nudges about.
struct WhatsAppYHealth: Sendable {
  static let channel = "whatsapp"

  let linking: WhatsAppLinking
  private let profile: Profile
  private let notifications: Notifications
  private let settings: Settings
  private let windows: OpenWindows

  init(_ environment: PersonEnvironment, _ features: YHealthFeatures, _ member: Member, _ profile: Profile) {
    linking = WhatsAppLinking(on: environment.context, needs: WhatsAppNeeds(member.membership))
    self.profile = profile
    notifications = features.notifications
    settings = features.settings
    windows = environment.windows
  }

  /// Keeps the number in the profile, follows the profile of the person's other devices, and passes nudges on. It
  /// subscribes at once.
  var going: @Sendable () async -> Void {
    let (linked, stored, sent) = (linking.events.listen(), profile.states.listen(), notifications.states.listen())
    let (linking, profile, settings) = (linking, profile, settings)
    return {
      await withTaskGroup { group in
        group.addTask {
          await linked.hear { news in
            guard case .said(.changed(let number)) = news else { return }
            await profile.send(.set([.phone: number?.text ?? ""]))
          }
        }
        group.addTask {
          for await state in stored where state.reading == .done {
            await linking.send(.number(state.phone.flatMap { WhatsAppNumber($0) }))
          }
        }
        group.addTask {
          // What was sent in earlier runs was written about then.
          var known: Set<String>?
          for await state in sent where state.reading == .done {
            let nudges = state.entries.filter { $0.kind == "coaching" }.map(\.name)
            let fresh = known.map { known in nudges.filter { !known.contains($0) } } ?? []
            known = Set(nudges)
            let chosen = settings.states.value
            guard chosen[YHealthSettings.whatsapp] else { continue }
            for name in fresh { await linking.send(.due(name, chosen[YHealthSettings.whatsappRhythm].value)) }
          }
        }
      }
    }
  }

  // MARK: One window

  func page(in window: WindowID) -> Page {
    .of(linking, at: WhatsAppState.place, in: window, appeared: { _ in .appeared }, left: { _ in .left }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  /// The number among the account's settings.
  func section(in window: WindowID) -> AccountSection {
    .of(linking, in: window) { state, surroundings, _ in state.section(in: surroundings) }
  }

  /// A window opens with the channel of a person whose number is linked.
  func known(in window: WindowID) -> [@Sendable () async -> Void] {
    let (profile, tell) = (profile.states, channelTold(at: window))
    return [
      {
        await profile.wait { $0.reading.isOver }
        await tell(profile.value.phone != nil)
      }
    ]
  }

  /// The preferred channel stands first in the top bar.
  func dress(_ surroundings: inout Surroundings) { WhatsAppYHealth.dress(&surroundings, settings.states.value) }

  private static func dress(_ surroundings: inout Surroundings, _ settings: SettingsState) {
    surroundings.preferredChannel =
      switch settings[YHealthSettings.channel] {
      case .whatsapp: channel
      case .voice: "voice"
      case .app, .any: nil
      }
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    let (tell, states) = (channelTold(at: window), settings.states)
    return [
      .from(linking, in: window) { event, window in
        switch event {
        case .linked(let isLinked): await tell(isLinked)
        case .addressAsked(let address): await window.open(address)
        case .told(let toast): await window.toast(toast)
        case .changed: break
        }
      },
      .from(settings, in: window) { event, window in
        guard case .changed(YHealthSettings.channel.key) = event else { return }
        await window.surroundings { WhatsAppYHealth.dress(&$0, states.value) }
      },
    ]
  }

  private func channelTold(at window: WindowID) -> @Sendable (Bool) async -> Void {
    let (linking, windows) = (linking, windows)
    return { isLinked in
      await windows[window]?.channel(
        WhatsAppYHealth.channel, opens: isLinked ? linking.bound(.open, in: window) : nil)
    }
  }
}

extension WhatsAppNeeds {
  /// Implements the needs by the server's function.
  init(_ membership: Membership) {
    let ask: @Sendable (JSON) async throws(Problem) -> JSON = { question throws(Problem) in
      switch await (try await membership.server()).function(WhatsAppFunction.name, question) {
      case .success(let answered): return answered.value
      case .failure(let failure): throw .whatsApp(failure)
      }
    }
    self.init(
      look: { () throws(Problem) in
        let answer = try await ask(["act": "look"])
        return WhatsAppService(
          coach: answer["number"]?.string.flatMap { WhatsAppNumber($0) }, verifies: answer["verifies"]?.bool == true,
          isStopped: answer["stopped"]?.bool == true)
      },
      ask: { number throws(Problem) in _ = try await ask(["act": "ask", "phone": .string(number.text)]) },
      confirm: { code throws(Problem) in
        let answer = try await ask(["act": "confirm", "code": .string(code)])
        guard let number = answer["phone"]?.string.flatMap({ WhatsAppNumber($0) }) else {
          throw .whatsApp(.broken("no number"))
        }
        return number
      },
      unlink: { () throws(Problem) in _ = try await ask(["act": "unlink"]) },
      resume: { () throws(Problem) in _ = try await ask(["act": "resume"]) },
      write: { notice, rhythm throws(Problem) in
        _ = try await ask(["act": "write", "notice": .string(notice), "rhythm": .string(rhythm.rawValue)])
      })
  }
}

extension Problem {
  fileprivate static func whatsApp(_ failure: WireFailure) -> Problem {
    let (reason, remedy) =
      switch failure {
      case .unreachable, .timedOut: ("The server cannot be reached.", "Try again when you are online.")
      case .unauthorized: ("You are signed out.", "Sign in under Profile, Account.")
      case .later: ("The server is busy.", "Try again in a while.")
      case .refused(_, _, let reason): (reason.isEmpty ? "The server refused it." : reason, "")
      case .broken: ("The server's answer could not be read.", "Try again in a while.")
      }
    return Problem("whatsapp-refused", reason, safe: remedy.isEmpty ? nil : "Nothing was changed.", remedy: remedy)
  }
}
