import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import { countPieces, forgetPieces } from '../../infra/cluster/answer-feed/stored-pieces.ts';
import { countVectors, forgetVectors } from '../../infra/models/embedding/forget-vectors.ts';
import { countAnswers, forgetAnswers } from '../../infra/storage/idempotency/forget-answers.ts';
import type { Database, SqlValue } from '../../ports/database.ts';
import type { Generations } from '../../ports/generations.ts';
import type { SubjectCount, SubjectPurge } from '../../ports/subject-purge.ts';
import {
  generationSchema,
  type ProjectionDefinition,
} from '../../projections/runner/projection-definition.ts';

type PurgeServices = {
  readonly database: Database;
  readonly generations: Pick<Generations, 'list'>;
  readonly projections: readonly Pick<ProjectionDefinition, 'name' | 'sealedSince'>[];
};

const tableRow = z.object({ table_schema: z.string(), table_name: z.string() });

/** The tables of live generations that have all of these columns. */
const tablesWith = async (
  { database, generations }: PurgeServices,
  columns: readonly string[],
): Promise<readonly string[]> => {
  const live = (await generations.list(database)).filter(({ state }) => state === 'live');
  const schemas = live.map(({ projection, generation }) => generationSchema(projection, generation));
  const rows = await database.query(
    `select table_schema, table_name from information_schema.columns
      where table_schema = any($1::text[]) and column_name = any($2::text[])
      group by table_schema, table_name having count(*) = $3::integer`,
    [schemas, columns, columns.length],
  );
  return rows.map((row) => {
    const { table_schema: schema, table_name: table } = tableRow.parse(row);
    return `"${schema}"."${table}"`;
  });
};

/**
 * Refuses to certify an erasure while rows of an older version of the program exist: they are in plain text, which
 * destroying a key does not erase, and nodes of that version keep and show them.
 */
const requireSealed = async ({ database, generations, projections }: PurgeServices): Promise<void> => {
  const since = new Map(projections.map(({ name, sealedSince = 0 }) => [name, sealedSince]));
  const plain = (await generations.list(database)).find(
    ({ projection, definitionVersion }) => definitionVersion < (since.get(projection) ?? 0),
  );
  if (!plain) return;
  throw new Failure(
    failure(
      'unavailable',
      `The read model "${plain.projection}" of an older version of the program is in plain text. Stop the nodes of that version, wait until it is rebuilt, and replay this event.`,
      { component: plain.projection },
    ),
  );
};

const countIn = async (
  services: PurgeServices,
  columns: readonly string[],
  where: string,
  values: readonly SqlValue[],
): Promise<number> => {
  let count = 0;
  for (const table of await tablesWith(services, columns)) {
    const [row] = await services.database.query(`select count(*) as n from ${table} where ${where}`, values);
    count += Number(row?.n ?? 0);
  }
  return count;
};

/**
 * How much of a subject each place in the database holds, apart from the log. Only their folds write read models: an
 * erasure leaves rows there that the destroyed key makes unreadable, and that go when the fold reaches `SubjectErased`.
 */
export const subjectCounts = (services: PurgeServices): readonly SubjectCount[] => [
  {
    place: 'read_models',
    effect: 'unreadable',
    count: ({ subject }) => countIn(services, ['subject', 'sealed'], 'subject = $1', [subject]),
  },
  {
    place: 'search_passages',
    effect: 'removed',
    count: async ({ subject }) => {
      const docKey = docKeyOfSubject(subject);
      return docKey === undefined ? 0 : countIn(services, ['chunk_id', 'doc_key'], 'doc_key = $1', [docKey]);
    },
  },
  {
    place: 'embedding_cache',
    effect: 'removed',
    count: async ({ subject }) =>
      docKeyOfSubject(subject) === undefined ? 0 : countVectors(services.database),
  },
  {
    place: 'idempotency_answers',
    effect: 'removed',
    count: ({ commandIds }) => countAnswers(services.database, commandIds),
  },
  {
    place: 'answer_drafts',
    effect: 'removed',
    count: ({ subject }) => countPieces(services.database, subject),
  },
  {
    place: 'parked_events',
    effect: 'unreadable',
    count: ({ streamIds }) =>
      countIn(services, ['parked_key', 'stream_id'], 'stream_id = any($1::text[])', [[...streamIds]]),
  },
];

/** What an erasure does in a place besides counting. */
const removals = ({
  database,
}: PurgeServices): Readonly<Partial<Record<SubjectPurge['place'], SubjectPurge['purge']>>> => ({
  embedding_cache: async ({ subject }) =>
    docKeyOfSubject(subject) === undefined ? 0 : forgetVectors(database),
  idempotency_answers: ({ commandIds }) => forgetAnswers(database, commandIds),
  answer_drafts: ({ subject }) => forgetPieces(database, subject),
});

/** The same places, for an erasure: it removes what it can, and counts what the destroyed key has made unreadable. */
export const subjectPurges = (services: PurgeServices): readonly SubjectPurge[] => {
  const remove = removals(services);
  return subjectCounts(services).map(({ place, effect, count }) => ({
    place,
    effect,
    purge: async (erased) => {
      if (place === 'read_models') await requireSealed(services);
      return (remove[place] ?? count)(erased);
    },
  }));
};
