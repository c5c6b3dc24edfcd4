/// The roles and functions that Supabase has and a plain PostgreSQL lacks. Existing ones are left unchanged.
enum FoundationSQL {
  static let text = """
    do $$
    declare name text;
    begin
      foreach name in array array['anon', 'authenticated', 'service_role'] loop
        if not exists (select from pg_roles where rolname = name) then
          begin
            execute format('create role %I nologin noinherit', name);
          exception when duplicate_object or unique_violation then
            -- Another server of this cluster created it concurrently.
            null;
          end;
        end if;
        if not pg_has_role(current_user, name, 'member') then
          execute format('grant %I to current_user', name);
        end if;
      end loop;
    end $$;

    do $$
    begin
      if to_regnamespace('auth') is null then
        create schema auth;
        grant usage on schema auth to anon, authenticated, service_role;
      end if;
      if to_regprocedure('auth.uid()') is null then
        create function auth.uid() returns uuid language sql stable as $f$
          select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
        $f$;
      end if;
      if to_regprocedure('auth.role()') is null then
        create function auth.role() returns text language sql stable as $f$
          select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
        $f$;
      end if;
      if to_regprocedure('auth.jwt()') is null then
        create function auth.jwt() returns jsonb language sql stable as $f$
          select nullif(current_setting('request.jwt.claims', true), '')::jsonb
        $f$;
      end if;
    end $$;

    do $$
    begin
      if not has_schema_privilege('anon', 'public', 'usage') then
        grant usage on schema public to anon, authenticated, service_role;
      end if;
    end $$;

    create schema if not exists troupe;
    revoke all on schema troupe from public;
    """
}
