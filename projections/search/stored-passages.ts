import type { Passage } from '../../domain/retrieval/passage.ts';
import type { StoredPassages } from '../../ports/stored-passages.ts';
import { MAX_PAGE_SIZE } from '../page-of-rows.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import { listChunks } from './list-chunks.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';

/** Five times the number of passages in the longest textbook. */
const MAX_PASSAGES = 20_000;

/** Reads passages from the index `search`, page by page. */
export const createStoredPassages = (readModels: Pick<ReadModelReader, 'open'>): StoredPassages => ({
  ofVersion: async (docKey, version) => {
    const view = await readModels.open(SEARCH_PROJECTION);
    const passages: Passage[] = [];
    let cursor: string | undefined;
    do {
      const page = await listChunks(view, {
        docKey,
        version,
        limit: MAX_PAGE_SIZE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      passages.push(...page.items.map(({ live: _, ...passage }) => passage));
      cursor = page.nextCursor;
    } while (cursor !== undefined && passages.length < MAX_PASSAGES);
    return passages;
  },
});
