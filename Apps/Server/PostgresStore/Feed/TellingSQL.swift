internal import Relational

/// The SQL that publishes committed changes to the instances that watch a table. Each version of a changed row is kept in
/// `troupe.versions` until every instance has read it; its batch is announced by NOTIFY, which keeps the order of commits,
/// or collected for a bus if the connection is set so. Contents are never announced.
enum TellingSQL {
  static let channel = "troupe_changes"

  static let text = """
    -- Tables that instances watch. An entry expires unless renewed, so that a crashed instance is dropped.
    create unlogged table if not exists troupe.watched (
      name text, instance text, until timestamptz not null, primary key (name, instance)
    );

    -- Versions of rows: those that one statement wrote are a batch. A deleted row has no record.
    create sequence if not exists troupe.batches;
    create unlogged table if not exists troupe.versions (
      batch bigint not null, place bigint generated always as identity,
      at timestamptz not null default clock_timestamp(),
      id text not null, key json not null, viewers text[] not null, record text,
      primary key (batch, place)
    );
    create index if not exists versions_at_idx on troupe.versions (at);

    -- Announces the current batch.
    drop function if exists troupe.tell(text, text, text[]);
    create or replace function troupe.tell(name text, kind text) returns void
    language plpgsql set search_path = '' as $$
    begin
      perform troupe.say(
        json_build_object('table', name, 'kind', kind, 'batch', currval('troupe.batches'))::text);
    end $$;

    create or replace function troupe.say(message text) returns void
    language plpgsql set search_path = '' as $$
    declare collected text := coalesce(current_setting('troupe.changes', true), '');
    begin
      if current_setting('troupe.bus', true) = 'on' and octet_length(collected) < 262144 then
        perform set_config('troupe.changes', collected || message || E'\\n', true);
      else
        perform pg_notify('\(channel)', message);
      end if;
    end $$;
    """

  /// The setting of a function that keeps versions, so that times in them are written as in other answers.
  static let setting = " set timezone = 'UTC'"

  /// Keeps and announces the versions that a query of `id, key, viewers, record` returns, if the table is watched.
  static func tell(_ table: Table, _ kind: String, _ query: String) -> String {
    let name = SQLText.literal(table.name)
    return """
          if exists (select from troupe.watched where name = \(name) and until > now()) then
            perform nextval('troupe.batches');
            insert into troupe.versions (batch, id, key, viewers, record)
            select currval('troupe.batches'), told.* from (\(query)) as told;
            if found then
              perform troupe.tell(\(name), '\(kind)');
            end if;
          end if;
      """
  }

  /// The record of a row in the form in which callers read it; the row is named as its table.
  static func record(of table: Table) -> String {
    let name = Dialect.quoted(table.name)
    let columns = table.columns.map { "\(name).\(Dialect.quoted($0.name))" }.joined(separator: ", ")
    return RowEncoding.row(columns)
  }

  /// Deletes versions that every instance has read, or whose instance is too far behind.
  static let purge = "delete from troupe.versions where at < now() - interval '5 minutes'"
}
