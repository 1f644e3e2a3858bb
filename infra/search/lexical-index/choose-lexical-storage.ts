import type { Database } from '../../../ports/database.ts';
import type { Generations } from '../../../ports/generations.ts';
import type { LexicalTables } from '../../../ports/lexical-tables.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import { SEARCH_PROJECTION } from '../../../projections/search/search-projection.ts';
import { type LexicalIndexConfiguration, STORED_MIN_PASSAGES } from './lexical-index-configuration.ts';
import { lexicalStorageOf } from './lexical-tables.ts';

export type ChoiceServices = {
  readonly database: Database;
  readonly generations: Pick<Generations, 'list'>;
  readonly choice: LexicalIndexConfiguration['choice'];
  /** Number of passages from which `auto` means `stored`. */
  readonly storedFrom?: number;
};

/**
 * Chooses where a new generation stores its words. By default, in tables once there are many passages or if
 * the live generation already does, so that a corpus near the threshold does not switch back and forth.
 */
export const chooseLexicalStorage =
  ({
    database,
    generations,
    choice,
    storedFrom = STORED_MIN_PASSAGES,
  }: ChoiceServices): LexicalTables['home'] =>
  async () => {
    if (choice !== 'auto') return choice;
    const live = (await generations.list(database, SEARCH_PROJECTION)).find(({ state }) => state === 'live');
    if (!live) return 'memory';
    const schema = generationSchema(SEARCH_PROJECTION, live.generation);
    if ((await lexicalStorageOf(database, schema)) === 'stored') return 'stored';
    const rows = await database.query(`select 1 from "${schema}".passages where live offset $1 limit 1`, [
      storedFrom - 1,
    ]);
    return rows.length > 0 ? 'stored' : 'memory';
  };
