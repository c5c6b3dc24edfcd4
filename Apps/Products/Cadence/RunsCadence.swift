internal import Coaching
internal import Connectors
internal import Days
internal import Interface
internal import Kernel
internal import Shell
internal import Storage
internal import Training

/// The runs that a person brings from files: from a watch, or from the archive of another app.
struct RunsCadence: Sendable {
  static let place = ConnectorsPlaces.connect
  private static let keywords = ["Strava", "Garmin", "Apple Watch", "FIT", "TCX", "GPX", "import", "history"]

  private let connectors: Connectors
  private let coaching: Coaching
  private let runs: RunImport
  private let context: FeatureContext

  init(_ environment: PersonEnvironment, _ coaching: Coaching) {
    self.coaching = coaching
    context = environment.context
    let (runs, time) = (RunImport(environment.store), environment.context.time)
    self.runs = runs
    connectors = Connectors(
      [RunsCadence.files(runs, time)], offline: "Your runs sync when you are online.", on: environment.context,
      needs: ConnectorsNeeds(environment.store))
  }

  private static func files(_ runs: RunImport, _ time: Time) -> ConnectorSource {
    .file(
      "run-files", title: "Runs from files", phrase: "the runs from files",
      about:
        "Choose a FIT, TCX or GPX file, or a ZIP archive of such files. On strava.com it is under Settings, My Account, "
        + "Download your account. Your own archive may be read here. Runs that an app asks Strava for may not be used for "
        + "advice. Of each run the day, the sport, the distance and the time are taken.",
      icon: .run, removing: "Remove the runs from files", hint: "A file of your watch, or the archive of another app.",
      example: "/home/me/export.zip",
      size: { path throws(Problem) in try RunFile(path, at: time.now()).size() },
      read: { path, progress throws(Problem) in
        let file = RunFile(path, at: time.now())
        let whole = try file.size()
        let found = try file.read { done, runs in progress(ImportProgress(done: done, whole: whole, days: runs)) }
        return ImportedData(
          found.runs.sorted { $0.day < $1.day }, devices: 1,
          records: found.runs.count + found.unread.values.reduce(0, +),
          unread: found.unread.sorted { $0.key < $1.key }.map { ImportedData.Unread(why: $0.key, count: $0.value) },
          on: { $0.day }, deliver: { batch throws(Problem) in try await runs.take(batch) })
      },
      remove: { () throws(Problem) in try await runs.forget() })
  }

  func begin() async { await connectors.send(.begin) }

  /// Tells the coach of runs that were read, while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (heard, coaching, runs, time) = (connectors.events.listen(), coaching, runs, context.time)
    let log = context.log.from("RunsCadence")
    return {
      await heard.hear { news in
        guard case .said(.connected) = news else { return }
        do throws(Problem) {
          await coaching.send(.imported(try await runs.history(at: time.now())))
        } catch {
          log.warning("The runs could not be read again (\(code: error)).")
        }
      }
    }
  }

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: connectors, at: ConnectorsPlaces.all(keywords: RunsCadence.keywords), in: window) {
      let screen = $0.screen($1, in: $2, at: $3)
      // Runs sync with everything else; there are no devices to ask.
      return Screen(
        screen.route, title: screen.title, nodes: screen.nodes.filter { $0.id != "sync" }, dialog: screen.dialog,
        refresh: screen.refresh)
    }
  }

  func eventRoute(in at: WindowID) -> EventRoute {
    .from(connectors, in: at) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .readThrough(let path): await window.letGo(path)
      case .connected, .removed, .syncAsked: break
      }
    }
  }
}
