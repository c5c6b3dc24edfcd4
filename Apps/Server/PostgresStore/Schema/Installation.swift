internal import Kernel
internal import Relational

/// Migrates a database to the declared schema. Servers that start at the same time take turns.
struct Installation: Sendable {
  let schema: Schema
  let migrations: [Migration]
  let functions: Set<String>

  /// More than later statements get: creating an index on a large table takes long.
  private static let patience = Duration.seconds(600)

  func install(
    at address: PostgresAddress, _ limits: PostgresLimits, _ log: Log
  ) async throws(Problem) -> [String: StoredFunction] {
    var limits = limits
    limits.connections = 1
    limits.statement = Self.patience
    let pool = Pool(address, limits)
    let found: Swift.Result<[String: StoredFunction], Failure>
    do throws(Failure) {
      found = .success(
        try await OpeningRetry(address: address, patience: limits.opening, log: log)() { () throws(Failure) in
          try await pool.with(again: true) { link throws(Failure) in try install(on: link) }
        })
    } catch {
      found = .failure(error)
    }
    await pool.close()
    switch found {
    case .success(let functions): return functions
    case .failure(let failure): throw problem(address, failure)
    }
  }

  private func problem(_ address: PostgresAddress, _ failure: Failure) -> Problem {
    switch failure.code {
    case "TB009":
      Problem(
        "postgres-old", "This PostgreSQL has version \(failure.message); at least 13 is required.",
        safe: "Nothing was changed.", remedy: "Use a newer one.")
    case "42501":
      Problem(
        "postgres-rights", "This user may not set up the database: \(failure.message).",
        safe: "Nothing was changed.",
        remedy: "Use an owner of the database in the address, who may create roles on the first start.")
    case "08001", "08006", "28P01", "3D000", "53300", "57P03", "PGRST003": Connecting.problem(address, failure.code)
    default:
      Problem(
        "postgres-install", "The database could not be set up (\(failure.code)): \(failure.message).",
        safe: "Nothing was changed.", remedy: "Check its contents, or use an empty database.")
    }
  }

  private func install(on link: PostgresConnection) throws(Failure) -> [String: StoredFunction] {
    guard link.version >= 130_000 else { throw Failure("TB009", "\(link.version / 10_000)") }
    // Roles belong to the whole cluster, where another server may be installing another database at the same time.
    for attempt in 1...5 {
      do throws(Failure) {
        try prepare(link)
        break
      } catch  where attempt < 5 && !link.isLost && ["23505", "42710", "XX000", "40P01"].contains(error.code) {
        try link.run([PostgresStatement("rollback", isKept: false)])
      }
    }
    return try stored(link)
  }

  private func prepare(_ link: PostgresConnection) throws(Failure) {
    try link.run([
      PostgresStatement("begin", isKept: false),
      PostgresStatement("select pg_advisory_xact_lock(\(Lock.install))", isKept: false),
    ])
    do throws(Failure) {
      let text = PostgresSchema.sql(for: schema, into: .own)
      try link.script(Self.books)
      let digest = Self.digest(text)
      if try link.run([PostgresStatement("select digest from troupe.installed")])[0].text(0, 0) != digest {
        try link.script(text)
        try link.run([
          PostgresStatement(
            """
            insert into troupe.installed (digest) values ($1)
            on conflict (only_one) do update set digest = excluded.digest, at = now()
            """, [Parameter(digest)])
        ])
      }
      try migrate(link)
      try link.run([
        PostgresStatement(Self.epoch), PostgresStatement("select sync.purge()"), PostgresStatement("commit"),
      ])
    } catch {
      if !link.isLost { try link.run([PostgresStatement("rollback")]) }
      throw error
    }
  }

  private static let books = """
    create schema if not exists troupe;
    revoke all on schema troupe from public;
    create table if not exists troupe.installed (
      only_one boolean primary key default true check (only_one), digest text not null, at timestamptz not null default now()
    );
    create table if not exists troupe.migrations (
      place bigint generated always as identity, name text primary key, at timestamptz not null default now()
    );
    """

  /// Detects a restore: rows from another cluster, or from an earlier state of this one.
  private static let epoch = """
    do $$
    declare here text := (
      select s.system_identifier || '.' || c.timeline_id || '.' || d.oid
      from pg_control_system() as s, pg_control_checkpoint() as c, pg_database as d
      where d.datname = current_database()
    );
    begin
      if (select cluster from sync.state) <> here then
        perform sync.renew_epoch();
      end if;
      update sync.state set cluster = here where cluster is distinct from here;
    end $$
    """

  private func migrate(_ link: PostgresConnection) throws(Failure) {
    let answer = try link.run([PostgresStatement("select name from troupe.migrations")])[0]
    let done = Set((0..<answer.count).compactMap { answer.text($0, 0) })
    let new = migrations.filter { !done.contains($0.name) }
    guard !new.isEmpty else { return }
    try link.run([PostgresStatement("select set_config('search_path', 'troupe, public', true)")])
    for migration in new {
      do throws(Failure) {
        try link.run(
          migration.statements.map { PostgresStatement($0, isKept: false) }
            + [PostgresStatement("insert into troupe.migrations (name) values ($1)", [Parameter(migration.name)])])
      } catch {
        throw Failure(error.code, "\(migration.name): \(error.message)", details: error.details, hint: error.hint)
      }
    }
    try link.run([PostgresStatement("select set_config('search_path', 'public', true)")])
  }

  private func stored(_ link: PostgresConnection) throws(Failure) -> [String: StoredFunction] {
    let names = functions.sorted().map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try link.run([
      PostgresStatement(
        """
        select p.proname, a.name, format_type(a.type, null), a.place > p.pronargs - p.pronargdefaults
        from pg_proc as p
        left join lateral (
          select n.name, t.type, n.place
          from unnest(p.proargnames[1:p.pronargs]) with ordinality as n(name, place)
          join unnest(p.proargtypes) with ordinality as t(type, place) using (place)
        ) as a on true
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname = any ($1::text[])
        order by p.proname, a.place
        """, [Parameter("{\(names)}")])
    ])[0]
    var found: [String: [StoredFunction.Argument]] = [:]
    for row in 0..<answer.count {
      guard let name = answer.text(row, 0) else { continue }
      found[name, default: []] +=
        answer.text(row, 1).map { argument in
          [.init(name: argument, type: answer.text(row, 2) ?? "text", hasDefault: answer.text(row, 3) == "t")]
        } ?? []
    }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key, StoredFunction(name: $0.key, arguments: $0.value)) })
  }

  /// Returns a hash (FNV-1a) that tells whether the declarations are those that were installed.
  static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(text.utf8.count).\(String(hash, radix: 16))"
  }
}
