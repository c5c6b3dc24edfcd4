/// The function `sync_pull`: returns the changes since a device's cursors.
///
/// A cursor is `rev.id.since`: the position in the order of revisions, and the position at which the first pull of
/// the collection began. Only revisions below every open transaction are read, so nothing is skipped that is written
/// now and committed later (SYNC.md 2.5).
enum PullSQL {
  static let text = """
    -- Returns one page of a collection as comma-separated JSON objects, its end, and whether more follows. In a shared
    -- collection a tombstone that only tells to look again is the row while the caller sees it, unless its own revision
    -- or the first pull since `since` brings it; else its revision is `newest`, since the device may know a later one
    -- than the tombstone's.
    drop function if exists sync.page(text, xid8, uuid, xid8, integer);
    create or replace function sync.page(
      collection text, is_shared boolean, from_rev xid8, from_id uuid, since xid8, horizon xid8, size integer, newest xid8,
      out count integer, out changes text, out to_rev xid8, out to_id uuid, out more boolean
    )
    language plpgsql set search_path = '' as $$
    begin
      execute format($q$
        with present as (
          select t.rev, t.id, row_to_json(t)::text as content, t.rev as told from public.%1$I as t
          where (t.rev, t.id) > ($1, $2) and t.rev < $3 order by t.rev, t.id limit $4 + 1
        ), gone as (
          %2$s
          order by s.rev, s.id limit $4 + 1
        ), page as (
          select *, row_number() over (order by rev, id) as place
          from (select * from present union all select * from gone) as every order by rev, id limit $4 + 1
        )
        select count(*) filter (where place <= $4), string_agg(
          '{"collection":' || to_json(%1$L::text) || ',"id":"' || id || '","rev":"' || told || '","deleted":'
          || case when content is null then 'true}' else 'false,"row":' || content || '}' end, ',' order by place)
          filter (where place <= $4),
          (array_agg(rev order by place) filter (where place <= $4))[$4],
          (array_agg(id order by place) filter (where place <= $4))[$4], count(*) > $4
        from page $q$, collection, case when is_shared then format($q$
          select s.rev, s.id, seen.content,
            coalesce(seen.rev, case when s.is_look then $5 else s.rev end) as told
          from sync.tombstones as s left join lateral (
            select t.rev, row_to_json(t)::text as content from public.%1$I as t where t.id = s.id
          ) as seen on true
          where s.collection = %1$L and (s.rev, s.id) > ($1, $2) and s.rev < $3 and s.id <> %2$L
            and (seen.rev is null or (seen.rev, s.id) <= ($1, $2) and s.rev >= $6) $q$, collection, '\(SharingSQL.whole)')
        else format($q$
          select s.rev, s.id, null::text as content, s.rev as told from sync.tombstones as s
          where s.collection = %L and (s.rev, s.id) > ($1, $2) and s.rev < $3 $q$, collection) end)
      into count, changes, to_rev, to_id, more using from_rev, from_id, horizon, size, newest, since;
    end $$;

    -- Returns whether rows visible to the caller are committed at or above the horizon: they are not read yet, because
    -- an older transaction is open.
    create or replace function sync.is_held(collections text[], horizon xid8) returns boolean
    language plpgsql set search_path = '' as $$
    declare
      name text;
      held boolean;
    begin
      foreach name in array collections loop
        execute format('select exists (select from public.%I as t where t.rev >= $1)', name) into held using horizon;
        if held then return true; end if;
      end loop;
      return exists (
        select from sync.tombstones as s
        where s.viewer = auth.uid() and s.collection = any (collections) and s.rev >= horizon
      );
    end $$;

    -- Returns the revision below which every transaction of this database has ended. Transactions of other databases in
    -- the cluster, which `pg_snapshot_xmin` waits for, cannot have written here and are ignored.
    create or replace function sync.horizon() returns xid8
    language plpgsql set search_path = '' as $$
    declare
      seen pg_snapshot := pg_current_snapshot();
      oldest xid8;
    begin
      select x into oldest from pg_snapshot_xip(seen) as x
      where not exists (
        select from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
          and l.transactionid = (x::text::bigint & 4294967295)::text::xid
          and a.datid <> (select d.oid from pg_database as d where d.datname = current_database())
      )
      order by x limit 1;
      oldest := coalesce(oldest, pg_snapshot_xmax(seen));
      return \(RevisionExpression.first(of: "oldest"));
    end $$;

    create or replace function public.sync_pull(
      device uuid default null, epoch text default null, cursors jsonb default '{}', "limit" integer default 500
    ) returns json
    language plpgsql set search_path = '' as $$
    #variable_conflict use_variable
    declare
      state record;
      horizon xid8 := \(RevisionExpression.first(of: "pg_snapshot_xmin(pg_current_snapshot())"));
      room integer := coalesce("limit", 500);
      names text[];
      name text;
      piece text[];
      page record;
      answers text[] := '{}';
      places jsonb := '{}';
      resync text[] := '{}';
      more boolean := false;
      future xid8;
      is_shared boolean;
      last_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    begin
      if auth.uid() is null then
        raise exception using errcode = '42501', message = 'permission denied for function sync_pull';
      elsif not room between 1 and 1000 then
        raise exception using errcode = '22023', message = 'limit is a number from 1 to 1000.';
      end if;
      select s.epoch, s.purged into state from sync.state as s;
      if jsonb_typeof(cursors) is distinct from 'object' then
        raise exception using errcode = '22023', message = 'cursors must be an object.';
      end if;
      if (select count(*) from jsonb_object_keys(cursors)) > 100 then
        raise exception using errcode = '54000', message = 'At most 100 collections at once.';
      end if;
      for name in select k from jsonb_object_keys(cursors) as k where not exists (select from sync.collections as c where c.name = k) loop
        -- PostgREST raises its own error codes in this form.
        raise sqlstate 'PGRST' using
          message = json_build_object('code', 'PGRST205',
            'message', format('Could not find the table ''public.%s'' in the schema cache', name))::text,
          detail = '{"status":404,"headers":{}}';
      end loop;
      select coalesce(array_agg(c.name order by c.place), '{}') into names from sync.collections as c where cursors ? c.name;

      -- Waits for short transactions, so that a change announced a moment ago is included.
      for round in 1..50 loop
        exit when not sync.is_held(names, horizon);
        perform pg_sleep(case round when 1 then 0 else 0.005 end);
        horizon := sync.horizon();
      end loop;

      future := \(RevisionExpression.first(of: "pg_snapshot_xmax(pg_current_snapshot())"));
      foreach name in array names loop
        piece := null;
        select c.is_shared into is_shared from sync.collections as c where c.name = name;
        if room = 0 then
          -- The page is full; this collection follows in the next one.
          more := true;
          places := places || jsonb_build_object(name, cursors -> name);
          continue;
        elsif cursors ->> name is not null then
          piece := string_to_array(cursors ->> name, '.');
          if epoch <> state.epoch or array_length(piece, 1) is distinct from 3 or piece[1] !~ '^[0-9]{1,19}$' or piece[3] !~ '^[0-9]{1,19}$'
            or piece[2] !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then
            piece := null;
          elsif greatest(piece[1]::numeric, piece[3]::numeric) <= state.purged::text::numeric
            or piece[1]::numeric >= future::text::numeric
          then
            -- Tombstones since this cursor are purged, or the cursor lies in the future.
            piece := null;
          elsif is_shared and exists (
            select from sync.tombstones as s where s.viewer = auth.uid() and s.collection = name
              and s.id = '\(SharingSQL.whole)' and s.rev >= piece[3]::xid8 and s.rev < horizon
          ) then
            -- More rows appeared or disappeared since then than were noted one by one.
            piece := null;
          end if;
          if piece is null then
            resync := resync || name;
          end if;
        end if;
        piece := coalesce(piece, array['0', '00000000-0000-0000-0000-000000000000', horizon::text]);
        select * into page from sync.page(
          name, is_shared, piece[1]::xid8, piece[2]::uuid, piece[3]::xid8, horizon, room, (future::text::bigint - 1)::text::xid8);
        if page.count > 0 then
          answers := answers || page.changes;
          room := room - page.count;
        end if;
        if page.more then
          more := true;
          if page.count > 0 then
            piece := array[page.to_rev::text, page.to_id::text, piece[3]];
          end if;
        else
          -- Everything below the horizon is read, including rows the caller cannot see.
          piece := array[
            greatest(horizon::text::bigint - 1, piece[1]::bigint)::text, last_id::text,
            greatest(horizon::text::bigint, piece[3]::bigint)::text];
        end if;
        places := places || jsonb_build_object(name, array_to_string(piece, '.'));
      end loop;
      return ('{"epoch":' || to_json(state.epoch) || ',"changes":[' || array_to_string(answers, ',') || '],"cursors":'
        || places || ',"more":' || more || ',"resync":' || to_json(resync) || '}')::json;
    end $$;

    revoke all on function sync.page(text, boolean, xid8, uuid, xid8, xid8, integer, xid8), sync.is_held(text[], xid8),
      sync.horizon(), public.sync_pull(uuid, text, jsonb, integer) from public, anon, service_role;
    grant execute on function sync.page(text, boolean, xid8, uuid, xid8, xid8, integer, xid8), sync.is_held(text[], xid8),
      sync.horizon(), public.sync_pull(uuid, text, jsonb, integer) to authenticated;
    """
}
