public import Relational

/// Generates the SQL that installs a `Schema`. It may run repeatedly: what exists stays, and changed declarations are
/// applied.
public enum PostgresSchema {
  public enum Place: Sendable {
    /// A plain database, which also gets the roles that policies refer to, and `auth.uid()`.
    case own
    /// A Supabase project, which already has those, its users, and a publication for Realtime.
    case supabase
  }

  public static func sql(for schema: Schema, into place: Place) -> String {
    var parts: [String] = []
    if place == .own { parts += [FoundationSQL.text] }
    parts.append(SyncSQL.text)
    if place == .own { parts.append(TellingSQL.text) }
    parts += schema.ordered.map { TableSQL($0, in: schema, into: place).text }
    parts.append(formerUniques(schema))
    // A policy may query another table, which must exist first.
    parts += schema.ordered.map { PolicySQL($0).text }
    parts.append(SharingSQL.text(for: schema, into: place))
    parts.append(SyncSQL.collections(schema))
    parts += [PushSQL.text, PullSQL.text]
    if place == .supabase { parts.append(publication(schema)) }
    return parts.map { $0.trimmingNewlines() + "\n" }.joined(separator: "\n")
  }

  /// Whether the sync functions can serve a table: it needs an identifier and a revision.
  static func isSynced(_ table: Table) -> Bool {
    table.isSynced && table.key == ["id"] && table.column("id")?.type == .uuid && table.column("rev")?.type == .revision
  }

  /// Removes the unique indexes of former declarations, which would refuse rows that the declared table takes.
  private static func formerUniques(_ schema: Schema) -> String {
    let tables = schema.ordered.map { SQLText.literal($0.name) }.joined(separator: ", ")
    let declared = schema.ordered.flatMap { TableSQL.uniqueNames($0) }.map(SQLText.literal).joined(separator: ", ")
    return """
      -- Removes unique indexes that were declared once and are no longer.
      do $$
      declare name text;
      begin
        for name in
          select owned.relname from pg_index
            join pg_class as owned on owned.oid = pg_index.indexrelid
            join pg_class as base on base.oid = pg_index.indrelid
          where pg_index.indisunique and not pg_index.indisprimary
            and base.relnamespace = 'public'::regnamespace and base.relname = any (array[\(tables)]::text[])
            and starts_with(owned.relname, base.relname || '_') and owned.relname like '%\\_key'
            and owned.relname <> all (array[\(declared)]::text[])
            and not exists (select from pg_constraint where conindid = owned.oid)
        loop
          execute format('drop index public.%I', name);
        end loop;
      end $$;
      """
  }

  private static func publication(_ schema: Schema) -> String {
    let tables = schema.ordered.map { SQLText.literal($0.name) }.joined(separator: ", ")
    return """
      -- Adds the tables to the publication of Supabase Realtime.
      do $$
      declare name text;
      begin
        if not exists (select from pg_publication where pubname = 'supabase_realtime') then
          create publication supabase_realtime;
        end if;
        foreach name in array array[\(tables)]::text[] loop
          if not exists (
            select from pg_publication_tables
            where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name
          ) then
            execute format('alter publication supabase_realtime add table public.%I', name);
          end if;
        end loop;
      end $$;
      """
  }
}
