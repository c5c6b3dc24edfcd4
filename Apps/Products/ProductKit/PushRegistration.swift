internal import Connectivity
internal import Consent
internal import Identity
internal import JSON
internal import Kernel
package import Notifications
internal import Platform
package import Shell
internal import Storage
internal import Supabase

/// The registration of this device for notifications that the server sends: while the person is signed in, has turned
/// notifications on, and consents to what is sent to the server. A browser is offered the key that it subscribes with.
package struct PushRegistration: Sendable {
  private let environment: PersonEnvironment
  private let member: Member
  private let notifications: Notifications
  private let registration: TokenRegistration
  private let log: Log

  package init(_ environment: PersonEnvironment, _ member: Member, _ notifications: Notifications, of product: String) {
    self.environment = environment
    self.member = member
    self.notifications = notifications
    log = environment.context.log.from("PushRegistration")
    registration = TokenRegistration(
      on: environment.context, needs: TokenRegistrationNeeds(environment, member.membership, of: product, log))
  }

  /// Follows the account, the permission, the address and the network until the task is cancelled. It subscribes at once.
  package var going: @Sendable () async -> Void {
    let (accounts, permissions) = (member.identity.states.listen(), notifications.states.listen())
    let (addresses, networks) = (environment.windows.pushAddress.listen(), environment.network.states.listen())
    let decisions = member.decisions
    let (offers, offer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return {
      await registration.send(.begin)
      await withTaskGroup { group in
        group.addTask {
          for await state in accounts {
            await registration.send(.account(.init(state.standing)))
            offer.yield()
          }
        }
        group.addTask {
          for await _ in permissions {
            await registration.send(.allowed(isAllowed))
            offer.yield()
          }
        }
        group.addTask {
          for await _ in decisions {
            await registration.send(.allowed(isAllowed))
            offer.yield()
          }
        }
        group.addTask { for await address in addresses { await registration.send(.address(address)) } }
        group.addTask {
          for await state in networks {
            await registration.send(.network(state.connectivity.reachesServer))
            if state.connectivity.reachesServer { offer.yield() }
          }
        }
        var offered: UUID?
        for await _ in offers { await offerKey(&offered) }
        group.cancelAll()
      }
    }
  }

  /// Whether the person has turned notifications on, and lets the server know this device; nil until that is known.
  private var isAllowed: Bool? {
    let (state, sending) = (notifications.states.value, member.sending)
    guard state.reading.isOver, sending != .unknown else { return nil }
    return state.isAllowed && sending == .granted
  }

  /// Offers the key to browsers while the person is signed in and wants notifications. The server is asked once.
  private func offerKey(_ offered: inout UUID?) async {
    // A device with a token of its own subscribes to nothing.
    guard environment.push == nil else { return }
    guard isAllowed == true, let account = member.identity.states.value.standing.account?.id else {
      environment.windows.offer(pushKey: nil)
      offered = nil
      return
    }
    guard offered != account else { return }
    do throws(Problem) {
      environment.windows.offer(pushKey: try await member.membership.session().pushKey())
      offered = account
    } catch {
      log.warning("The key for notifications could not be read (\(code: error)).")
    }
  }
}

extension TokenRegistrationAction.Account {
  fileprivate init(_ standing: Standing) {
    switch standing {
    case .unknown, .expired: self = .unknown
    case .local: self = .signedOut
    case .signedIn(let account): self = .signedIn(account.id)
    }
  }
}

extension TokenRegistrationNeeds {
  private static let drawerName = "push-registered"

  /// Keeps the registration sealed in the person's store, since it names the device's address.
  fileprivate init(_ environment: PersonEnvironment, _ membership: Membership, of product: String, _ log: Log) {
    let (drawer, store, network) = (environment.drawer, environment.store, environment.network)
    let key = environment.pushKey
    let answer: @Sendable (Problem) -> RegistrationAnswer = { problem in
      network.states.value.connectivity.reachesServer ? .failed(problem) : .away
    }
    self.init(
      load: {
        guard let bytes = try? await drawer.load(Self.drawerName) else { return nil }
        return try? JSONDecoder().decode(RegisteredDevice.self, from: Data(bytes))
      },
      keep: { device in
        do throws(Problem) {
          let bytes = device.flatMap { try? JSONEncoder().encode($0) }.map { Array($0) } ?? []
          try await drawer.keep(Self.drawerName, bytes)
        } catch {
          // The next opening registers the device again.
          log.warning("The registration of this device could not be kept (\(code: error)).")
        }
      },
      register: { registration in
        do throws(Problem) {
          guard var members = (try? JSON(text: registration.address.revealed))?.object else { return .notOffered }
          members["product"] = .string(product)
          members["zone"] = .string(registration.zone)
          members["key"] = key.map { .string($0.revealed) }
          let device = try await store.heading().device
          return try await membership.session().registerPush(device, .object(members)) ? .taken : .notOffered
        } catch {
          return answer(error)
        }
      },
      remove: {
        do throws(Problem) {
          try await membership.session().removePush(try await store.heading().device)
          return .taken
        } catch {
          return answer(error)
        }
      }, port: environment.push)
  }
}
