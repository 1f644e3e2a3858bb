import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { fetchMissing } from './fetch-missing.ts';
import { forgetMissing, forgetOutdated, isComplete, type Lookup } from './lookup.ts';
import { SegmentsChanged } from './segments-changed.ts';
import type { StoredCorpus } from './stored-corpus.ts';

/** How often a pure function is asked again for what it looked up: each time it comes further. */
const MAX_ROUNDS = 40;
/** How often a search starts over because segments changed under it. */
const MAX_RESTARTS = 6;

const changesTooFast = (): Failure =>
  new Failure(
    failure('unavailable', 'The words of the index change faster than they can be read. Try again shortly.', {
      component: 'search-index',
      retryAfter: 5,
    }),
  );

/** Does something that reads segments, again when they change under it. */
export const restartOnChange = async <Answer>(
  work: () => Promise<Answer>,
  catchUp: () => Promise<void>,
): Promise<Answer> => {
  for (let restart = 0; restart < MAX_RESTARTS; restart += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SegmentsChanged)) throw error;
      await catchUp();
    }
  }
  throw changesTooFast();
};

/** Reads, fetches what was missing, and reads again until nothing is. */
export const readUntilComplete = async <Answer>(
  corpus: StoredCorpus,
  lookup: Lookup,
  read: () => Answer,
): Promise<Answer> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (lookup.pinned.view !== corpus.view) throw new SegmentsChanged();
    forgetOutdated(lookup, corpus.caches.changes());
    forgetMissing(lookup);
    const answer = read();
    if (isComplete(lookup)) return answer;
    await fetchMissing(corpus, lookup);
  }
  throw changesTooFast();
};
