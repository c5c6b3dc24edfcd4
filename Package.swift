// swift-tools-version: 6.2
import PackageDescription

// A group of modules is a folder, and each of its folders is a module. An import goes from a group to those above it on
// this page, and never from one feature to another. `Scripts/layers.py` says which group may use which;
// `Scripts/check-boundaries` checks every import.

// MARK: - Libraries: libraries of the system, one thin module each

let libraries = group(
  "Modules/Libraries",
  .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CEpoll"),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .target(name: "CLibrary", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
  loaded("CSystemd"),
  loaded("CPostgres"),
  loaded("CCurl"),
  loaded("CPicture"),
  loaded("CLeptonica"))

// MARK: - Kernel

let kernel = group("Modules", module("Kernel"))

// MARK: - Vocabulary: types that several modules share

let vocabulary = group(
  "Modules/Vocabulary",
  module("JSON"),
  module("Mode"),
  module("Entitlement"),
  module("Connectivity"),
  module("Hours"),
  module("Numbers"),
  module("Money", ["Kernel", "Numbers"]),
  module("Units", ["Numbers"]),
  module("SyncWire", ["Kernel", "JSON"]),
  module("Samples"),
  module("Days", ["Kernel", "Hours"]))

// MARK: - Engines: what features are built with

let engines = group(
  "Modules/Engines",
  module("Plot", ["Kernel"]),
  module("PlotPicture", ["Kernel", "Plot", "Interface", "CPicture"]),
  module("Interface", ["Kernel", "JSON", "Mode", "Entitlement", "Connectivity", "Numbers", "Plot"]),
  module("Audit", ["Plot", "Interface"]),
  module("Board", ["Kernel", "Mode", "Connectivity", "Hours", "Days", "Interface", "Storage"]),
  module("Forms", ["Kernel", "Mode", "Hours", "Days", "Numbers", "Interface", "Storage"]),
  module("Permissions", ["Kernel", "Interface"]),
  module("Photos", ["Kernel", "CLeptonica"]),
  module("Signing", ["Kernel", "COpenSSL"]),
  module("Files", ["Kernel"]),
  module("Storage", ["Kernel", "JSON", "Files", "CSQLite", "CSodium"]),
  module("Threads", ["Kernel"]),
  module("WebSocketCodec", ["Signing"]),
  module("Transport", ["Kernel", "Threads", "WebSocketCodec", "COpenSSL", "CEpoll"]),
  module("SecretService", ["Kernel", "Storage", "CSystemd"]),
  module("Fetch", ["Kernel", "Threads", "CCurl"]),
  module("Sync", ["Kernel", "JSON", "SyncWire", "Storage"]),
  module("OAuthClient", ["Kernel", "JSON", "Signing", "Fetch"]),
  module(
    "Supabase",
    ["Kernel", "JSON", "Signing", "SyncWire", "Threads", "Fetch", "OAuthClient", "WebSocketCodec", "CCurl"]),
  module("Tokens", ["Kernel", "JSON", "Files", "Signing", "COpenSSL"]),
  module("Relational", ["Kernel", "JSON", "Tokens"]),
  module("ServerFunctions", ["Kernel", "JSON", "Fetch", "Tokens", "Relational"]),
  module("Portability", ["Kernel", "JSON", "Storage", "Zip"]),
  module("Statistics"),
  module("Notices", ["Kernel", "JSON", "Hours"]),
  module("StoreTransactions", ["Kernel", "JSON", "Signing", "COpenSSL"]),
  module("Activities", ["Kernel", "CExpat"]),
  module("Duplicates", ["Activities"]),
  module("HealthProviders", ["Kernel", "Samples"]),
  module("HealthAPIs", ["Kernel", "JSON", "Samples", "Signing", "Fetch", "OAuthClient", "HealthProviders"]),
  module("Push", ["Kernel", "JSON", "Signing", "Tokens", "Fetch", "COpenSSL"]),
  module("Recurrence", ["Kernel"]),
  module("Zip", ["Kernel", "CZlib"]))

// MARK: - Features: what products share; no feature imports another

let features = group(
  "Modules/Features",
  feature("AccountDeletion", ["Days"]),
  feature("Analytics", ["Days", "Hours", "Storage"]),
  feature("Navigation", ["Connectivity", "Entitlement"]),
  feature("Settings", ["JSON", "Mode", "Connectivity", "Hours"]),
  feature("Charts", ["Mode", "Plot"]),
  feature("Offline", ["Connectivity", "Days", "SyncWire", "Storage", "Sync"]),
  feature("Devices", ["Days"]),
  feature("ServerExport"),
  feature("Identity"),
  feature("Lock", ["Permissions"]),
  feature("Notifications", ["Days", "Hours", "Notices", "Permissions", "Storage"]),
  feature("Onboarding", ["Permissions", "Storage"]),
  feature("PermissionSheets", ["Permissions"]),
  feature("Privacy", ["Days", "Numbers", "Portability", "Storage"]),
  feature("Profile", ["Days", "Forms", "Storage"]),
  feature("Consent", ["Days", "Signing", "Storage"]),
  feature("ConnectedApps", ["Days", "Fetch", "OAuthClient", "Storage"]),
  feature("Connectors", ["Connectivity", "Hours", "Days", "Storage"]),
  feature("Purchases", ["JSON", "Entitlement", "Days", "Money", "Numbers", "Storage", "StoreTransactions"]),
  feature("SandboxStore", ["JSON", "Days", "Money", "Numbers", "StoreTransactions"]),
  feature("Support", ["JSON", "Storage"]))

// MARK: - The modules of one product: its features and what they are built with

let yhealth = group(
  "Modules/YHealth",
  module("Pillar", ["Plot"]),
  module("Measures", ["Days", "Pillar", "Units"]),
  module("Scores", ["Pillar", "Days", "Measures"]),
  module("Insights", ["Pillar", "Days", "Units", "Measures", "Statistics"]),
  module("Foods"),
  module("AppleHealth", ["Kernel", "Threads", "Days", "Measures", "Zip", "CExpat"]),
  feature(
    "Health",
    [
      "Mode", "Connectivity", "Pillar", "Hours", "Days", "Numbers", "Units", "Measures", "Foods", "Plot", "Storage",
      "Forms",
    ]),
  feature(
    "Progress",
    [
      "Mode", "Pillar", "Hours", "Days", "Numbers", "Units", "Measures", "Scores", "Insights", "Plot", "Storage",
      "Board", "Forms",
    ]),
  feature("Dashboard", ["Mode", "Pillar", "Days", "Measures", "Scores", "Plot", "Board"]))
let syncwell = group(
  "Modules/SyncWell",
  module(
    "Carrying", ["Kernel", "Samples", "Days", "Storage", "Signing", "Activities", "Duplicates", "HealthProviders"]),
  feature(
    "HealthSync", ["Entitlement", "Samples", "Days", "Units", "Storage", "Duplicates", "HealthProviders", "Carrying"]))
let cadence = group("Modules/Cadence", module("TrainingPlan", ["Kernel", "JSON", "Days"]))
let volvox = group(
  "Modules/Volvox",
  module("Compatibility", ["Kernel", "JSON", "Days"]),
  module("Peers", ["Kernel", "JSON", "Days", "Storage"]),
  module("SoberDays", ["Days"]),
  module("MessageSealing", ["CSodium"]),
  feature("Assignments", ["Days", "Storage", "Peers"]),
  feature("Connections", ["JSON", "Connectivity", "Hours", "Days", "Storage", "Peers"]),
  feature("Matching", ["JSON", "Connectivity", "Days", "Storage", "Compatibility", "Peers"]),
  feature("Messaging", ["Connectivity", "Days", "Storage", "Peers", "MessageSealing"]),
  feature("Sobriety", ["Hours", "Days", "Numbers", "SoberDays", "Storage"]),
  feature("Meetings", ["JSON", "Hours", "Days", "Numbers", "Storage"]))
let dailypa = group(
  "Modules/DailyPA",
  feature("Todos", ["Hours", "Days", "Forms", "Recurrence", "Storage"]),
  feature("Agenda", ["Hours", "Days", "Storage", "Forms", "Recurrence"]),
  feature("Expenses", ["Days", "Numbers", "Money", "Plot", "Storage", "Forms"]))

// MARK: - Shell: persons, profiles and windows

let shell = group(
  "Apps",
  module(
    "Shell",
    [
      "Kernel", "JSON", "Connectivity", "Interface", "Files", "Signing", "Storage", "SecretService", "Fetch",
      "Supabase", "Permissions", "Navigation",
    ]))

// MARK: - Products: what each is made of, and how its features are joined

let products = group(
  "Apps/Products",
  module(
    "ProductKit",
    [
      "Kernel", "JSON", "Mode", "Connectivity", "Hours", "Interface", "Plot", "PlotPicture", "Storage", "SyncWire",
      "Sync", "Supabase", "Relational", "Photos", "Forms", "Settings", "Charts", "Offline", "Portability", "Privacy",
      "AccountDeletion", "ConnectedApps", "Consent", "Identity", "Fetch", "Devices", "ServerExport", "Lock",
      "Notices", "Notifications", "Onboarding", "Profile", "Purchases", "SandboxStore", "StoreTransactions", "Shell",
      "Analytics", "Support",
    ]),
  module(
    "YHealth",
    [
      "Kernel", "JSON", "Mode", "Entitlement", "Connectivity", "Pillar", "Hours", "Days", "Units", "Interface",
      "Plot", "PlotPicture", "Board", "Fetch", "Tokens", "ServerFunctions", "Notices", "Notifications", "Consent",
      "Storage", "Supabase", "Shell", "ProductKit", "Navigation", "Settings", "Charts", "Offline", "Onboarding",
      "Measures", "Scores", "Insights", "AppleHealth", "Health", "Progress", "Dashboard", "Connectors", "Purchases",
      "StoreTransactions", "Support",
    ]),
  module(
    "SyncWell",
    [
      "Kernel", "Entitlement", "Interface", "Plot", "Notices", "Storage", "Navigation", "Settings", "Shell",
      "ProductKit", "Analytics", "Support", "Consent", "Onboarding", "Permissions", "PermissionSheets", "Purchases",
      "StoreTransactions", "JSON", "HealthProviders", "HealthAPIs", "OAuthClient", "ConnectedApps", "Carrying",
      "HealthSync",
    ]),
  module(
    "Cadence",
    [
      "Entitlement", "Interface", "Plot", "Navigation", "Settings", "Purchases", "StoreTransactions", "Shell",
      "ProductKit",
    ]),
  module(
    "Volvox",
    [
      "Kernel", "Connectivity", "Days", "Hours", "Interface", "Plot", "Notices", "Notifications", "Consent",
      "Storage", "Relational", "Navigation", "Settings", "AccountDeletion", "Offline", "Onboarding", "Profile",
      "Forms", "JSON", "Signing", "Tokens", "ServerFunctions", "Identity", "Supabase", "Compatibility", "Peers",
      "Connections", "Matching", "Messaging", "SoberDays", "Sobriety", "Meetings", "Shell", "ProductKit", "Support",
      "Assignments",
    ]),
  module(
    "DailyPA",
    [
      "Kernel", "Connectivity", "Interface", "Plot", "Notices", "Storage", "Navigation", "Settings",
      "Offline", "Shell", "ProductKit", "Todos", "Agenda", "Money", "Expenses",
    ]),
  module(
    "Catalog",
    [
      "Kernel", "Relational", "ServerFunctions", "Notices", "Shell", "ProductKit", "YHealth", "SyncWell", "Cadence",
      "Volvox", "DailyPA",
    ]))

// MARK: - Faces: how people and programs meet a product

let faces = group(
  "Apps/Faces",
  .target(name: "CWebFiles", exclude: ["README.md", "files"]),
  module("HTML", ["Kernel", "Interface", "Plot", "Entitlement", "CWebFiles"]),
  module(
    "Web",
    [
      "Kernel", "JSON", "Interface", "Plot", "PlotPicture", "Signing", "WebSocketCodec", "Transport", "Shell", "HTML",
    ]),
  module("Terminal", ["Kernel", "Interface", "Plot", "Shell"]),
  module("Remote", ["Kernel", "JSON", "Interface", "Storage", "Shell"]),
  module("Owner", ["Kernel", "JSON", "Interface", "Remote", "Shell"]),
  module("Commands", ["Kernel"]))

// MARK: - Server

let server = group(
  "Apps/Server",
  module(
    "SQLiteStore",
    ["Kernel", "JSON", "SyncWire", "Files", "Threads", "Storage", "Tokens", "Relational", "CSQLite"]),
  module("PostgresStore", ["Kernel", "JSON", "SyncWire", "Threads", "Tokens", "Relational", "CPostgres"]),
  module("Nats", ["Kernel", "Threads", "JSON", "Relational", "COpenSSL"]),
  module("Mail", ["Kernel", "Fetch"]),
  module("Outbox", ["Kernel", "JSON", "Signing", "Relational", "CSodium"]),
  module("Gate", ["Kernel", "JSON", "Transport", "Tokens"]),
  module("Rest", ["JSON", "SyncWire", "Transport", "Tokens", "Relational", "Gate"]),
  module("Providers", ["Kernel", "JSON", "Signing", "Fetch", "Tokens"]),
  module(
    "Auth",
    ["Kernel", "JSON", "Signing", "Transport", "Mail", "Tokens", "Relational", "Gate", "Providers", "CSodium"]),
  module("Objects", ["Kernel", "JSON", "Transport", "Tokens", "Relational", "Gate"]),
  module("Exports", ["Kernel", "JSON", "Signing", "Transport", "Tokens", "Relational", "Gate", "Zip", "CSodium"]),
  module("Realtime", ["Kernel", "JSON", "WebSocketCodec", "Transport", "Tokens", "Relational", "Gate"]),
  module(
    "Backend",
    [
      "Kernel", "JSON", "Files", "Signing", "Transport", "Fetch", "Mail", "Tokens", "Relational", "ServerFunctions",
      "Storage", "SecretService", "SQLiteStore", "PostgresStore", "Nats", "Outbox", "Gate", "Rest", "Providers",
      "Auth", "Objects", "Exports", "Realtime",
    ]),
  module("Embedded", ["Kernel", "Fetch", "Supabase", "Tokens", "Relational", "ServerFunctions", "Shell", "Backend"]))

// MARK: - Lab: tries, measures and shows the rest

/// Each of these features can be run alone, with `troupe stage NAME`.
let previewed = ["Navigation", "Settings", "Charts", "Offline", "Identity", "Health", "Meetings"]

let lab = group(
  "Apps/Lab",
  module(
    "Previews",
    [
      "Kernel", "JSON", "Mode", "Entitlement", "Connectivity", "Hours", "Numbers", "Plot", "PlotPicture", "Interface",
      "SyncWire", "Storage", "Sync", "Shell", "ProductKit", "YHealth",
    ] + previewed),
  module("Play", ["Kernel", "JSON", "Connectivity", "Interface", "Shell", "Catalog", "Terminal", "Previews"]),
  module("Walk", ["Kernel", "JSON", "Mode", "Connectivity", "Interface", "Audit", "Shell"]),
  .target(name: "CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
  module("Simulation", ["Kernel", "JSON", "SyncWire", "Storage", "Sync", "CFaultVFS"]),
  module("Vendors", ["Kernel", "JSON", "Signing", "Transport"]),
  .target(name: "CPeer", linkerSettings: [.linkedLibrary("sqlite3")]),
  module(
    "Bench",
    [
      "Kernel", "JSON", "Plot", "PlotPicture", "WebSocketCodec", "Transport", "Interface", "Shell", "Storage",
      "Portability", "HTML", "Web", "Fetch", "SyncWire", "Sync", "Connectivity", "Offline", "Health", "Days",
      "AppleHealth", "Insights", "Notices", "Compatibility", "Duplicates", "Gate", "Tokens", "Signing",
      "StoreTransactions", "Catalog", "Previews", "COpenSSL", "CExpat", "CPeer", "Analytics", "Messaging", "Peers",
    ]),
  program(
    "troupe-lab",
    ["Kernel", "JSON", "Audit", "Shell", "Catalog", "Walk", "Bench", "Simulation", "Vendors", "Commands"]),
  program("bare"))

// MARK: - The program

let programs = group(
  "Apps",
  program(
    "troupe",
    [
      "Kernel", "JSON", "Entitlement", "Plot", "PlotPicture", "Interface", "Transport", "Shell", "Terminal", "HTML",
      "Web", "Remote", "Owner", "Play", "Fetch", "Supabase", "Tokens", "ServerFunctions", "Auth", "Backend",
      "Embedded", "Days", "Insights", "Compatibility", "Notices", "Recurrence", "Activities", "Duplicates",
      "Commands", "Catalog", "SyncWell", "TrainingPlan", "Vendors", "Previews",
    ]))

// MARK: - Tests

let support = group(
  "Tests/Support",
  helper("Covers"),
  helper("Chance", ["Kernel"]),
  helper("FeatureTesting", ["Kernel", "Interface", "Storage"]),
  helper("SchemaCheck", ["JSON"]),
  helper("ShellTesting", ["Kernel", "Connectivity", "Interface", "Navigation", "Shell", "ProductKit", "YHealth"]),
  helper("EveryRole", ["Interface", "Plot"]),
  helper("RelationalContract", ["Covers", "Kernel", "JSON", "SyncWire", "Tokens", "Relational"]),
  helper("TestPostgres", ["Kernel"]),
  helper("Loopback"),
  helper("TestKeys", ["JSON", "Signing", "COpenSSL"]),
  helper("WebSocketSamples", ["WebSocketCodec"]),
  .executableTarget(name: "storage-writer", dependencies: ["Kernel", "Storage"], swiftSettings: strict()))

let modules =
  kernel + vocabulary + engines + features + yhealth + syncwell + cadence + volvox + dailypa + products + shell + faces
  + server + lab + programs
let all =
  libraries + modules + support
  + modules.filter { $0.type != .executable && !$0.name.isOfC }.map { tests(of: $0) }

// `TROUPE_ONLY=Navigation swift test` builds that module, what it depends on and its tests, and nothing else.
let only = Context.environment["TROUPE_ONLY"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "Troupe",
  products: only == nil ? ["troupe", "troupe-lab"].map { .executable(name: $0, targets: [$0]) } : [],
  targets: only.map { needed(for: $0, of: all) } ?? all,
  swiftLanguageModes: [.v6],
  // For `#embed`.
  cLanguageStandard: .c2x
)

// MARK: - How a target is declared

func strict() -> [SwiftSetting] {
  [
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

/// Places each target in the folder of its name.
func group(_ folder: String, _ targets: Target...) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.name)" }
  return targets
}

func module(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: ["README.md"], swiftSettings: strict())
}

/// A module with screens. Its tests audit them.
func feature(_ name: String, _ dependencies: [String] = []) -> Target {
  module(name, ["Kernel", "Interface"] + dependencies)
}

/// A library of the system that is loaded at first use: linked, it would slow down every start.
func loaded(_ name: String) -> Target {
  .target(name: name, dependencies: ["CLibrary"], exclude: ["README.md"])
}

func program(_ name: String, _ dependencies: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: ["README.md"], swiftSettings: strict())
}

func helper(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict())
}

/// Every module has its tests, which may import what the module itself imports.
func tests(of module: Target) -> Target {
  let folder = (module.path ?? "").split(separator: "/").dropFirst().dropLast()
  let isFeature =
    module.path?.hasPrefix("Modules/") == true && folder != ["Engines"] && module.dependencies.contains("Interface")
  let target = Target.testTarget(
    name: "\(module.name)Tests",
    dependencies: [.byName(name: module.name), "Covers", "Chance", "SchemaCheck"] + module.dependencies
      + also(for: module) + (isFeature ? ["Audit", "FeatureTesting"] : []),
    exclude: module.name == "Plot" ? ["Goldens"] : [], swiftSettings: strict(),
    // A keyring that a test makes up answers, which the module itself never does.
    linkerSettings: module.name == "SecretService" ? [.linkedLibrary("systemd")] : [])
  target.path = (["Tests"] + folder + ["\(module.name)Tests"]).joined(separator: "/")
  return target
}

/// What only the tests of a module need: a disk that fails, a program that is killed.
func also(for module: Target) -> [Target.Dependency] {
  switch module.name {
  case "Storage": ["CFaultVFS", "storage-writer"]
  // A server as a value, which a test of the simulation compares with the real one.
  case "Sync": ["Simulation"]
  case "Vendors":
    [
      "Fetch", "OAuthClient", "Samples", "HealthProviders", "HealthAPIs", "ConnectedApps", "Interface", "Storage",
      "FeatureTesting",
    ]
  case "Simulation": ["Tokens", "Relational", "SQLiteStore"]
  case "SQLiteStore": ["RelationalContract"]
  case "PostgresStore": ["RelationalContract", "TestPostgres", "Nats"]
  case "Nats": ["TestPostgres", "Loopback"]
  case "Tokens", "Push", "StoreTransactions": ["TestKeys"]
  case "Offline", "ConnectedApps": ["JSON"]
  case "HTML": ["EveryRole", "Mode", "Numbers", "Pillar", "Shell", "Catalog", "YHealth"]
  case "Terminal": ["EveryRole", "Mode", "Catalog", "YHealth", "Volvox", "Previews"]
  case "Web": ["Catalog", "Previews"]
  case "Owner", "Remote": ["Catalog"]
  case "Walk": ["Catalog", "Previews"]
  case "Board": ["FeatureTesting"]
  case "Forms": ["Audit", "FeatureTesting"]
  case "Dashboard": ["Connectivity", "Hours", "Storage"]
  case "Assignments", "Progress", "Todos": ["Connectivity"]
  // Unpacks what was packed, or packs by hand, so that every field can be wrong.
  case "PlotPicture", "AppleHealth": ["CZlib"]
  // Servers on this machine that do as a test tells them, with certificates of their own.
  case "Fetch", "Providers": ["Loopback", "Transport"]
  case "Supabase": ["Loopback", "Transport", "WebSocketSamples"]
  case "WebSocketCodec": ["Kernel", "WebSocketSamples"]
  case "Transport": ["WebSocketSamples"]
  case "Mail": ["Loopback"]
  case "Backend": ["Loopback", "Catalog", "TestPostgres"]
  // Tested on a real database.
  case "Rest": ["Kernel", "SQLiteStore", "Storage"]
  // Only PostgreSQL really runs two transactions at once.
  case "Auth", "Exports", "Objects", "Outbox": ["SQLiteStore", "PostgresStore", "TestPostgres"]
  case "Realtime": ["SQLiteStore"]
  // A server that only a test knows.
  case "Embedded": ["Catalog", "JSON"]
  case "Play": ["Fetch", "Supabase", "Embedded"]
  case "Shell": ["ShellTesting", "Catalog", "YHealth", "Volvox", "Cadence"]
  // Products on a real server; the rules of its tables are tried on both stores.
  case "Catalog":
    [
      "ShellTesting", "Settings", "Navigation", "Connectivity", "Interface", "Storage", "Sync", "JSON", "Mode",
      "Tokens", "Plot", "Pillar", "SQLiteStore", "PostgresStore", "TestPostgres",
    ]
  case "ProductKit": ["ShellTesting", "Catalog", "YHealth", "Embedded", "OAuthClient", "Navigation", "ServerFunctions"]
  case "YHealth": ["ShellTesting", "Catalog", "Embedded", "Loopback", "Permissions", "CSQLite"]
  case "Volvox": ["ShellTesting", "Catalog", "Embedded", "Fetch"]
  case "SyncWell": ["ShellTesting", "FeatureTesting", "Samples", "Fetch", "Vendors"]
  case "Cadence", "DailyPA", "Previews": ["ShellTesting"]
  // Random values that repeat.
  case "Duplicates", "Measures", "Scores", "SoberDays": ["Kernel"]
  default: []
  }
}

/// The tests of these modules and everything they depend on.
func needed(for names: [String], of targets: [Target]) -> [Target] {
  let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
  var needed: Set<String> = []
  var open = names.map { "\($0)Tests" }
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    open += (byName[name]?.dependencies ?? []).compactMap(\.name)
  }
  return targets.filter { needed.contains($0.name) }
}

extension Target.Dependency {
  var name: String? { if case .byNameItem(let name, _) = self { name } else { nil } }
}

extension [Target.Dependency] {
  func contains(_ name: String) -> Bool { contains { $0.name == name } }
}

extension String {
  /// Modules of C are tested through the modules that use them.
  var isOfC: Bool { hasPrefix("C") && dropFirst().first?.isUppercase == true }
}
