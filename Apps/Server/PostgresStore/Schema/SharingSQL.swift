internal import Relational

/// The triggers that note which rows appear or disappear for whom, for the next pull of that person's devices.
///
/// A row is noted when the person sees it before the change or after it, never when they see it at neither time. A change
/// that decides about a person's rows, and a new row of that person, wait for each other: otherwise neither transaction
/// would see the other's, and a device would keep the row, or never get it.
enum SharingSQL {
  /// The identifier of the tombstone that stands for a whole collection.
  static let whole = "00000000-0000-0000-0000-000000000000"

  static func text(for schema: Schema, into place: PostgresSchema.Place) -> String {
    let tables = schema.ordered.map { deciding($0, in: schema, place) + own($0, place) }
    return ([locks] + tables.filter { !$0.isEmpty }).joined(separator: "\n")
  }

  static func indexes(of table: Table, in schema: Schema) -> [[String]] {
    var indexes = SharedRows(table)?.indexes ?? []
    for (rows, source) in schema.shared(by: table) where source.isShowing && rows.table.policies.seenBy == nil {
      if !indexes.contains([source.subject]) { indexes.append([source.subject]) }
    }
    return indexes
  }

  /// The number of locks bounds those that one transaction holds.
  private static let locks = """
    create or replace function sync.lock_subjects(people uuid[], alone boolean) returns void
    language plpgsql set search_path = '' as $$
    declare number integer;
    begin
      for number in
        select distinct hashtext(person::text) & 1023 from unnest(people) as person where person is not null order by 1
      loop
        if alone then
          perform pg_advisory_xact_lock(73520118, number);
        else
          perform pg_advisory_xact_lock_shared(73520118, number);
        end if;
      end loop;
    end $$;
    revoke all on function sync.lock_subjects(uuid[], boolean) from public;
    """

  // MARK: Changes of a deciding table

  private static func deciding(_ table: Table, in schema: Schema, _ place: PostgresSchema.Place) -> String {
    let shared = schema.shared(by: table)
    let name = "public." + Dialect.quoted(table.name)
    guard !shared.isEmpty else {
      return ["before", "after"].map { "drop trigger if exists shares_\($0) on \(name);" }.joined(separator: "\n")
    }
    let function = "sync.\(Dialect.quoted("shares_" + table.name))()"
    let subjects = Set(shared.map(\.source.subject)).sorted().flatMap { column in
      ["old", "new"].map { "\($0).\(Dialect.quoted(column))" }
    }
    func notes(_ image: String) -> String {
      shared.map { note($0.rows, $0.source, image, place) }.joined(separator: "\n")
    }
    let people = Set(shared.flatMap { [$0.source.viewer, $0.source.subject] }).sorted().map(Dialect.quoted)
    func images(_ image: String) -> String { people.map { "\(image).\($0)" }.joined(separator: ", ") }
    return """
      create or replace function \(function) returns trigger
      language plpgsql security definer set search_path = 'public'\(place == .own ? TellingSQL.setting : "") as $body$
      begin
        if tg_when = 'BEFORE' then
          perform sync.lock_subjects(array[\(subjects.joined(separator: ", "))]::uuid[], true);
        end if;
        if tg_op <> 'INSERT' then
      \(notes("old"))
        end if;
        if tg_op = 'INSERT' or tg_op = 'UPDATE' and (\(images("new"))) is distinct from (\(images("old"))) then
      \(notes("new"))
        end if;
        if tg_op = 'DELETE' then
          return old;
        end if;
        return new;
      end $body$;
      revoke all on function \(function) from public;
      create or replace trigger shares_before before insert or update or delete on \(name)
        for each row execute function \(function);
      create or replace trigger shares_after after insert or update or delete on \(name)
        for each row execute function \(function);
      """
  }

  private static func note(
    _ rows: SharedRows, _ source: VisibilitySource, _ image: String, _ place: PostgresSchema.Place
  ) -> String {
    let viewer = "\(image).\(Dialect.quoted(source.viewer))"
    let found = rows.visible(to: viewer, of: "\(image).\(Dialect.quoted(source.subject))", by: source)
    let collection = SQLText.literal(rows.table.name)
    let noted = """
          insert into sync.tombstones (collection, id, viewer, is_look)
          select \(collection), found.id, \(viewer), true from (\(found)) as found
          \(again);
          insert into sync.tombstones (collection, id, viewer, is_look)
          select \(collection), '\(whole)', \(viewer), true
          where (select count(*) from (\(found)) as found) > \(SharedRows.most)
          \(again);
      """
    guard place == .own else { return noted }
    let name = Dialect.quoted(rows.table.name)
    let shown = """
      select \(told("found.id", viewer)), \(TellingSQL.record(of: rows.table))
              from (\(found)) as found join public.\(name) on \(name).id = found.id
      """
    let hidden = """
      select \(told("look.id", viewer)), null from sync.tombstones as look
              where look.viewer = \(viewer) and look.collection = \(collection) and look.is_look
                and look.rev >= \(RevisionExpression.first(of: "pg_current_xact_id()")) and look.id <> '\(whole)'
                and look.id not in (\(found))
      """
    return noted + "\n" + """
          if tg_when = 'AFTER' then
      \(TellingSQL.tell(rows.table, "SHOWN", shown))
      \(TellingSQL.tell(rows.table, "HIDDEN", hidden))
          end if;
      """
  }

  private static let again = """
    on conflict (viewer, collection, id) do update
            set rev = excluded.rev, at = excluded.at, is_look = true
    """

  private static func told(_ id: String, _ viewer: String) -> String {
    "\(id)::text, json_build_object('id', \(id)), array[\(viewer)::text]"
  }

  // MARK: Changes of a shared table

  private static func own(_ table: Table, _ place: PostgresSchema.Place) -> String {
    let name = "public." + Dialect.quoted(table.name)
    guard let rows = SharedRows(table) else { return "\ndrop trigger if exists shared_before on \(name);" }
    let function = "sync.\(Dialect.quoted("shared_" + table.name))()"
    let collection = SQLText.literal(table.name)
    let columns = Set(table.policies.sources.map(\.column)).sorted()
    let subjects = columns.map { "new.\(Dialect.quoted($0))" }.joined(separator: ", ")
    let deciding = rows.deciding.map(Dialect.quoted)
    func images(_ image: String) -> String { deciding.map { "\(image).\($0)" }.joined(separator: ", ") }
    let isMoved =
      deciding.isEmpty ? "false" : "tg_op = 'UPDATE' and row(\(images("new"))) is distinct from row(\(images("old")))"
    let gone = "select \(told("old.id", "gone.viewer")), null from (\(rows.viewers(of: "old"))) as gone"
    let telling = place == .own ? TellingSQL.tell(table, "HIDDEN", gone) : ""
    return "\n" + """
      create or replace function \(function) returns trigger
      language plpgsql security definer set search_path = 'public' as $body$
      begin
        if tg_op = 'INSERT' or \(isMoved) then
          perform sync.lock_subjects(array[\(subjects)]::uuid[], false);
        end if;
        if tg_op = 'DELETE' or \(isMoved) then
          insert into sync.tombstones (collection, id, viewer, is_look)
          select \(collection), old.id, gone.viewer, true from (\(rows.viewers(of: "old"))) as gone
          \(again);
      \(telling)
        end if;
        if tg_op = 'DELETE' then
          return old;
        end if;
        return new;
      end $body$;
      revoke all on function \(function) from public;
      create or replace trigger shared_before before insert or update or delete on \(name)
        for each row execute function \(function);
      """
  }
}
