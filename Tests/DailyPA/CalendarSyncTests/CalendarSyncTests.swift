import Audit
import CalDAV
import FeatureTesting
import Foundation
import HTTP
import ICalendar
import Interface
import Kernel
import Storage
import Testing

@testable import CalendarSync

/// One device of a person with a calendar server that answers from memory.
final class CalendarSyncBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: CalendarSync
  let recorder: EventRecorder<CalendarSyncEvent>
  let window: WindowID
  /// The resources of the server, by their paths.
  let resources: Locked<[String: String]>
  let items: Locked<[String: CalendarItem]>
  let access = Locked<[String]>([])
  /// The status that the server answers instead of what was asked for.
  let fault = Locked<Int?>(nil)

  init(over other: CalendarSyncBench? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let (resources, items) = (other?.resources ?? Locked([:]), other?.items ?? Locked([:]))
    let (access, fault, store) = (access, fault, environment.store)
    (self.resources, self.items) = (resources, items)
    let needs = CalendarSyncNeeds(
      environment.store,
      ask: { request throws(Problem) in
        access.withLock { $0.append(request.headers.first { $0.name == "authorization" }?.value ?? "") }
        if let status = fault.withLock({ $0 }) { return Incoming(status: status) }
        return Self.answer(request, resources)
      }, askGoogle: { _ throws(Problem) in Incoming(status: 404) },
      items: { () throws(Problem) in items.withLock { Array($0.values) } },
      settle: { changes, alongside throws(Problem) in
        let made = items.withLock { items in
          var made: Set<Int> = []
          for (place, change) in changes.enumerated() where items[change.uid] == change.before {
            items[change.uid] = change.after
            made.insert(place)
          }
          return made
        }
        _ = try await store.write { batch throws(Problem) in try alongside(&batch, made) }
        return made
      }, marked: { () throws(Problem) in [] })
    feature = CalendarSync(on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  private static func answer(_ request: Outgoing, _ resources: Locked<[String: String]>) -> Incoming {
    let path = String(request.address.dropFirst("https://c.example.org".count))
    func list(_ all: [(String, String)]) -> Incoming {
      let parts = all.map { href, prop in
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(prop)</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
      }
      let text =
        "<d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(parts.joined())</d:multistatus>"
      return Incoming(status: 207, body: Array(text.utf8))
    }
    func etag(_ text: String) -> String {
      "\"\(text.count)-\(text.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 1_000_003 })\""
    }
    let calendar = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>"
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    switch request.method {
    case "PROPFIND" where body.contains("getetag"):
      return list(resources.withLock { $0.map { ($0.key, "<d:getetag>\(etag($0.value))</d:getetag>") } })
    case "PROPFIND": return path == "/cal/" ? list([("/cal/", calendar)]) : Incoming(status: 404)
    case "REPORT" where body.contains("calendar-multiget"):
      return list(
        resources.withLock { $0.filter { body.contains($0.key) } }.map {
          ($0.key, "<d:getetag>\(etag($0.value))</d:getetag><c:calendar-data><![CDATA[\($0.value)]]></c:calendar-data>")
        })
    case "PUT":
      resources.withLock { $0[path] = body }
      return Incoming(status: 201, headers: [.init("etag", etag(body))])
    default: return Incoming(status: 501)
    }
  }

  // MARK: Acting

  func tap(_ label: String, at place: SourceLocation = #_sourceLocation) async {
    await perform(label, in: screen.all, from: window, sourceLocation: place)
  }

  func type(_ field: CalendarSyncField, _ text: String) async { await send(.type(field, text), from: window) }

  func linkOther() async {
    await send(.choose(.other), from: window)
    await type(.address, "https://c.example.org/cal/")
    await type(.user, "noor")
    await send(.enter(Redacted("a-long-secret")), from: window)
    await tap("Find calendars")
    await tap("Start syncing")
  }

  // MARK: Observing

  var screen: Screen<CalendarSyncWindowAction> {
    state.screen(CalendarSyncPlaces.home, in: Surroundings(now: clock.time.now(), isSignedIn: true), at: window)
  }

  func sees(_ part: String) -> Bool {
    screen.all.contains {
      $0.label.contains(part) || $0.value?.contains(part) == true || $0.state.invalid?.contains(part) == true
    }
  }

  static func item(_ uid: String, _ title: String) -> CalendarItem {
    let start = Date(timeIntervalSince1970: 1_795_000_800)
    return CalendarItem(
      uid: uid,
      content: CalendarContent(
        title: title, startsAt: start, endsAt: start.addingTimeInterval(3_600), zone: "Europe/Berlin"))
  }
}

@Suite("The sync with a calendar") struct CalendarSyncTests {
  @Test("a calendar is found, linked and synced both ways; the screens pass the audit in every state")
  func linking() async throws {
    let bench = try await CalendarSyncBench()
    bench.items.withLock { $0 = ["here": CalendarSyncBench.item("here", "Dentist")] }
    let there = ICalendar.text(
      of: CalendarSyncBench.item("there", "Choir").calendar(own: .gmt, at: Date(timeIntervalSince1970: 0)))
    bench.resources.withLock { $0["/cal/there.ics"] = there }
    for provider in CalendarProvider.allCases {
      await bench.send(.choose(provider), from: bench.window)
      #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
    }
    await bench.send(.choose(.other), from: bench.window)
    await bench.type(.address, "https://c.example.org/cal/")
    await bench.type(.user, "noor")
    await bench.send(.enter(Redacted("a-long-secret")), from: bench.window)
    await bench.tap("Find calendars")
    #expect(bench.sees("Work") && Audit.findings(of: bench.screen, theme: .plain) == [])
    await bench.tap("Start syncing")
    #expect(bench.state.problem == nil && bench.state.link?.syncedAt != nil)
    #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
    #expect(bench.items.withLock { $0.values.map(\.content.title).sorted() } == ["Choir", "Dentist"])
    #expect(bench.resources.withLock { $0["/cal/here.ics"]?.contains("SUMMARY:Dentist") } == true)
    #expect(bench.access.withLock { Set($0) } == ["Basic bm9vcjphLWxvbmctc2VjcmV0"])
    bench.items.withLock { $0["there"]?.content.title = "Choir practice" }
    await bench.clock.advance(by: .seconds(900), settling: bench.environment.context.settling)
    #expect(bench.resources.withLock { $0["/cal/there.ics"]?.contains("SUMMARY:Choir practice") } == true)
    #expect(bench.sees("1 change"))
    let again = try await CalendarSyncBench(over: bench)
    #expect(again.sees("Another calendar") && again.sees("Work"))
  }

  @Test("what is missing is said at its field, and what the server refuses in a sentence")
  func problems() async throws {
    let bench = try await CalendarSyncBench()
    await bench.send(.choose(.other), from: bench.window)
    await bench.tap("Find calendars")
    #expect(bench.sees("Enter the address of the calendar server") && bench.sees("Enter your user name"))
    #expect(bench.sees("Enter the password.") && bench.access.withLock { $0.isEmpty })
    bench.fault.withLock { $0 = 401 }
    await bench.linkOtherOnly()
    #expect(bench.sees("does not accept this name and password") && bench.state.link == nil)
    bench.fault.withLock { $0 = nil }
    await bench.linkOther()
    bench.fault.withLock { $0 = 503 }
    await bench.tap("Sync now")
    #expect(bench.sees("The last sync did not come to its end.") && bench.sees("cannot answer now (503)"))
    bench.fault.withLock { $0 = nil }
    await bench.tap("Retry")
    #expect(!bench.sees("did not come to its end") && bench.state.problem == nil)
  }

  @Test("Google without a registration is greyed out with its reason, and none keeps the events here")
  func providers() async throws {
    let bench = try await CalendarSyncBench()
    #expect(bench.sees("Google Calendar") && bench.sees("Apple Calendar") && bench.sees("None"))
    await bench.send(.choose(.google), from: bench.window)
    #expect(bench.sees("This installation is not registered with Google."))
    await bench.send(.google(.offered))
    await bench.tap("Connect Google")
    #expect(bench.events.contains(.googleAsked))
    await bench.send(.google(.connected))
    #expect(bench.sees("Google e-mail address") && !bench.sees("Password"))
    #expect(bench.state.googlePrincipal("a@b.org") == "https://apidata.googleusercontent.com/caldav/v2/a@b.org/user")
  }

  @Test("the password is in no screen, and gone with the sync; the events stay")
  func ending() async throws {
    let bench = try await CalendarSyncBench()
    bench.items.withLock { $0 = ["here": CalendarSyncBench.item("here", "Dentist")] }
    await bench.linkOther()
    #expect(!bench.sees("a-long-secret") && !"\(bench.state)".contains("a-long-secret"))
    let secrets = try await bench.environment.store.collection(CalendarSecret.self, .local)
    #expect(try await secrets.records().map(\.password) == ["a-long-secret"])
    await bench.tap("Stop syncing")
    #expect(bench.screen.dialog != nil)
    await bench.send(.end, from: bench.window)
    #expect(try await secrets.records().isEmpty && bench.state.link == nil)
    #expect(bench.items.withLock { $0.count } == 1 && bench.resources.withLock { $0.count } == 1)
  }
}

extension CalendarSyncBench {
  /// Looks for calendars and links none.
  func linkOtherOnly() async {
    await send(.choose(.other), from: window)
    await type(.address, "https://c.example.org/cal/")
    await type(.user, "noor")
    await send(.enter(Redacted("a-long-secret")), from: window)
    await tap("Find calendars")
  }
}
