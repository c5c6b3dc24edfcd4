// swift-tools-version: 6.2
import PackageDescription

// The package is a house. It reads from the ground up; an arrow goes down only, and never sideways between
// features. `Scripts/check-boundaries` holds every import line against it.

// MARK: - Floor 0: libraries of the system, one thin module each

let libraries: [Target] = [
  .systemLibrary(
    name: "COpenSSL", path: "Modules/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CEpoll", path: "Modules/CEpoll"),
  .systemLibrary(
    name: "CSQLite", path: "Modules/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(
    name: "CSodium", path: "Modules/CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  .target(name: "CLibrary", path: "Modules/CLibrary", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
  opened("CSystemd"),
  opened("CPostgres"),
  opened("CCurl"),
  .systemLibrary(name: "CExpat", path: "Modules/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CZlib", path: "Modules/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
]

// MARK: - Floor 1: the kernel

let kernel = module("Kernel")

// MARK: - Floor 2: vocabulary, words that several modules speak

let words = ["JSON", "Mode", "Entitlement", "Connectivity", "Pillar", "Hours"]
/// What device and server say to one another is no word of a screen.
let vocabulary =
  words.map { module($0) } + [
    module("SyncWire", ["Kernel", "JSON"]),
    module("Days", ["Kernel", "Hours"]),
    module("Measures", ["Days", "Pillar"]),
  ]

// MARK: - Floor 3: engines

let engines = [
  opened("CPicture"),
  module("Plot", ["Kernel"]),
  module("PlotPicture", ["Kernel", "Plot", "CPicture"]),
  module("Interface", ["Kernel", "Plot"] + words),
  module("Audit", ["Plot", "Interface"]),
  module("Signing", ["Kernel", "COpenSSL"]),
  module("Storage", ["Kernel", "JSON", "CSQLite", "CSodium"]),
  module("Threads", ["Kernel"]),
  module("Transport", ["Kernel", "Threads", "COpenSSL", "CEpoll"]),
  module("SecretService", ["Kernel", "Storage", "CSystemd"]),
  module("Fetch", ["Kernel", "Threads", "CCurl"]),
  module("Mail", ["Kernel", "Fetch"]),
  module("Sync", ["Kernel", "JSON", "SyncWire", "Storage"]),
  module("Supabase", ["Kernel", "JSON", "SyncWire", "Threads", "Fetch", "Signing", "CCurl"]),
  module("Tokens", ["Kernel", "JSON", "Signing", "COpenSSL"]),
  module("Relational", ["Kernel", "JSON", "Tokens"]),
  module("SQLiteStore", ["Kernel", "Threads", "JSON", "Tokens", "Relational", "CSQLite"]),
  module("PostgresStore", ["Kernel", "Threads", "JSON", "Tokens", "Relational", "CPostgres"]),
  module("Nats", ["Kernel", "Threads", "JSON", "Relational"]),
  module("Statistics"),
  module("Scores", ["Pillar", "Days", "Measures"]),
  module("Insights", ["Pillar", "Days", "Measures", "Statistics"]),
  module("Foods"),
  module("AppleHealth", ["Kernel", "Threads", "Days", "Measures", "CExpat", "CZlib"]),
]

// MARK: - Floor 4: features, which never import one another

let features = [
  feature("Navigation"),
  feature("Settings"),
  feature("Charts", engines: ["Plot"]),
  feature("Offline", engines: ["SyncWire", "Storage", "Sync"]),
  feature("Identity"),
  feature("Health", engines: ["Days", "Measures", "Foods", "Plot", "Storage"]),
  feature("Progress", engines: ["Days", "Measures", "Scores", "Insights", "Plot", "Storage"]),
  feature("Dashboard", engines: ["Days", "Measures", "Scores", "Plot", "Storage"]),
  feature("Onboarding", engines: ["Storage"]),
  feature("Connectors", engines: ["Storage", "Days", "Measures", "AppleHealth"]),
]

// MARK: - Floor 5: apps

let apps = [
  module(
    "Demonstration", ["Kernel", "Hours", "Days", "Measures", "Storage", "Health", "Progress"], in: "Apps"),
  module(
    "Shell",
    [
      "Kernel", "Interface", "Plot", "PlotPicture", "Signing", "Storage", "SecretService", "Fetch", "SyncWire", "Sync",
      "Supabase", "Days", "Measures", "Scores", "Insights", "AppleHealth", "Demonstration",
    ] + words + features.map(\.name), in: "Apps"),
  module("Terminal", ["Kernel", "Interface", "Plot", "Shell"], in: "Apps"),
  .target(name: "CWebFiles", path: "Apps/CWebFiles", exclude: ["README.md", "files"]),
  module("HTML", ["Kernel", "Interface", "Plot", "Mode", "Entitlement", "CWebFiles"], in: "Apps"),
  module("Web", ["Kernel", "JSON", "Interface", "Plot", "Signing", "Transport", "Shell", "HTML"], in: "Apps"),
  module("Remote", ["Kernel", "JSON", "Interface", "Storage", "Shell"], in: "Apps"),
  module("Owner", ["Kernel", "JSON", "Interface", "Remote", "Shell"], in: "Apps"),
  module("Play", ["Kernel", "JSON", "Connectivity", "Interface", "Shell", "Terminal"], in: "Apps"),
  module("Walk", ["Kernel", "JSON", "Mode", "Connectivity", "Interface", "Audit", "Shell"], in: "Apps"),
  module("Gate", ["Kernel", "JSON", "Transport", "Tokens"], in: "Apps"),
  module("Rest", ["JSON", "Transport", "Tokens", "Relational", "Gate"], in: "Apps"),
  module("Providers", ["Kernel", "JSON", "Signing", "Fetch", "Tokens"], in: "Apps"),
  module(
    "Auth", ["Kernel", "JSON", "Signing", "Transport", "Mail", "Tokens", "Relational", "Gate", "Providers", "CSodium"],
    in: "Apps"),
  module("Objects", ["Kernel", "JSON", "Transport", "Tokens", "Relational", "Gate"], in: "Apps"),
  module("Realtime", ["Kernel", "JSON", "Transport", "Tokens", "Relational", "Gate"], in: "Apps"),
  module("Tables", ["Relational"], in: "Apps"),
  module(
    "Backend",
    [
      "Kernel", "JSON", "Signing", "Transport", "Fetch", "Mail", "Tokens", "Relational", "SQLiteStore", "PostgresStore",
      "Nats", "Gate", "Rest", "Providers", "Auth", "Objects", "Realtime", "Tables",
    ], in: "Apps"),
  module("Embedded", ["Kernel", "Fetch", "Supabase", "Tokens", "Shell", "Backend"], in: "Apps"),
  .target(name: "CFaultVFS", path: "Apps/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
  module("Simulation", ["Kernel", "JSON", "SyncWire", "Storage", "Sync", "CFaultVFS"], in: "Apps"),
  .target(name: "CPeer", path: "Apps/CPeer", linkerSettings: [.linkedLibrary("sqlite3")]),
  module(
    "Bench",
    [
      "Kernel", "JSON", "Plot", "PlotPicture", "Transport", "Interface", "Navigation", "Shell", "Storage", "HTML",
      "Web", "Fetch", "SyncWire", "Sync", "Connectivity", "Offline", "Health", "Days", "AppleHealth",
      "Insights", "Demonstration", "CExpat", "CPeer",
    ], in: "Apps"),
  module("Commands", ["Kernel"], in: "Apps"),
  program(
    "troupe",
    [
      "Kernel", "JSON", "Entitlement", "Plot", "PlotPicture", "Interface", "Transport", "Shell", "Terminal", "HTML",
      "Web", "Remote", "Owner", "Play", "Fetch", "Supabase", "Tokens", "Backend", "Embedded", "Demonstration", "Days",
      "Insights", "Commands",
    ]),
  program("troupe-lab", ["Kernel", "JSON", "Audit", "Shell", "Walk", "Bench", "Simulation", "Commands"]),
  program("bare", []),
]

// MARK: - The package

let modules = [kernel] + vocabulary + engines + features + apps
let house =
  libraries + modules
  + [
    .target(name: "Covers", path: "Tests/Covers", swiftSettings: strict()),
    .target(name: "Chance", dependencies: ["Kernel"], path: "Tests/Chance", swiftSettings: strict()),
    .target(
      name: "FeatureTesting", dependencies: ["Kernel", "Interface", "Storage"], path: "Tests/FeatureTesting",
      swiftSettings: strict()),
    .target(name: "SchemaCheck", dependencies: ["JSON"], path: "Tests/SchemaCheck", swiftSettings: strict()),
    .target(name: "EveryRole", dependencies: ["Interface", "Plot"], path: "Tests/EveryRole", swiftSettings: strict()),
    .target(
      name: "RelationalContract", dependencies: ["Covers", "Kernel", "JSON", "Tokens", "Relational"],
      path: "Tests/RelationalContract", swiftSettings: strict()),
    .target(
      name: "TestPostgres", dependencies: ["Kernel"], path: "Tests/TestPostgres", swiftSettings: strict()),
    .target(name: "Loopback", path: "Tests/Loopback", swiftSettings: strict()),
    .executableTarget(
      name: "storage-writer", dependencies: ["Kernel", "Storage"], path: "Tests/StorageWriter",
      swiftSettings: strict()),
  ]
  + modules.filter { $0.type != .executable && !["CPeer", "CWebFiles", "CPicture", "CFaultVFS"].contains($0.name) }
  .map { module in tests(of: module, isFeature: features.contains { $0.name == module.name }) }

// `TROUPE_ONLY=Navigation swift test` builds that module, what it stands on and its tests, and nothing else.
let only = Context.environment["TROUPE_ONLY"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "Troupe",
  products: only == nil ? ["troupe", "troupe-lab"].map { .executable(name: $0, targets: [$0]) } : [],
  targets: only.map { needed(for: $0, of: house) } ?? house,
  swiftLanguageModes: [.v6],
  // For `#embed`.
  cLanguageStandard: .c2x
)

func strict() -> [SwiftSetting] {
  [
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

/// One module: a folder of the same name.
func module(_ name: String, _ below: [String] = [], in folder: String = "Modules") -> Target {
  .target(
    name: name, dependencies: below.map { .byName(name: $0) }, path: "\(folder)/\(name)", exclude: ["README.md"],
    swiftSettings: strict())
}

/// A library of the system that few need, and that is opened at first use: linked, it would cost every start.
func opened(_ name: String) -> Target {
  .target(name: name, dependencies: ["CLibrary"], path: "Modules/\(name)", exclude: ["README.md"])
}

/// A feature stands on the kernel, the vocabulary and the engines it names, and on nothing else.
func feature(_ name: String, engines: [String] = []) -> Target {
  module(name, ["Kernel", "Interface"] + words + engines)
}

func program(_ name: String, _ below: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: below.map { .byName(name: $0) }, path: "Apps/\(name)", exclude: ["README.md"],
    swiftSettings: strict())
}

/// Every module has its tests, which may import what the module itself imports. Those of a feature audit its screens.
func tests(of module: Target, isFeature: Bool) -> Target {
  .testTarget(
    name: "\(module.name)Tests",
    dependencies: [.byName(name: module.name), "Covers", "Chance", "SchemaCheck"] + module.dependencies
      + also(for: module) + (isFeature ? ["Audit", "FeatureTesting"] : []),
    path: "Tests/\(module.name)Tests", exclude: module.name == "Plot" ? ["Goldens"] : [], swiftSettings: strict(),
    // A keyring that a test makes up answers, which the module itself never does.
    linkerSettings: module.name == "SecretService" ? [.linkedLibrary("systemd")] : [])
}

/// What only the tests of a module need: a disk that fails, a program that is killed.
func also(for module: Target) -> [Target.Dependency] {
  switch module.name {
  case "Storage": ["CFaultVFS", "storage-writer"]
  // A server as a value, which a test of the simulation holds to the real one.
  case "Sync": ["Simulation"]
  case "Simulation": ["Tokens", "Relational", "SQLiteStore"]
  case "SQLiteStore": ["RelationalContract"]
  case "PostgresStore": ["RelationalContract", "TestPostgres", "Nats"]
  case "Nats": ["TestPostgres"]
  case "HTML", "Terminal": ["EveryRole"]
  // What unpacks what was packed.
  case "PlotPicture": ["CZlib"]
  // Servers on this machine that do as a test tells them, and certificates of its own.
  case "Fetch", "Providers", "Supabase": ["Loopback", "Transport"]
  case "Mail", "Backend": ["Loopback"]
  // What they keep, they keep in a real database.
  case "Rest": ["Kernel", "SQLiteStore"]
  // Two at once are only really so on PostgreSQL.
  case "Auth", "Objects": ["SQLiteStore", "PostgresStore", "TestPostgres"]
  case "Realtime": ["SQLiteStore"]
  // A server that only a test knows.
  case "Play": ["Fetch", "Supabase", "Embedded"]
  // Products on a real server.
  case "Shell": ["Embedded", "CSQLite"]
  // Chance that comes again.
  case "Measures", "Scores": ["Kernel"]
  // What is made of such a life.
  case "Demonstration": ["Pillar", "Scores", "Insights"]
  // Its rules are tried on both stores.
  case "Tables": ["Tokens", "SQLiteStore", "PostgresStore", "TestPostgres"]
  default: []
  }
}

/// The tests of these modules and all they stand on. An arrow goes down only, so one look from the roof to the ground
/// finds everything.
func needed(for names: [String], of house: [Target]) -> [Target] {
  var needed = Set(names.map { "\($0)Tests" })
  for target in house.reversed() where needed.contains(target.name) {
    for case .byNameItem(let below, _) in target.dependencies { needed.insert(below) }
  }
  return house.filter { needed.contains($0.name) }
}
