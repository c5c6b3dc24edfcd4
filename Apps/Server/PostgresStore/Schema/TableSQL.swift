internal import Relational

/// The SQL of one declared table: its columns, keys, indexes, checks and triggers.
struct TableSQL {
  let table: Table
  let schema: Schema
  let place: PostgresSchema.Place

  init(_ table: Table, in schema: Schema, into place: PostgresSchema.Place) {
    self.table = table
    self.schema = schema
    self.place = place
  }

  private var name: String { "public." + Dialect.quoted(table.name) }
  private var isSynced: Bool { PostgresSchema.isSynced(table) }

  var text: String {
    ([columns] + references + uniques + indexes + checks + [TriggerSQL(table, into: place).text, rights])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: Columns

  private var columns: String {
    let lines = table.columns.map { "  " + definition($0) } + ["  primary key (\(SQLText.names(table.key)))"]
    let later = table.columns.map { column in
      dated(column) + "alter table \(name) add column if not exists \(definition(column));"
    }
    return "create table if not exists \(name) (\n\(lines.joined(separator: ",\n"))\n);\n"
      + later.joined(separator: "\n")
  }

  /// Adds the time of insertion to a table that has rows already: that of their last edit is the best that is known.
  private func dated(_ column: Column) -> String {
    guard column.filling == .created, let edited = table.edited else { return "" }
    let (made, known) = (Dialect.quoted(column.name), Dialect.quoted(edited.name))
    return """
      do $body$ begin
        if not exists (select from pg_attribute where attrelid = \(SQLText.literal(name))::regclass
          and attname = \(SQLText.literal(column.name)) and not attisdropped)
        then
          alter table \(name) add column \(made) \(SQLText.type(column.type));
          alter table \(name) disable trigger user;
          update \(name) set \(made) = \(known);
          alter table \(name) enable trigger user;
          alter table \(name) alter column \(made) set default now(), alter column \(made) set not null;
        end if;
      end $body$;

      """
  }

  private func definition(_ column: Column) -> String {
    var text = "\(Dialect.quoted(column.name)) \(SQLText.type(column.type))"
    switch column.filling {
    case .usually(let literal): text += " default \(SQLText.usual(literal, column.type))"
    case .identifier: text += " default gen_random_uuid()"
    case .caller: text += " default auth.uid()"
    case .now, .changed, .created: text += " default now()"
    case .revision: text += " default \(RevisionExpression.fresh)"
    case nil: break
    }
    let isFilled = column.filling?.isOfTheServerAlone == true
    return column.isRequired || isFilled || table.key.contains(column.name) ? text + " not null" : text
  }

  // MARK: Constraints

  private var references: [String] {
    table.columns.flatMap { column -> [String] in
      if let reference = column.references, let other = schema.tables[reference.table] {
        let key = SQLText.names(Array(other.key.prefix(1)))
        return constraint(
          "\(table.name)_\(column.name)_fkey",
          "foreign key (\(Dialect.quoted(column.name))) references public.\(Dialect.quoted(other.name)) (\(key))"
            + (reference.cascades ? " on delete cascade" : ""))
      }
      // Deleting a user deletes their rows.
      guard place == .supabase, column.filling == .caller else { return [] }
      return constraint(
        "\(table.name)_\(column.name)_fkey",
        "foreign key (\(Dialect.quoted(column.name))) references auth.users (id) on delete cascade")
    }
  }

  private var checks: [String] { table.checks.flatMap { constraint($0.name, "check (\($0.sql))") } }

  private func constraint(_ title: String, _ sql: String) -> [String] {
    [
      "alter table \(name) drop constraint if exists \(Dialect.quoted(title));",
      "alter table \(name) add constraint \(Dialect.quoted(title)) \(sql);",
    ]
  }

  // MARK: Indexes

  private var uniques: [String] {
    zip(TableSQL.uniqueNames(table), table.uniques).map { index($0, $1, isUnique: true) }
  }

  static func uniqueNames(_ table: Table) -> [String] {
    table.uniques.map { "\(table.name)_\($0.joined(separator: "_"))_key" }
  }

  private var indexes: [String] {
    var wanted = table.indexes
    if isSynced {
      // Indexes for a person's changes in the order of pulls, and for everybody's.
      wanted.removeAll { $0.count == 2 && $0[1] == "rev" && table.policies.viewers.contains($0[0]) }
      wanted += table.policies.viewers.map { [$0, "rev", "id"] } + [["rev", "id"]]
    }
    wanted += SharingSQL.indexes(of: table, in: schema).filter { index in
      !(wanted + table.uniques).contains { $0.starts(with: index) }
    }
    // Indexes for finding the referring rows when a row is deleted.
    for column in table.columns where column.references != nil || column.filling == .caller {
      if !(wanted + table.uniques + [table.key]).contains(where: { $0.first == column.name }) {
        wanted.append([column.name])
      }
    }
    return wanted.map { index("\(table.name)_\($0.joined(separator: "_"))_idx", $0, isUnique: false) }
  }

  private func index(_ title: String, _ columns: [String], isUnique: Bool) -> String {
    "create \(isUnique ? "unique " : "")index if not exists \(Dialect.quoted(title)) on \(name) (\(SQLText.names(columns)));"
  }

  // MARK: Grants

  /// Authenticated users may query, subject to the policies. Anonymous callers have no access, so an expired session
  /// is an error instead of an empty result.
  private var rights: String {
    """
    alter table \(name) enable row level security;
    grant select, insert, update, delete on \(name) to authenticated, service_role;
    revoke all on \(name) from anon;
    """
  }
}
