import JSON
import Kernel
import PostgresStore
import Relational
import TestPostgres
import Testing
import Tokens

@Suite("Schema installation on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct SchemaTests {
  /// The contents of a real project before our schema is installed.
  private static let supabase = """
    do $$ declare name text; begin
      foreach name in array array['anon', 'authenticated', 'service_role'] loop
        begin execute format('create role %I nologin', name); exception when duplicate_object or unique_violation then null; end;
      end loop;
    end $$;
    create schema auth;
    grant usage on schema auth to anon, authenticated, service_role;
    create table auth.users (id uuid primary key, email text);
    create function auth.uid() returns uuid language sql stable as
      $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
    create publication supabase_realtime;
    """

  @Test("The schema installs into a Supabase project, and a second installation changes nothing")
  func supabase() throws {
    let cluster = try TestPostgres.shared()
    let name = TestPostgres.name(in: try cluster.database())
    try cluster.sql(Self.supabase, in: name)
    let text = PostgresSchema.sql(for: Ground.schema, into: .supabase)
    try cluster.sql(text, in: name)
    let before = try dump(name)
    try cluster.sql("insert into auth.users values ('\(Ground.alice)'), ('\(Ground.bob)')", in: name)
    try cluster.sql(
      """
      begin; set local role authenticated; set local request.jwt.claim.sub = '\(Ground.alice)';
      insert into notes (title) values ('a');
      select sync_push(null, null, '[{"op_id":"00000000-0000-7000-8000-000000000001","collection":"notes",
        "id":"00000000-0000-7000-8000-000000000002","kind":"insert","fields":{"title":"b"}}]');
      commit
      """, in: name)
    try cluster.sql(text, in: name)
    #expect(try dump(name) == before)
    #expect(try cluster.sql("select string_agg(title, ',' order by title) from notes", in: name) == "a,b")
    // Deleting a user there deletes the user's rows.
    try cluster.sql("delete from auth.users where id = '\(Ground.alice)'", in: name)
    #expect(try cluster.sql("select count(*) from notes", in: name) == "0")
    #expect(
      try cluster.sql(
        "select string_agg(tablename, ',' order by tablename) from pg_publication_tables", in: name) == "letters,notes")
    // The project's own function is not replaced.
    #expect(try cluster.sql("select prosrc like '%claim.sub%' from pg_proc where proname = 'uid'", in: name) == "t")
    #expect(try cluster.sql("select to_regnamespace('troupe') is null", in: name) == "t")
  }

  @Test("The schema installs into an empty database, and a second installation changes nothing")
  func own() throws {
    let cluster = try TestPostgres.shared()
    let name = TestPostgres.name(in: try cluster.database())
    let text = "create schema troupe;" + PostgresSchema.sql(for: Ground.schema, into: .own)
    try cluster.sql(text, in: name)
    let before = try dump(name)
    try cluster.sql(text.replacing("create schema troupe;", with: "", maxReplacements: 1), in: name)
    #expect(try dump(name) == before)
  }

  @Test("Rows from before the time of insertion was kept get that of their last edit, and keep their revision")
  func timeOfInsertion() throws {
    let cluster = try TestPostgres.shared()
    let name = TestPostgres.name(in: try cluster.database())
    let old = Table("notes", Ground.notes.columns.filter { $0.name != "created_at" }, policies: .owner)
    try cluster.sql("create schema troupe;" + PostgresSchema.sql(for: Schema([old]), into: .own), in: name)
    try cluster.sql(
      "insert into notes (owner, title, edited_at) values ('\(Ground.alice)', 'a', '2001-02-03T04:05:06Z')", in: name)
    let rev = try cluster.sql("select rev from notes", in: name)
    try cluster.sql(PostgresSchema.sql(for: Schema([Ground.notes]), into: .own), in: name)
    #expect(try cluster.sql("select created_at = edited_at and edited_at < '2002-01-01' from notes", in: name) == "t")
    #expect(try cluster.sql("select rev from notes", in: name) == rev)
    // What is inserted from then on gets the time of its insertion, whatever it says.
    try cluster.sql(
      "insert into notes (owner, title, created_at) values ('\(Ground.alice)', 'b', '2001-02-03T04:05:06Z')", in: name)
    #expect(
      try cluster.sql("select created_at > now() - interval '1 hour' from notes where title = 'b'", in: name) == "t")
  }

  private func dump(_ name: String) throws -> String {
    try TestPostgres.shared().sql(
      """
      select string_agg(line, E'\\n' order by line) from (
        select format('%s.%s %s %s', table_schema, table_name, column_name, data_type) from information_schema.columns
          where table_schema in ('public', 'sync', 'troupe')
        union all select indexdef from pg_indexes where schemaname in ('public', 'sync')
        union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        union all select format('%s %s %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text in ('public', 'sync')
      ) as x(line)
      """, in: name)
  }

  @Test("Servers that start at once on an empty database apply a migration once")
  func together() async throws {
    let address = try TestPostgres.shared().database()
    let migration = Migration("own 1", ["create table people (name text primary key, age bigint not null)"])
    try await withThrowingTaskGroup(of: PostgresStore.self) { group in
      for _ in 0..<4 {
        group.addTask { try await Ground.store(address, Ground.limits(1), migrations: [migration]) }
      }
      for try await store in group { await store.close() }
    }
    let name = TestPostgres.name(in: address)
    #expect(try TestPostgres.shared().sql("select count(*) from troupe.migrations", in: name) == "1")
  }

  @Test("A changed declaration adds a column, replaces a check and removes a policy")
  func grows() async throws {
    let address = try await Ground.database()
    try await Ground.with(address) { try await $0.note("old") }
    var policies = Policies.owner
    policies.deleted = nil
    var notes = Table("notes", Ground.notes.columns + [.text("colour").usually("'red'").required], policies: policies)
    notes.checks = [Check("few_stars", "stars >= 0 and stars <= 10")]
    let store = try await PostgresStore.open(
      address: address, schema: Schema([notes, Ground.letters]), limits: Ground.limits(1))
    var select = Select(notes, shown: [Shown("title"), Shown("colour")])
    select.filter = .everything
    #expect(try await store.select(select, as: .alice).objects == [["title": "old", "colour": "red"]])
    try await store.note("new", ["stars": .int(9)])
    #expect(try await store.delete(Delete(notes, filter: .everything), as: .alice).count == 0)
    await store.close()
  }

  @Test("Migrations of the server's own tables are applied once, and no caller reaches these tables")
  func migrations() async throws {
    let address = try await Ground.database()
    let first = Migration("1", ["create table people (name text primary key, age bigint not null)"])
    let second = Migration("2", ["alter table people add column seen bigint", "insert into people values ('a', 1, 2)"])
    try await Ground.with(address, migrations: [first]) { _ in }
    try await Ground.with(address, migrations: [first, second]) { store in
      let row = try await store.look { session throws(Failure) in try session.row("select * from people", []) }
      #expect(row == [.text("a"), .int(1), .int(2)])
      let people = Table("people", [.text("name"), .bigint("age")], policies: .owner)
      for caller in [Caller.anonymous, .alice, .service] {
        let refusal = await failure { try await store.select(Select(people), as: caller) }
        #expect(refusal == .noTable("people"))
      }
    }
    let name = TestPostgres.name(in: address)
    let refusal = #expect(throws: TestPostgresError.self) {
      try TestPostgres.shared().sql("set role service_role; select * from troupe.people", in: name)
    }
    #expect(refusal?.description.contains("permission denied for schema troupe") == true)
    let broken = await problem {
      try await Ground.store(
        address, migrations: [first, second, Migration("3", ["create table x (a text)", "nonsense"])])
    }
    #expect(broken?.code == "postgres-install")
    #expect(try TestPostgres.shared().sql("select to_regclass('troupe.x') is null", in: name) == "t")
  }

  @Test("A restored copy has a new epoch, and its rows are pulled")
  func restored() async throws {
    let address = try await Ground.database()
    let before = try await Ground.store(address)
    let epoch = try await before.epoch
    try await before.note("a")
    await before.close()
    // The state after a restore: the same rows in another database, with transaction ids that lie in its future.
    let name = TestPostgres.name(in: address)
    try TestPostgres.shared().sql(
      "alter table notes disable trigger all; update notes set rev = '4000000000000000'; alter table notes enable trigger all",
      in: name)
    let copy = try TestPostgres.shared().database(copying: name)
    try await Ground.with(copy) { store in
      let fresh = try await store.epoch
      #expect(fresh != epoch)
      let pulled = try await store.pull(["notes": nil])
      #expect(pulled["changes"]?.array?.count == 1)
    }
    try await Ground.with(address) { store in
      let same = try await store.epoch
      #expect(same == epoch)
    }
  }

  @Test("A database user who may not create roles is refused; once the roles exist and are granted, it is accepted")
  func rights() async throws {
    let cluster = try TestPostgres.shared()
    let name = TestPostgres.name(in: try cluster.database())
    try cluster.sql("create role plain login password 'plain'")
    let problem = await problem {
      try await PostgresStore.open(
        address: "postgres://plain:plain@127.0.0.1:\(cluster.port)/\(name)", schema: Ground.schema)
    }
    #expect(problem?.code == "postgres-rights")
    // The owner of the database needs no other rights once the roles exist and are granted.
    try cluster.sql("alter database \(name) owner to plain; grant anon, authenticated, service_role to plain")
    let store = try await PostgresStore.open(
      address: "postgres://plain:plain@127.0.0.1:\(cluster.port)/\(name)", schema: Ground.schema,
      limits: Ground.limits(1))
    try await store.note("a")
    #expect(try await store.titles(as: .service) == ["a"])
    #expect(try await store.titles(as: .bob) == [])
    await store.close()
  }
}
