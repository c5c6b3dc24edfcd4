internal import Relational

/// The tables of the sync functions: the synced collections, tombstones, and applied operations. They are in a schema
/// of their own, `sync`, which PostgREST does not expose.
enum SyncSQL {
  static let text = """
    create schema if not exists sync;
    revoke all on schema sync from public;
    grant usage on schema sync to authenticated, service_role;

    -- A single row. The epoch changes when the database is restored; `purged` is the newest purged revision.
    create table if not exists sync.state (
      only_one boolean primary key default true check (only_one),
      epoch text not null default gen_random_uuid()::text,
      purged xid8 not null default '0',
      cluster text
    );
    insert into sync.state default values on conflict do nothing;
    grant select (epoch, purged) on sync.state to authenticated, service_role;

    -- Functions that conditions of declared tables call.
    create or replace function sync.tomorrow() returns date language sql stable set search_path = '' as $$
      select (now() at time zone 'utc')::date + 1
    $$;
    create or replace function sync.is_line(line text) returns boolean language sql immutable set search_path = '' as $$
      select line !~ '[\\u0001-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]'
    $$;
    grant execute on function sync.tomorrow(), sync.is_line(text) to authenticated, service_role;

    create sequence if not exists sync.revisions;
    grant usage on sequence sync.revisions to authenticated, service_role;

    create table if not exists sync.collections (
      name text primary key,
      place integer not null,
      -- Columns that devices may write.
      fields text[] not null
    );
    -- Whether people see rows by a policy that depends on other tables.
    alter table sync.collections add column if not exists is_shared boolean not null default false;
    -- Entries of collections with the same number stay in their order. One statement may apply many of these kinds.
    alter table sync.collections add column if not exists group_number integer not null default 0;
    alter table sync.collections add column if not exists together text[] not null default '{}';
    grant select on sync.collections to authenticated, service_role;

    -- Tombstones of deleted rows, one for each user who could see the row.
    create table if not exists sync.tombstones (
      collection text not null,
      id uuid not null,
      viewer uuid not null,
      rev xid8 not null default \(RevisionExpression.fresh),
      at timestamptz not null default now(),
      primary key (viewer, collection, id)
    );
    -- Whether it only tells to look at the row again, which the viewer may see.
    alter table sync.tombstones add column if not exists is_look boolean not null default false;
    create index if not exists tombstones_pulled_idx on sync.tombstones (viewer, collection, rev, id);
    create index if not exists tombstones_at_idx on sync.tombstones (at);
    alter table sync.tombstones enable row level security;
    drop policy if exists seen on sync.tombstones;
    create policy seen on sync.tombstones for select to authenticated using (viewer = (select auth.uid()));
    drop policy if exists served on sync.tombstones;
    create policy served on sync.tombstones to service_role using (true) with check (true);
    grant select on sync.tombstones to authenticated, service_role;

    -- Applied operations, with the revision each one produced.
    create table if not exists sync.operations (
      person uuid not null,
      op_id uuid not null,
      rev xid8 not null,
      at timestamptz not null default now(),
      primary key (person, op_id)
    );
    create index if not exists operations_at_idx on sync.operations (at);
    alter table sync.operations enable row level security;
    drop policy if exists own on sync.operations;
    create policy own on sync.operations to authenticated
      using (person = (select auth.uid())) with check (person = (select auth.uid()));
    drop policy if exists served on sync.operations;
    create policy served on sync.operations to service_role using (true) with check (true);
    grant select, insert, update on sync.operations to authenticated, service_role;

    -- Deletes tombstones and operations past their retention; operations are kept 10 days longer than tombstones.
    create or replace function sync.purge(horizon interval default '90 days') returns bigint
    language plpgsql set search_path = '' as $$
    declare
      newest xid8;
      count bigint;
    begin
      with gone as (delete from sync.tombstones where at < now() - horizon returning rev)
      select count(*), (select g.rev from gone as g order by g.rev desc limit 1) into count, newest from gone;
      update sync.state set purged = newest where purged < newest;
      delete from sync.operations where at < now() - horizon - interval '10 days';
      return count;
    end $$;
    revoke all on function sync.purge(interval) from public;

    -- Starts a new epoch after a restore, so that devices pull everything again. Revisions from another cluster may lie
    -- ahead of this cluster's transactions, where no pull would read them; those rows get new revisions.
    create or replace function sync.renew_epoch() returns text language plpgsql set search_path = '' as $$
    declare
      name text;
      fresh text := gen_random_uuid()::text;
      now_first xid8 := \(RevisionExpression.first(of: "pg_current_xact_id()"));
    begin
      for name in select c.name from sync.collections as c order by c.place loop
        execute format('update public.%I set rev = rev where rev >= $1', name) using now_first;
      end loop;
      update sync.tombstones set rev = \(RevisionExpression.fresh) where rev >= now_first;
      update sync.state set epoch = fresh, purged = '0';
      return fresh;
    end $$;
    revoke all on function sync.renew_epoch() from public;

    -- Raises an error if the number of affected rows is outside the caller's bounds; returns it otherwise.
    create or replace function sync.within(count bigint, fewest bigint, most bigint) returns bigint
    language plpgsql immutable set search_path = '' as $$
    begin
      if count < fewest or count > most then
        raise exception using errcode = 'TB001', message = count::text;
      end if;
      return count;
    end $$;
    grant execute on function sync.within(bigint, bigint, bigint) to authenticated, service_role;
    """

  /// Registers the collections that the functions serve.
  static func collections(_ schema: Schema) -> String {
    let synced = schema.ordered.filter(PostgresSchema.isSynced)
    let names = synced.map { SQLText.literal($0.name) }.joined(separator: ", ")
    var lines = ["delete from sync.collections where not (name = any (array[\(names)]::text[]));"]
    let groups = PushGroups(schema)
    for (place, table) in synced.enumerated() {
      let together = groups.together(table).map(SQLText.literal).joined(separator: ", ")
      let fields = table.columns
        .filter { $0.name != "id" && $0.filling?.isOfTheServerAlone != true }
        .map { SQLText.literal($0.name) }.joined(separator: ", ")
      lines.append(
        """
        insert into sync.collections (name, place, fields, is_shared, group_number, together)
        values (\(SQLText.literal(table.name)), \(place), array[\(fields)]::text[], \(SharedRows(table) != nil),
          \(groups.number(of: table)), array[\(together)]::text[])
        on conflict (name) do update
          set place = excluded.place, fields = excluded.fields, is_shared = excluded.is_shared,
            group_number = excluded.group_number, together = excluded.together;
        """)
    }
    return lines.joined(separator: "\n")
  }
}
