/// The part of `sync_push` that applies many entries by one statement.
///
/// `sync.runs` divides a push into runs of entries of one collection and kind with the same fields. Entries of
/// collections that depend on one another stay in their order; others cannot observe it. A run whose statement fails is
/// applied in smaller ones, and these entry by entry, so that only the entries at fault are refused, each for its reason.
enum PushSetSQL {
  /// A failed run is divided into this many, so that one bad entry costs few statements, and many cost few more than
  /// applying all one by one.
  private static let pieces = 20
  /// Fewer entries are applied faster one by one.
  static let fewest = 4

  static let text = [runs, applying, pieceByPiece].map { $0.trimmingNewlines() }.joined(separator: "\n\n")

  private static let runs = """
    -- Returns the runs of a push, each as the places of its entries. Of a record a run contains one entry at most. An
    -- entry that needs a closer look, such as one without a valid id, is a run of its own.
    create or replace function sync.runs(entries jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    begin
      return (
      with given as (
        select g.place::integer as place, g.entry, c.group_number, g.entry ->> 'collection' as name,
          lower(g.entry ->> 'id') as id, g.entry ->> 'kind' as kind, c.fields as writable,
          coalesce(g.entry ->> 'kind' = any (c.together), false)
            and coalesce(g.entry ->> 'id' ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$', false)
            and coalesce(jsonb_typeof(g.entry -> 'fields'), 'null') in ('object', 'null')
            and lower(coalesce(g.entry -> 'fields' ->> 'id', g.entry ->> 'id')) = lower(g.entry ->> 'id') as is_plain
        from jsonb_array_elements(entries) with ordinality as g(entry, place)
        left join sync.collections as c on c.name = g.entry ->> 'collection'
      ), shaped as (
        select g.*, case when not g.is_plain then null when g.kind = 'delete' then '{}' else (
          select case when bool_and(k = any (g.writable)) is not false then coalesce(array_agg(k order by k), '{}') end
          from jsonb_object_keys(case jsonb_typeof(g.entry -> 'fields') when 'object' then g.entry -> 'fields' else '{}' end) as k
          where k not in ('id', 'rev', 'updated_at')
        ) end as shape
        from given as g
      ), marked as (
        select s.*,
          s.shape is null or row_number() over record > 1
            or (s.name, s.kind, s.shape, s.entry ? 'edited_at') is distinct from
              lag((s.name, s.kind, s.shape, s.entry ? 'edited_at')) over in_group as is_first
        from shaped as s
        window record as (partition by s.name, s.id order by s.place),
          in_group as (partition by s.group_number order by s.place)
      ), numbered as (
        select m.place, m.group_number, sum(m.is_first::integer) over (partition by m.group_number order by m.place) as run
        from marked as m
      ), runs as (
        select jsonb_agg(n.place order by n.place) as places, min(n.place) as head from numbered as n
        group by n.group_number, n.run
      )
      select jsonb_agg(r.places order by r.head) from runs as r
      );
    end $$;
    """

  private static let applying = """
    -- Applies a run by one statement. Returns the results in the order of the entries, null for those that must be applied
    -- one by one, as they conflict; null instead of all when the statement failed, and then nothing is changed.
    create or replace function sync.apply_run(entries jsonb[]) returns json[]
    language plpgsql set search_path = '' as $$
    #variable_conflict use_variable
    declare
      me uuid := auth.uid();
      name text := entries[1] ->> 'collection';
      kind text := entries[1] ->> 'kind';
      writable text[];
      names text[];
      ops uuid[];
      ids uuid[];
      bases text[];
      fresh text[];
      news jsonb;
      done_ids uuid[];
      done_revs text[];
      code text;
    begin
      select c.fields into writable from sync.collections as c where c.name = entries[1] ->> 'collection';
      -- New entries alone. Revisions are assigned in the order of the entries.
      select array_agg(n.op), array_agg(n.id), array_agg(n.base), array_agg(n.fresh::text), jsonb_agg(
          (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.fields) as f where f.key = any (writable))
          || case when n.entry ? 'edited_at' and 'edited_at' = any (writable)
            then jsonb_build_object('edited_at', n.entry -> 'edited_at') else '{}' end
          || jsonb_build_object('id', n.id, 'rev', n.fresh))
      into ops, ids, bases, fresh, news
      from (
        select e.*, \(RevisionExpression.fresh) as fresh from (
          select g.entry, (g.entry ->> 'op_id')::uuid as op, (g.entry ->> 'id')::uuid as id, g.entry ->> 'base' as base,
            case jsonb_typeof(g.entry -> 'fields') when 'object' then g.entry -> 'fields' else '{}' end as fields
          from unnest(entries) with ordinality as g(entry, place)
          -- Subqueries for single values: a join might read all that the person ever pushed.
          where (select o.op_id from sync.operations as o where o.person = me and o.op_id = (g.entry ->> 'op_id')::uuid) is null
            and (kind <> 'insert' or coalesce(coalesce(g.entry ->> 'base', '') = (
              select s.rev::text from sync.tombstones as s
              where s.viewer = me and s.collection = name and s.id = (g.entry ->> 'id')::uuid
            ), true))
          order by g.place offset 0
        ) as e
      ) as n;
      if ids is not null then
        begin
          select array_agg(k) into names from jsonb_object_keys(news -> 0) as k where k <> 'id';
          case kind
          when 'insert' then
            execute format(
              'with done as (
                insert into public.%1$I (id, %2$s)
                select new.id, %3$s from jsonb_populate_recordset(null::public.%1$I, $1) as new returning id, rev::text as made
              ) select array_agg(id), array_agg(made) from done', name,
              (select string_agg(format('%I', n), ', ') from unnest(names) as n),
              (select string_agg(format('new.%I', n), ', ') from unnest(names) as n))
            into done_ids, done_revs using news;
          when 'update' then
            execute format(
              'with done as (
                update public.%1$I as t set %2$s
                from jsonb_populate_recordset(null::public.%1$I, $1) as new
                join unnest($2, $3) as given(id, base) on given.id = new.id
                where t.id = new.id and t.rev::text = given.base returning t.id, t.rev::text as made
              ) select array_agg(id), array_agg(made) from done', name,
              (select string_agg(format('%1$I = new.%1$I', n), ', ') from unnest(names) as n))
            into done_ids, done_revs using news, ids, bases;
          when 'delete' then
            execute format(
              'with done as (
                delete from public.%1$I as t using unnest($1, $2) as given(id, base)
                where t.id = given.id and t.rev::text = given.base returning t.id
              ) select array_agg(id) from done', name)
            into done_ids using ids, bases;
            -- The tombstones are there when the statement has ended.
            select array_agg(d.id), array_agg(coalesce(
              (select s.rev::text from sync.tombstones as s where s.viewer = me and s.collection = name and s.id = d.id), g.fresh))
            into done_ids, done_revs
            from unnest(done_ids) as d(id) join unnest(ids, fresh) as g(id, fresh) on g.id = d.id;
          end case;
          -- A concurrent push of the same operations makes this fail, or the statement before it.
          insert into sync.operations (person, op_id, rev)
          select me, g.op, d.made::xid8 from unnest(done_ids, done_revs) as d(id, made)
          join unnest(ids, ops) as g(id, op) on g.id = d.id;
        exception when others then
          get stacked diagnostics code = returned_sqlstate;
          -- As in sync.apply: no entry caused this error.
          if left(code, 2) not in ('22', '23', '44', 'P0', 'PT', 'TB') and code <> '42501' then raise; end if;
          return null;
        end;
      end if;
      return (
        select array_agg(case when g.rev is not null then json_build_object('op_id', g.op,
          'outcome', case when g.op = any (ops) then 'applied' else 'already_applied' end, 'rev', g.rev) end order by g.place)
        from (
          select e.place, (e.entry ->> 'op_id')::uuid as op, (
            select o.rev::text from sync.operations as o where o.person = me and o.op_id = (e.entry ->> 'op_id')::uuid
          ) as rev
          from unnest(entries) with ordinality as e(entry, place)
        ) as g
      );
    end $$;
    """

  private static let pieceByPiece = """
    -- Applies a run by as few statements as succeed; returns the results in the order of the entries.
    create or replace function sync.apply_all(entries jsonb[]) returns json[]
    language plpgsql set search_path = '' as $$
    declare
      total constant integer := cardinality(entries);
      size constant integer := (total + \(pieces - 1)) / \(pieces);
      piece jsonb[];
      answers json[];
      part json[];
    begin
      if total >= \(fewest) then
        answers := sync.apply_run(entries);
      end if;
      if answers is null then
        answers := '{}';
        for head in 1..total by size loop
          piece := entries[head:head + size - 1];
          part := null;
          if size >= \(fewest) then
            part := sync.apply_run(piece);
          end if;
          answers := answers || coalesce(part, array_fill(null::json, array[cardinality(piece)]));
        end loop;
      end if;
      for place in 1..total loop
        if answers[place] is null then
          answers[place] := sync.apply(entries[place]);
        end if;
      end loop;
      return answers;
    end $$;
    """

  /// The signatures of the functions here.
  static let functions = "sync.runs(jsonb), sync.apply_run(jsonb[]), sync.apply_all(jsonb[])"
}
