import { z } from 'zod';
import type { Generation, Generations } from '../../../ports/generations.ts';
import { leaseLost } from '../../../ports/leases.ts';

const row = z.object({
  projection: z.string(),
  generation: z.number(),
  definition_version: z.number(),
  state: z.enum(['building', 'live', 'retired', 'failed']),
  position: z.number(),
  target: z.number(),
});

const listSql = `
  select projection, generation, definition_version, state, position, target from projections.generations
  where $1::text is null or projection = $1 order by projection, generation`;

const registerSql = `
  insert into projections.generations (projection, generation, definition_version, state, target)
  values ($1, $2, $3, $4, $5)
  on conflict (projection, generation) do update
    set definition_version = excluded.definition_version, position = 0, target = excluded.target
    where generations.state = 'building' and generations.definition_version < excluded.definition_version
  returning generation`;

// One statement checks the lease and moves the checkpoint, to save a round trip for a batch of one event.
const moveSql = `
  update projections.generations set position = $4
  where projection = $1 and generation = $2 and position = $3 and state in ('live', 'building')
    and exists (select 1 from coordination.leases where name = $5 and fence = $6)
  returning position`;

const holdSql = 'select 1 from coordination.leases where name = $1 and fence = $2 for share';
const retireSql = `
  update projections.generations set state = case when generation = $3 then 'building' else 'retired' end
  where projection = $1 and state = 'live' and generation <> $2`;
const liveSql = `
  update projections.generations set state = 'live', error = null where projection = $1 and generation = $2`;
const removeSql = 'delete from projections.generations where projection = $1 and generation = $2';

const generationOf = (found: unknown): Generation => {
  const { definition_version: definitionVersion, ...rest } = row.parse(found);
  return { ...rest, definitionVersion };
};

/** Stores generations in the same database as the read models and the leases that guard them. */
export const postgresGenerations: Generations = {
  list: async (session, projection) => (await session.query(listSql, [projection ?? null])).map(generationOf),
  register: async (session, { projection, generation, definitionVersion, state, target }) => {
    const values = [projection, generation, definitionVersion, state, target];
    return (await session.query(registerSql, values)).length > 0;
  },
  moveCheckpoint: async (session, projection, { generation, from, to, fence }) => {
    const values = [projection, generation, from, to, fence.name, fence.fence];
    return (await session.query(moveSql, values)).length > 0;
  },
  makeLive: async (session, projection, { live, next, fence }) => {
    const held = await session.query(holdSql, [fence.name, fence.fence]);
    if (held.length === 0) throw leaseLost(fence);
    await session.query(retireSql, [projection, live, next ?? 0]);
    await session.query(liveSql, [projection, live]);
  },
  remove: async (session, projection, generation) => {
    await session.query(removeSql, [projection, generation]);
  },
};
