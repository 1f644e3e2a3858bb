import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { unknownProjection } from '../../domain/operations/unknown-projection.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
import { type EventStore, unreadableFailure } from '../../ports/event-store.ts';
import type { Generation, Generations } from '../../ports/generations.ts';
import type { Leases } from '../../ports/leases.ts';
import type { ProjectionVerifier, RowDifference, VerificationLine } from '../../ports/projection-verifier.ts';
import { generationSchema, type ProjectionDefinition } from '../runner/projection-definition.ts';
import { firstDifference } from './first-difference.ts';
import { readFingerprints, storeFingerprints, tablesOf, type VerifiedTable } from './table-fingerprints.ts';

type VerifierServices = {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly generations: Pick<Generations, 'list'>;
  readonly leases: Leases;
  /** All projections, with the versions of their folds. */
  readonly projections: readonly Pick<ProjectionDefinition, 'name' | 'version'>[];
  /** Creates a projection for one verification that rebuilds the rows of the given live generation. */
  readonly definitionFor: (name: string, liveSchema: string) => ProjectionDefinition;
};

const EVENTS = 1000;
/** The longest wait for a lease in milliseconds; a free one is granted immediately. */
const LEASE_TIMEOUT = 1_000;
/** Attempts to catch up with a live generation that keeps moving; each time there is less to fold. */
const MAX_CHASES = 100;
/** Columns that only reflect the order of writes to the database. */
const ARTEFACTS: readonly string[] = ['vector_documents.stamp'];

/** The scratch schema for re-folding a projection; one at a time, under a lease. */
export const scratchSchema = (projection: string): string => `${projection.replaceAll('-', '_')}_verify`;

const dropScratch = async (database: Database, projection: string): Promise<void> => {
  await database.query(`drop schema if exists "${scratchSchema(projection)}" cascade`);
};

const unavailable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'verify', retryAfter: 30 }));

const liveGeneration = async (
  generations: VerifierServices['generations'],
  session: SqlSession,
  definition: Pick<ProjectionDefinition, 'name' | 'version'>,
): Promise<Generation> => {
  const live = (await generations.list(session, definition.name)).find(({ state }) => state === 'live');
  if (!live) throw unavailable(`The projection ${definition.name} has not been built yet.`);
  if (live.definitionVersion !== definition.version)
    throw unavailable(`The projection ${definition.name} is being rebuilt for this version of the program.`);
  return live;
};

/** The tables and columns that both have and that digests can compare, and the names of the tables left out. */
const comparable = (
  live: readonly VerifiedTable[],
  folded: readonly VerifiedTable[],
): { readonly tables: readonly VerifiedTable[]; readonly leftOut: readonly string[] } => {
  const shapeOf = ({ key, columns }: VerifiedTable): string => JSON.stringify([key, columns]);
  const liveShapes = new Map(live.map((table) => [table.table, shapeOf(table)]));
  const tables = folded.filter((table) => liveShapes.get(table.table) === shapeOf(table));
  const compared = new Set(tables.map(({ table }) => table));
  const all = new Set([...live, ...folded].map(({ table }) => table));
  return {
    tables: tables.map((table) => ({
      ...table,
      columns: table.columns.filter(({ column }) => !ARTEFACTS.includes(`${table.table}.${column}`)),
    })),
    leftOut: [...all].filter((table) => !compared.has(table)).toSorted(),
  };
};

/** Folds the events after `from` up to and including `to` into the scratch schema. Yields each position reached. */
async function* fold(
  { database, eventStore }: VerifierServices,
  definition: ProjectionDefinition,
  from: Position,
  to: Position,
): AsyncGenerator<Position> {
  const schema = scratchSchema(definition.name);
  const filter = { types: definition.eventTypes };
  for (let position = from; position < to; ) {
    const page = await eventStore.readPage(position, definition.batchSize ?? EVENTS, filter);
    const [unreadable] = page.unreadable;
    if (unreadable && unreadable.position <= to) throw unreadableFailure(unreadable);
    const events = page.events.filter((event) => event.position <= to);
    position = Math.min(page.scannedTo, to);
    const reached = position;
    if (events.length > 0) {
      await definition.prepare?.(schema, events);
      await definition.applyAhead?.(schema, events, (work) => database.transaction(work));
      await database.transaction((session) => definition.apply(session, schema, events, reached));
    }
    yield position;
  }
}

/** Stores the fingerprints of the live rows if they are at the position of the fold; returns whether they were. */
const noteLive = (
  { database, generations }: VerifierServices,
  definition: ProjectionDefinition,
  { live, position }: { readonly live: Generation; readonly position: Position },
  tables: readonly VerifiedTable[],
): Promise<boolean> =>
  database.transaction(async (session) => {
    // Rows and checkpoint from one snapshot: a batch that commits meanwhile is visible entirely or not at all.
    await session.query('set transaction isolation level repeatable read');
    const now = await liveGeneration(generations, session, definition);
    if (now.generation !== live.generation)
      throw unavailable(`Another generation of ${definition.name} went live in the meantime. Try again.`);
    if (now.position !== position) return false;
    const liveSchema = generationSchema(definition.name, live.generation);
    for (const table of tables)
      await storeFingerprints(session, table, {
        side: 'live',
        schema: liveSchema,
        scratch: scratchSchema(definition.name),
      });
    return true;
  });

async function* verifyInScratch(
  services: VerifierServices,
  verified: Pick<ProjectionDefinition, 'name' | 'version'>,
  signal: AbortSignal,
): AsyncGenerator<VerificationLine> {
  const { database, generations } = services;
  const { name } = verified;
  const schema = scratchSchema(name);
  const live = await liveGeneration(generations, database, verified);
  const liveSchema = generationSchema(name, live.generation);
  const definition = services.definitionFor(name, liveSchema);
  await definition.plan?.(live.generation, 'read-when-built');
  await dropScratch(database, name);
  await database.transaction(async (session) => {
    await session.query(`create schema "${schema}"`);
    await definition.create(session, schema);
  });
  const { tables, leftOut } = comparable(
    await tablesOf(database, liveSchema),
    await tablesOf(database, schema),
  );

  let position = 0;
  for (let chase = 1; ; chase += 1) {
    const { position: target } = await liveGeneration(generations, database, definition);
    for await (const reached of fold(services, definition, position, target)) {
      signal.throwIfAborted();
      position = reached;
      yield { kind: 'progress', stage: 'fold', done: reached, total: target };
    }
    if (await noteLive(services, definition, { live, position }, tables)) break;
    if (chase >= MAX_CHASES)
      throw unavailable(
        `${name} changes faster than it can be folded again. Try again when fewer writes are in progress.`,
      );
  }

  let rows = 0;
  let difference: RowDifference | undefined;
  for (const [index, table] of tables.entries()) {
    signal.throwIfAborted();
    yield { kind: 'progress', stage: 'compare', done: index, total: tables.length };
    await storeFingerprints(database, table, { side: 'folded', schema, scratch: schema });
    difference = await firstDifference(
      table,
      readFingerprints(database, 'live', schema, table),
      readFingerprints(database, 'folded', schema, table),
      () => {
        rows += 1;
        signal.throwIfAborted();
      },
    );
    if (difference) break;
  }
  yield {
    kind: 'result',
    projection: name,
    generation: live.generation,
    position,
    rows,
    leftOut,
    ...(difference ? { difference } : {}),
  };
}

export type ScratchProjectionVerifier = ProjectionVerifier & {
  /** Drops the scratch schemas of crashed verifications, but not those in use by another process. */
  readonly dropLeft: () => Promise<void>;
};

/**
 * Re-folds projections in a scratch schema and compares them with the live ones. The live generation is only read:
 * one statement per table records a digest of each column of its rows, at exactly the position that the fold has
 * reached.
 */
export const createProjectionVerifier = (services: VerifierServices): ScratchProjectionVerifier => {
  const { database, leases, projections } = services;
  const names = projections.map(({ name }) => name);
  /** The lease excludes other processes, but would be granted to this process twice. */
  const underWay = new Set<string>();

  /** Runs work with exclusive use of a projection's scratch schema; `undefined` when another verification uses it. */
  async function* alone<Line>(
    name: string,
    signal: AbortSignal,
    work: (held: AbortSignal) => AsyncIterable<Line>,
  ): AsyncGenerator<Line, boolean> {
    if (underWay.has(name)) return false;
    underWay.add(name);
    try {
      const timeout = anySignal([signal, AbortSignal.timeout(LEASE_TIMEOUT)]);
      const lease = await leases.acquire(`verify:${name}`, timeout);
      if (!lease) return false;
      try {
        yield* work(anySignal([signal, lease.signal]));
      } finally {
        if (!lease.signal.aborted) await dropScratch(database, name);
        await lease.release();
      }
      return true;
    } finally {
      underWay.delete(name);
    }
  }

  return {
    names,
    verify: async function* (name, signal) {
      const verified = projections.find((projection) => projection.name === name);
      if (!verified) throw new Failure(unknownProjection(name, names));
      if (underWay.has(name))
        throw new Failure(failure('conflict', `${name} is already being verified.`, { retryAfter: 30 }));
      const had = yield* alone(name, signal, (held) => verifyInScratch(services, verified, held));
      signal.throwIfAborted();
      // An unreachable or read-only database grants no lease either.
      if (!had)
        throw unavailable(
          `The verification of ${name} could not start: another process is running it, or the database accepts no writes.`,
        );
    },
    dropLeft: async () => {
      const rows = await database.query(
        'select nspname as name from pg_namespace where nspname = any($1::text[])',
        [names.map(scratchSchema)],
      );
      const left = new Set(rows.map(({ name }) => name));
      const nothing = async function* () {};
      // Acquiring it exclusively is enough: the schema is dropped at the end.
      for (const name of names.filter((known) => left.has(scratchSchema(known))))
        await Array.fromAsync(alone(name, new AbortController().signal, nothing));
    },
  };
};
