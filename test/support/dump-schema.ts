import type { SqlSession } from '../../ports/database.ts';

/** Schemas other than PostgreSQL's own; `public` contains only extension objects. */
const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')`;

// Each row names its object, so that all rows sort into one text. The catalogues replace pg_dump, which the embedded
// database lacks and whose output differs between PostgreSQL versions.
const relations = `
  select n.nspname || '.' || c.relname as of, '' as line,
         case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
                        when 'm' then 'materialized view' when 'S' then 'sequence' else 'relation ' || c.relkind::text end
         || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')
         || coalesce(' as ' || case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end, '') as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and c.relkind not in ('i', 'I', 't', 'c')`;

const columns = `
  select n.nspname || '.' || c.relname, '1 ' || lpad(a.attnum::text, 4, '0'),
         a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
         || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(o.collname) else '' end
         || case when a.attnotnull then ' not null' else '' end
         || coalesce(case a.attgenerated when '' then ' default ' else ' generated ' end
                     || pg_get_expr(d.adbin, d.adrelid), '')
         || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_collation o on o.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`;

// Since PostgreSQL 18 "not null" is also a constraint; it is listed with its column.
const constraints = `
  select n.nspname || '.' || c.relname, '2 ' || k.conname, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and k.contype <> 'n'`;

const indexes = `
  select n.nspname || '.' || c.relname, '3 ' || i.relname, pg_get_indexdef(x.indexrelid)
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)`;

const triggers = `
  select n.nspname || '.' || c.relname, '4 ' || g.tgname, pg_get_triggerdef(g.oid)
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and not g.tgisinternal`;

const types = `
  select n.nspname || '.' || t.typname, '',
         case t.typtype when 'd' then 'domain as ' || format_type(t.typbasetype, t.typtypmod)
           else 'enum (' || (select string_agg(e.enumlabel, ', ' order by e.enumsortorder)
                               from pg_enum e where e.enumtypid = t.oid) || ')' end
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${ours} and t.typtype in ('d', 'e')`;

const functions = `
  select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', '',
         'function returns ' || coalesce(pg_get_function_result(p.oid), 'nothing') || ' language ' || l.lanname
         || case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else ' volatile' end
         || case when p.proretset then ' rows ' || p.prorows::text else '' end
         || case when p.prosecdef then ' security definer' else '' end
         || coalesce(' set ' || array_to_string(p.proconfig, ', '), '')
         || ' as' || chr(10) || btrim(p.prosrc, chr(10))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
   where ${ours}`;

const dumpSql = `
  select "of", line, "text" from (
    ${[relations, columns, constraints, indexes, triggers, types, functions].join('\n union all ')}
  ) as everything order by "of" collate "C", line collate "C"`;

/** The schema of a database as text, identical for every kind and version of database after the same migrations. */
export const dumpSchema = async (session: SqlSession): Promise<string> => {
  const rows = await session.query(dumpSql);
  return rows
    .map(({ of, line, text }) => (line === '' ? `\n${String(of)}: ${String(text)}\n` : `  ${String(text)}\n`))
    .join('')
    .trimStart();
};
