// swift-tools-version: 6.2
import PackageDescription

// A group is a folder of modules. `Scripts/layers.py` says which may use which; `Scripts/check-boundaries` checks it.

// MARK: - Libraries: libraries of the system, one thin module each

let libraries = group(
  "Modules/Libraries",
  linked("COpenSSL", "openssl", "libssl-dev"),
  linked("CEpoll"),
  linked("CSQLite", "sqlite3", "libsqlite3-dev"),
  linked("CSodium", "libsodium", "libsodium-dev"),
  linked("CExpat", "expat", "libexpat1-dev"),
  linked("CZlib", "zlib", "zlib1g-dev"),
  c("CBuildFacts", exclude: ["README.md"]),
  c("CLibrary", exclude: ["README.md"], links: "dl"),
  loaded: "CSystemd", "CPostgres", "CCurl", "CPicture", "CLeptonica", "CGumbo", "CTesseract")

// MARK: - Kernel

let kernel = group("Modules", module("Platform"), module("Kernel"))

// MARK: - Vocabulary: types that several modules share

let vocabulary = group(
  "Modules/Vocabulary",
  module("JSON"), module("Mode"), module("Entitlement"), module("Connectivity"), module("Hours"), module("Numbers"),
  module("HTTP", on: "Kernel"), module("Money", on: "Kernel", "Numbers"), module("Units", on: "Numbers"),
  module("SyncWire", on: "Kernel", "JSON"), module("Samples"),
  module("Days", on: "Kernel", "Hours"))

// MARK: - Engines: what features are built with

let engines = group(
  "Modules/Engines",
  module("Plot", on: "Kernel"),
  module("PlotPicture", on: "Kernel", "Plot", "Interface", "CPicture", tests: ["CZlib"]),
  module("Interface", on: "Kernel", "JSON", "Mode", "Entitlement", "Connectivity", "Numbers", "Plot"),
  module("Audit", on: "Plot", "Interface"),
  module("Accessibility", on: "Entitlement", "Interface"),
  module("HTMLAudit", on: "Kernel", "CGumbo"),
  module(
    "Board", on: "Kernel", "Mode", "Connectivity", "Hours", "Days", "Interface", "Storage", tests: ["FeatureTesting"]),
  module(
    "Forms", on: "Kernel", "Mode", "Hours", "Days", "Numbers", "Interface", "Files", "Storage",
    tests: ["Audit", "FeatureTesting"]),
  module("Permissions", on: "Kernel", "Interface"),
  module("Photos", on: "Kernel", "CLeptonica"),
  module("Receipts", on: "Kernel", "JSON", "Days", "Money", "Photos", "Threads", "CTesseract", tests: ["CPicture"]),
  module("Signing", on: "Kernel", "COpenSSL"),
  module("Files", on: "Kernel"),
  module("Storage", on: "Kernel", "JSON", "Files", "CSQLite", "CSodium", tests: ["CFaultVFS", "storage-writer"]),
  module("Threads", on: "Kernel"),
  module("WebSocketCodec", on: "Signing", tests: ["Kernel", "WebSocketSamples"]),
  module("Transport", on: "Kernel", "Threads", "WebSocketCodec", "COpenSSL", "CEpoll", tests: ["WebSocketSamples"]),
  module("SecretService", on: "Kernel", "Storage", "CSystemd"), module("Linux", on: "Kernel"),
  module("Fetch", on: "Kernel", "HTTP", "Threads", "CCurl", tests: ["Loopback", "Transport"]),
  // A server as a value, which a test of the simulation compares with the real one.
  module("Sync", on: "Kernel", "JSON", "SyncWire", "Storage", tests: ["Simulation"]),
  module("OAuthClient", on: "Kernel", "JSON", "Signing", "HTTP"),
  module(
    "Supabase", on: "Kernel", "JSON", "Signing", "SyncWire", "Threads", "HTTP", "OAuthClient", "WebSocketCodec",
    tests: ["Fetch", "Loopback", "Transport", "WebSocketSamples"]),
  module("Tokens", on: "Kernel", "JSON", "Files", "Signing", "COpenSSL", tests: ["TestKeys"]),
  module("Relational", on: "Kernel", "JSON", "Tokens"),
  module("ServerFunctions", on: "Kernel", "JSON", "HTTP", "Tokens", "Relational", "Notices"),
  module("Portability", on: "Kernel", "JSON", "Files", "Storage", "Zip"),
  module("Statistics"),
  module("Notices", on: "Kernel", "JSON", "Hours"),
  module("StoreTransactions", on: "Kernel", "JSON", "Signing", "COpenSSL", tests: ["TestKeys"]),
  module("Activities", on: "Kernel", "Files", "Zip", "Markup"), module("Markup", on: "CExpat"),
  module(
    "Conversation", on: "Kernel", "JSON", "Days", "Plot", "Interface", "Permissions", "Storage", "HTTP",
    tests: ["Fetch", "Loopback", "FeatureTesting", "Audit"]),
  module("Duplicates", on: "Activities", tests: ["Kernel"]),
  module("HealthProviders", on: "Kernel", "Samples"),
  module("HealthAPIs", on: "Kernel", "JSON", "Samples", "Signing", "HTTP", "OAuthClient", "HealthProviders"),
  module(
    "Push", on: "Kernel", "JSON", "Signing", "Tokens", "HTTP", "COpenSSL", tests: ["TestKeys", "Fetch", "Loopback"]),
  module("Recurrence", on: "Kernel", "Days"),
  module("Phrases", on: "Kernel", "Money", "Recurrence"),
  module("ICalendar", on: "Kernel", "Recurrence"),
  module("CalDAV", on: "Kernel", "HTTP", "ICalendar", "Markup"),
  module("Zip", on: "Kernel", "CZlib"))

// MARK: - Features: what products share; no feature imports another

let features = group(
  "Modules/Features",
  feature("AccountDeletion", on: "Days"),
  feature("Analytics", on: "Days", "Hours", "Storage"),
  feature("Navigation", on: "Connectivity", "Entitlement"),
  feature("Settings", on: "JSON", "Mode", "Connectivity", "Hours"),
  feature("Charts", on: "Mode", "Plot"),
  feature("Offline", on: "Connectivity", "Days", "SyncWire", "Storage", "Sync", tests: ["JSON"]),
  feature("Versions", on: "JSON", "Days", "Hours", "Money", "Numbers", "Storage"),
  feature("Devices", on: "Days"),
  feature("ServerExport"),
  feature("Identity"),
  feature("Lock", on: "Permissions"),
  feature("Notifications", on: "Days", "Hours", "Notices", "Permissions", "Storage"),
  feature("Onboarding", on: "Permissions", "Storage"),
  feature("PermissionSheets", on: "Permissions"),
  feature("Privacy", on: "Days", "Numbers", "Portability", "Storage"),
  feature("Profile", on: "Days", "Forms", "Storage"),
  feature("Consent", on: "JSON", "Days", "Mode", "Signing", "Storage"),
  feature("ConnectedApps", on: "Days", "HTTP", "OAuthClient", "Storage", tests: ["JSON"]),
  feature("Connectors", on: "Connectivity", "Hours", "Days", "Numbers", "Storage"),
  feature("Purchases", on: "JSON", "Entitlement", "Days", "Money", "Numbers", "Storage", "StoreTransactions"),
  feature("SandboxStore", on: "JSON", "Days", "Money", "Numbers", "StoreTransactions"),
  feature("Support", on: "JSON", "Storage"))

// MARK: - The modules of one product: its features and what they are built with

let yhealth = group(
  "Modules/YHealth",
  module("Pillar", on: "Plot"),
  module("Measures", on: "Days", "Pillar", "Plot", "Units", tests: ["Kernel"]),
  module("Scores", on: "Pillar", "Days", "Units", "Measures", tests: ["Kernel"]),
  module("Insights", on: "Pillar", "Days", "Units", "Measures", "Statistics"),
  module("Foods", on: "Units"),
  module("AppleHealth", on: "Kernel", "Threads", "Days", "Measures", "Zip", "Markup", tests: ["CZlib"]),
  feature(
    "Health", on: "Mode", "Connectivity", "Pillar", "Hours", "Days", "Numbers", "Units", "Measures", "Foods", "Plot",
    "Storage", "Forms"),
  feature(
    "Progress", on: "Mode", "Pillar", "Hours", "Days", "Numbers", "Units", "Measures", "Scores", "Insights", "Plot",
    "Storage", "Board", "Forms", tests: ["Connectivity"]),
  feature(
    "OwnMeasures", on: "Hours", "Days", "Numbers", "Measures", "Plot", "Storage", "Forms",
    tests: ["Mode", "Connectivity"]),
  feature(
    "Dashboard", on: "Mode", "Pillar", "Days", "Units", "Measures", "Scores", "Plot", "Board",
    tests: ["Connectivity", "Hours", "Storage"]),
  feature("Voice", on: "Hours", "Days", "Storage", "Permissions", "Conversation"), feature("WhatsApp"))
let syncwell = group(
  "Modules/SyncWell",
  module(
    "Carrying", on: "Kernel", "Samples", "Days", "Storage", "Signing", "Activities", "Duplicates", "HealthProviders"),
  feature(
    "HealthSync", on: "Entitlement", "Samples", "Days", "Units", "Storage", "Duplicates", "HealthProviders",
    "Carrying"))
let cadence = group(
  "Modules/Cadence",
  module("TrainingPlan", on: "Kernel", "JSON", "Days"),
  module("Runners", on: "Kernel", "Days", "Storage", "TrainingPlan"),
  feature("ShownRuns", on: "Samples", "Days", "Numbers", "Units", "Storage", "TrainingPlan"),
  feature(
    "Coaching", on: "JSON", "Days", "Numbers", "Permissions", "Storage", "Conversation", "Runners", "TrainingPlan",
    tests: ["Fetch", "Loopback"]),
  feature(
    "Training", on: "JSON", "Days", "Numbers", "Units", "Plot", "Files", "Storage", "Forms", "Activities", "Zip",
    "TrainingPlan"))
let volvox = group(
  "Modules/Volvox",
  module("Compatibility", on: "Kernel", "JSON", "Days"),
  module("Peers", on: "Kernel", "JSON", "Days", "Storage"),
  module("SoberDays", on: "Days", tests: ["Kernel"]),
  module("MessageSealing", on: "CSodium"),
  feature("Assignments", on: "Days", "Storage", "Forms", "Peers", tests: ["Connectivity"]),
  feature("Connections", on: "JSON", "Connectivity", "Hours", "Days", "Storage", "Forms", "Peers"),
  feature("Matching", on: "JSON", "Connectivity", "Days", "Storage", "Forms", "Compatibility", "Peers"),
  feature("Messaging", on: "Connectivity", "Days", "Storage", "Peers", "MessageSealing"),
  feature("Sobriety", on: "Hours", "Days", "Numbers", "Forms", "SoberDays", "Storage"),
  feature("Meetings", on: "JSON", "Hours", "Days", "Numbers", "Files", "Storage"))
let dailypa = group(
  "Modules/DailyPA",
  feature("Todos", on: "JSON", "Hours", "Days", "Forms", "Recurrence", "Files", "Storage", tests: ["Connectivity"]),
  feature("CalendarSync", on: "Days", "Storage", "HTTP", "ICalendar", "CalDAV"),
  feature("Agenda", on: "Hours", "Days", "Files", "Storage", "Forms", "Recurrence", "ICalendar"),
  feature(
    "Expenses", on: "Days", "Numbers", "Money", "Plot", "Files", "Storage", "Forms", "Receipts", "Recurrence",
    tests: ["JSON"]),
  feature("Assistant", on: "Hours", "Days", "Numbers", "Money", "Recurrence", "Phrases", "Permissions", "Conversation"))

// MARK: - Shell: persons, profiles and windows

let shell = group(
  "Apps",
  module(
    "Shell", on: "Kernel", "JSON", "Connectivity", "Interface", "Accessibility", "Files", "Signing", "Storage",
    "HTTP", "Supabase", "Permissions", "Push", "Navigation", "CBuildFacts",
    "CLibrary", tests: ["ShellTesting", "Catalog", "YHealth", "Volvox", "Cadence", "DailyPA", "SyncWell"]))

// MARK: - Products: what each is made of, and how its features are joined

let products = group(
  "Apps/Products",
  module(
    "ProductKit", on: "Kernel", "JSON", "Mode", "Connectivity", "Hours", "Days", "Interface", "Plot", "PlotPicture",
    "Storage", "SyncWire", "Sync", "Supabase", "Relational", "Photos", "Forms", "Settings", "Charts", "Offline",
    "Permissions", "Conversation", "Portability", "Privacy", "AccountDeletion", "Units", "ConnectedApps", "Consent",
    "Identity", "HTTP", "Devices", "ServerExport", "Lock", "Notices", "Notifications", "Onboarding", "Profile",
    "Purchases", "SandboxStore", "StoreTransactions", "Shell", "Analytics", "Support", "HealthAPIs", "HealthProviders",
    "OAuthClient", "Navigation", "ServerFunctions", "Tokens", "Signing",
    tests: ["ShellTesting", "Catalog", "YHealth", "Embedded", "Fetch", "TestPostgres"]),
  product(
    "YHealth", on: "Analytics", "Mode", "Entitlement", "Connectivity", "Pillar", "Hours", "Units", "PlotPicture",
    "Board", "HTTP", "Tokens", "ServerFunctions", "Notices", "Notifications", "Consent", "Supabase", "Charts",
    "Offline", "Onboarding", "Measures", "Scores", "Insights", "AppleHealth", "Health", "Progress", "OwnMeasures",
    "Dashboard", "Connectors", "Purchases", "StoreTransactions", "ConnectedApps", "HealthAPIs", "HealthProviders",
    "Samples", "Profile", "Voice", "Conversation", "WhatsApp", "Relational", "Signing", "JSON",
    tests: ["Catalog", "Embedded", "Fetch", "Loopback", "Permissions", "CSQLite", "Vendors"]),
  product(
    "SyncWell", on: "Entitlement", "Notices", "Notifications", "Analytics", "Consent", "Onboarding", "Permissions",
    "PermissionSheets", "Purchases", "StoreTransactions", "Samples", "HealthProviders", "HealthAPIs", "ConnectedApps",
    "Carrying", "HealthSync", "JSON", "AccountDeletion", "Privacy",
    tests: ["Fetch", "HTTP", "Vendors", "OAuthClient", "Loopback", "Catalog", "Embedded", "Connectivity"]),
  product(
    "Cadence", on: "Entitlement", "Connectivity", "Units", "Offline", "Purchases", "StoreTransactions", "Runners",
    "Coaching", "TrainingPlan", "Training", "ServerFunctions", "Conversation", "Consent",
    "Onboarding", "Connectors", "ConnectedApps", "HealthAPIs", "HealthProviders", "Samples", "ShownRuns", "Relational",
    "OAuthClient", "HTTP", "JSON", "Tokens", "Supabase", tests: ["Fetch", "Loopback", "Vendors", "Catalog", "Embedded"]),
  product(
    "Volvox", on: "Connectivity", "Hours", "Notices", "Notifications", "Consent", "Relational", "AccountDeletion",
    "Offline", "Onboarding", "Profile", "Forms", "Signing", "Tokens", "ServerFunctions", "Identity", "Supabase",
    "Compatibility", "Peers", "Connections", "Matching", "Messaging", "SoberDays", "Sobriety", "Meetings",
    "Assignments", "JSON", tests: ["Catalog", "Embedded", "Fetch", "Backend", "Loopback", "TestKeys"]),
  product(
    "DailyPA", on: "Connectivity", "Notices", "Notifications", "Offline", "Todos", "Agenda", "Money", "Expenses",
    "Assistant", "Hours", "Numbers", "Phrases", "Recurrence", "Tokens", "ServerFunctions", "Photos", "Receipts",
    "CalendarSync", "CalDAV", "ICalendar", "ConnectedApps", "OAuthClient", "HTTP", "CPicture", "Supabase", "Identity",
    "Conversation", "Consent", "Versions", "JSON", tests: ["Catalog", "Embedded", "Fetch", "Loopback"]),
  module(
    "Catalog", on: "Kernel", "Relational", "ServerFunctions", "Notices", "Shell", "ProductKit", "YHealth", "SyncWell",
    "Cadence", "Volvox", "DailyPA", "Purchases",
    tests: [
      "ShellTesting", "Settings", "Navigation", "Connectivity", "Interface", "Storage", "Sync", "JSON", "Mode",
      "Tokens", "Plot", "Pillar", "SQLiteStore", "PostgresStore", "TestPostgres", "Embedded", "Loopback", "Fetch",
      "Backend", "Permissions", "Push", "Signing", "Notifications", "TestKeys", "Supabase", "StoreTransactions",
    ]))

// MARK: - Faces: how people and programs meet a product

let faces = group(
  "Apps/Faces",
  c("CWebFiles", exclude: ["README.md", "files"]),
  module(
    "HTML", on: "Kernel", "Interface", "Accessibility", "Plot", "Entitlement", "CWebFiles",
    tests: ["EveryRole", "HTMLAudit", "Mode", "Numbers", "Pillar", "Shell", "Catalog", "YHealth"]),
  module(
    "Web", on: "Kernel", "JSON", "Interface", "Plot", "PlotPicture", "Signing", "WebSocketCodec", "Transport", "Shell",
    "HTML", tests: ["Catalog", "Previews"]),
  module(
    "Terminal", on: "Kernel", "Interface", "Accessibility", "Plot", "Transport", "Shell", "Commands",
    tests: ["EveryRole", "Mode", "Catalog", "YHealth", "Volvox", "Previews"]),
  module("Remote", on: "Kernel", "JSON", "Interface", "Storage", "Shell", tests: ["Catalog"]),
  module("Owner", on: "Kernel", "HTTP", "JSON", "Interface", "Remote", "Shell", tests: ["Catalog"]),
  module("Commands", on: "Kernel"))

// MARK: - Embedding: the products behind an interface of C

let embedding = group(
  "Apps/Embedding",
  c("CTroupe", exclude: ["README.md", "troupe.map"]),
  module(
    "Embedding", on: "Kernel", "JSON", "HTTP", "Supabase", "Shell", "Catalog", "Remote", "Owner", "CTroupe"
  ).and(["Fetch", "SecretService"], when: .when(platforms: [.linux])))

// MARK: - Server

/// The databases that tests of the server run on.
let stores = ["SQLiteStore", "PostgresStore", "TestPostgres"]

let server = group(
  "Apps/Server",
  module(
    "SQLiteStore", on: "Kernel", "JSON", "SyncWire", "Files", "Threads", "Storage", "Tokens", "Relational", "CSQLite",
    tests: ["RelationalContract"]),
  module(
    "PostgresStore", on: "Kernel", "JSON", "SyncWire", "Threads", "Tokens", "Relational", "CPostgres",
    tests: ["RelationalContract", "TestPostgres", "Nats"]),
  module("Nats", on: "Kernel", "Threads", "JSON", "Relational", "COpenSSL", tests: ["TestPostgres", "Loopback"]),
  module("Mail", on: "Kernel", "Fetch", tests: ["Loopback"]),
  // Tested on both databases: only PostgreSQL really runs two transactions at once.
  module("Outbox", on: "Kernel", "JSON", "Signing", "Relational", "CSodium", tests: stores),
  module("Gate", on: "Kernel", "JSON", "Transport", "Tokens"),
  module(
    "Rest", on: "JSON", "SyncWire", "Transport", "Tokens", "Relational", "Gate",
    tests: ["Kernel", "SQLiteStore", "Storage"]),
  module("Providers", on: "Kernel", "JSON", "Signing", "Fetch", "Tokens", tests: ["Loopback", "Transport"]),
  module(
    "Auth", on: "Kernel", "JSON", "Signing", "Transport", "Mail", "Tokens", "Relational", "Gate", "Providers",
    "CSodium", tests: stores),
  module("Objects", on: "Kernel", "JSON", "Transport", "Tokens", "Relational", "Gate", tests: stores),
  module(
    "Exports", on: "Kernel", "JSON", "Signing", "Transport", "Tokens", "Relational", "Gate", "Zip", "CSodium",
    tests: stores),
  module(
    "PushDelivery", on: "Kernel", "JSON", "Notices", "Signing", "Push", "Fetch", "Transport", "Tokens", "Relational",
    "ServerFunctions", "Gate", "Outbox", tests: ["Catalog", "TestKeys", "Storage", "Loopback"] + stores),
  module(
    "Realtime", on: "Kernel", "JSON", "WebSocketCodec", "Transport", "Tokens", "Relational", "Gate",
    tests: ["SQLiteStore"]),
  module(
    "Backend", on: "Kernel", "JSON", "Files", "Signing", "Transport", "Fetch", "Mail", "Tokens", "Relational",
    "ServerFunctions", "Storage", "SQLiteStore", "PostgresStore", "Nats", "Outbox", "Gate", "Rest",
    "Providers", "Auth", "Objects", "Exports", "Realtime", "Push", "PushDelivery",
    tests: ["Loopback", "Catalog", "TestPostgres", "TestKeys"]),
  module(
    "Embedded", on: "Kernel", "Fetch", "Supabase", "Tokens", "Relational", "ServerFunctions", "Shell", "Backend",
    tests: ["Catalog", "JSON"]))

// MARK: - Lab: tries, measures and shows the rest

/// Each of these features can be run alone, with `troupe stage NAME`.
let previewed = ["Navigation", "Settings", "Charts", "Offline", "Identity", "Health", "Meetings", "Coaching"]

let lab = group(
  "Apps/Lab",
  module(
    "Previews", on: "Kernel", "JSON", "Mode", "Entitlement", "Connectivity", "Hours", "Numbers", "Plot", "PlotPicture",
    "Interface", "SyncWire", "Storage", "Sync", "Shell", "ProductKit", "YHealth", tests: ["ShellTesting"]
  ).and(previewed),
  module(
    "Play", on: "Kernel", "JSON", "Connectivity", "Interface", "Accessibility", "Files", "Shell", "Catalog", "Terminal",
    "Previews", "Fetch", "HTTP", "Vendors", "Samples", "HealthProviders", "ProductKit", "SyncWell", "Permissions",
    tests: ["Supabase", "Embedded"]),
  module(
    "Walk", on: "Kernel", "JSON", "Mode", "Connectivity", "Interface", "Audit", "Shell",
    tests: ["Accessibility", "Catalog", "Previews", "Plot"]),
  c("CFaultVFS", links: "sqlite3"),
  module(
    "Simulation", on: "Kernel", "JSON", "SyncWire", "Storage", "Sync", "CFaultVFS",
    tests: ["Tokens", "Relational", "SQLiteStore"]),
  module(
    "Vendors", on: "Kernel", "JSON", "Signing", "Transport",
    tests: [
      "Fetch", "OAuthClient", "Samples", "HealthProviders", "HealthAPIs", "ConnectedApps", "Interface", "Storage",
      "FeatureTesting",
    ]),
  c("CPeer", links: "sqlite3").and(["CCurl"]),
  module(
    "Bench", on: "Kernel", "JSON", "Plot", "PlotPicture", "WebSocketCodec", "Transport", "Interface", "Shell",
    "Storage", "Portability", "HTML", "Web", "Fetch", "SyncWire", "Sync", "Connectivity", "Offline", "Health", "Days",
    "AppleHealth", "Insights", "Notices", "Compatibility", "Duplicates", "Gate", "Tokens", "Signing", "Activities",
    "StoreTransactions", "Catalog", "Previews", "COpenSSL", "CExpat", "CPeer", "Analytics", "Messaging", "Peers",
    "Todos", "Agenda", "Expenses", "TrainingPlan", "Conversation", "Push", "Permissions", "Supabase", "Audit", "HTTP",
    "Accessibility", "CTroupe", "Cadence", "ProductKit", "HealthProviders", "Samples", "HealthAPIs", "HealthSync",
    "Carrying", "Recurrence", "CalDAV", "ICalendar", "Phrases"),
  program(
    "troupe-lab", on: "Kernel", "JSON", "Audit", "HTMLAudit", "Shell", "Catalog", "Walk", "Bench", "Simulation",
    "Vendors", "Commands"),
  program("bare"))

// MARK: - The program

let programs = group(
  "Apps",
  program(
    "troupe", on: "Kernel", "JSON", "Entitlement", "Plot", "PlotPicture", "Interface", "Transport", "Shell", "Terminal",
    "HTML", "Web", "Remote", "Owner", "Play", "Fetch", "Supabase", "Tokens", "ServerFunctions", "Auth", "Backend",
    "Embedded", "Days", "Insights", "Compatibility", "Notices", "Receipts", "Recurrence", "Activities", "Duplicates",
    "Money", "Phrases", "Files", "Commands", "CBuildFacts", "Catalog", "ProductKit", "SyncWell", "YHealth",
    "TrainingPlan", "Cadence", "Vendors", "Previews", "Linux", "Platform", "SecretService"))

// MARK: - Tests

let support = group(
  "Tests/Support",
  helper("Covers"),
  helper("Chance", on: "Kernel"),
  helper("FeatureTesting", on: "Kernel", "Interface", "Storage"),
  helper("SchemaCheck", on: "JSON"),
  helper(
    "ShellTesting", on: "Kernel", "Connectivity", "Fetch", "Interface", "Navigation", "Shell", "ProductKit", "YHealth"),
  helper("EveryRole", on: "Interface", "Plot"),
  helper("RelationalContract", on: "Covers", "Kernel", "JSON", "SyncWire", "Tokens", "Relational"),
  helper("TestPostgres", on: "Kernel"),
  helper("Loopback"),
  helper("TestKeys", on: "JSON", "Signing", "COpenSSL"),
  helper("WebSocketSamples", on: "WebSocketCodec"),
  program("storage-writer", on: "Kernel", "Storage", exclude: []))

let modules =
  kernel + vocabulary + engines + features + yhealth + syncwell + cadence + volvox + dailypa + products + shell + faces
  + embedding + server + lab + programs
// Modules of C have no settings of Swift, and are tested through the modules that use them.
let tested = modules.filter { $0.target.type != .executable && $0.target.swiftSettings != nil }
let all = (libraries + modules + support).map(\.target) + tested.map(tests)

// `TROUPE_ONLY=Navigation swift test` builds that module, what it depends on and its tests, and nothing else.
let only = Context.environment["TROUPE_ONLY"]?.split(separator: ",").map(String.init)

/// Products and engines that another package may use alone.
let alone = ["Kernel", "Interface", "Plot", "Storage", "Sync", "YHealth", "SyncWell", "Cadence", "Volvox", "DailyPA"]
let offered: [Product] =
  ["troupe", "troupe-lab"].map { .executable(name: $0, targets: [$0]) }
  + (alone.map { ($0, [$0]) } + [("Troupe", ["Kernel", "Shell", "Catalog"])]).map { .library(name: $0, targets: $1) }
  + [.library(name: "TroupeC", type: .dynamic, targets: ["Embedding"])]

let package = Package(
  name: "Troupe", platforms: [.macOS(.v15), .iOS(.v18)],  // for Synchronization
  products: only == nil ? offered : [],
  targets: only.map { needed(for: $0, of: all) } ?? all,
  swiftLanguageModes: [.v6],
  // For `#embed`.
  cLanguageStandard: .c2x
)

// MARK: - How a target is declared

/// A target and what only its tests need.
struct Module {
  let target: Target
  var tests: [String] = []

  func and(_ dependencies: [String], when condition: TargetDependencyCondition? = nil) -> Module {
    target.dependencies += dependencies.map { .byName(name: $0, condition: condition) }
    return self
  }
}

/// Places each target in the folder of its name. Libraries that are `loaded` are opened at first use, for a fast start.
func group(_ folder: String, _ modules: Module..., loaded: String...) -> [Module] {
  let modules =
    modules + loaded.map { Module(target: .target(name: $0, dependencies: ["CLibrary"], exclude: ["README.md"])) }
  for module in modules { module.target.path = "\(folder)/\(module.target.name)" }
  return modules
}

func module(_ name: String, on dependencies: String..., tests: [String] = []) -> Module {
  Module(
    target: .target(
      name: name, dependencies: (name == "Platform" ? [] : ["Platform"] + dependencies).map { .byName(name: $0) },
      exclude: ["README.md"], swiftSettings: strict()), tests: tests)
}

/// A module with screens. Its tests audit them.
func feature(_ name: String, on dependencies: String..., tests: [String] = []) -> Module {
  module(name, on: "Kernel", "Interface", tests: tests).and(dependencies)
}

/// A product. Its tests open its screens.
func product(_ name: String, on dependencies: String..., tests: [String] = []) -> Module {
  module(
    name, on: "Kernel", "Days", "Interface", "Plot", "Storage", "Navigation", "Settings", "Support", "Shell",
    "ProductKit", tests: ["ShellTesting"] + tests
  ).and(dependencies)
}

/// A library of the system that is linked.
func linked(_ name: String, _ pkgConfig: String? = nil, _ package: String? = nil) -> Module {
  Module(target: .systemLibrary(name: name, pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] }))
}

func c(_ name: String, exclude: [String] = [], links library: String? = nil) -> Module {
  Module(target: .target(name: name, exclude: exclude, linkerSettings: library.map { [.linkedLibrary($0)] } ?? []))
}

func program(_ name: String, on dependencies: String..., exclude: [String] = ["README.md"]) -> Module {
  Module(
    target: .executableTarget(
      name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: exclude, swiftSettings: strict()))
}

func helper(_ name: String, on dependencies: String...) -> Module {
  Module(
    target: .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict()))
}

func strict() -> [SwiftSetting] {
  "MemberImportVisibility InternalImportsByDefault ExistentialAny NonisolatedNonsendingByDefault".split(separator: " ")
    .map { .enableUpcomingFeature(String($0)) } + [.treatAllWarnings(as: .error)]
}

/// The tests of a module, which may import what the module itself imports.
func tests(of module: Module) -> Target {
  let above = module.target
  let folder = (above.path ?? "").split(separator: "/").dropFirst().dropLast()
  let isFeature =
    above.path?.hasPrefix("Modules/") == true && folder != ["Engines"]
    && above.dependencies.contains { $0.name == "Interface" }
  let target = Target.testTarget(
    name: "\(above.name)Tests",
    dependencies: [.byName(name: above.name), "Covers", "Chance", "SchemaCheck"] + above.dependencies
      + module.tests.map { .byName(name: $0) } + (isFeature ? ["Audit", "FeatureTesting"] : []),
    exclude: above.name == "Plot" ? ["Goldens"] : [], swiftSettings: strict(),
    // A keyring that a test makes up answers, which the module itself never does.
    linkerSettings: above.name == "SecretService" ? [.linkedLibrary("systemd")] : [])
  target.path = (["Tests"] + folder + ["\(above.name)Tests"]).joined(separator: "/")
  return target
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
