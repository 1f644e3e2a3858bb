import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import type { Generations } from '../../../ports/generations.ts';
import type { LexicalStorage } from '../../../ports/lexical-tables.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import { livePassages } from '../../../projections/search/live-passages.ts';
import { SEARCH_PROJECTION } from '../../../projections/search/search-projection.ts';
import { lexicalStorageOf } from './lexical-tables.ts';

/** Where the live generation stores its words, counted in passages. */
export type WordState = {
  readonly home: LexicalStorage;
  /** Where a generation created now would store them. */
  readonly wanted: LexicalStorage;
  /** All searchable passages. */
  readonly passages: number;
  /** Searchable passages that are known to contain no PHI, and so may be stored in tables. */
  readonly plain: number;
  /** Passages written to tables, and passages waiting to be; 0 when the home is memory. */
  readonly written: number;
  readonly waiting: number;
};

const passagesRow = z.object({ passages: z.number(), plain: z.number() });
const tablesRow = z.object({ ...passagesRow.shape, written: z.number(), waiting: z.number() });

/** Reads the word storage of one generation. Counts its passages. */
export const readWordsOf = async (
  database: Pick<Database, 'query'>,
  schema: string,
): Promise<Omit<WordState, 'wanted'>> => {
  const home = await lexicalStorageOf(database, schema);
  const counted = `count(*)::integer as passages, count(passage)::integer as plain`;
  if (home === 'memory') {
    const [row] = await database.query(`select ${counted} from ${livePassages(schema)}`);
    return { home, ...passagesRow.parse(row), written: 0, waiting: 0 };
  }
  // One statement, hence one snapshot: the projection updates all three in one transaction.
  const [row] = await database.query(
    `select ${counted},
            (select coalesce(sum(slots), 0)::integer from "${schema}".lexical_documents where live) as written,
            (select coalesce(sum(chunks), 0)::integer from "${schema}".lexical_tail) as waiting
       from ${livePassages(schema)}`,
  );
  return { home, ...tablesRow.parse(row) };
};

/**
 * Creates a reader of the word storage; it returns undefined before there is a generation. It counts the
 * passages, so do not call it on every request.
 */
export const createWordStateReader =
  (
    {
      database,
      generations,
    }: { readonly database: Database; readonly generations: Pick<Generations, 'list'> },
    wantedHome: () => Promise<LexicalStorage>,
  ): (() => Promise<WordState | undefined>) =>
  async () => {
    const live = (await generations.list(database, SEARCH_PROJECTION)).find(({ state }) => state === 'live');
    if (!live) return undefined;
    const schema = generationSchema(SEARCH_PROJECTION, live.generation);
    return { wanted: await wantedHome(), ...(await readWordsOf(database, schema)) };
  };
