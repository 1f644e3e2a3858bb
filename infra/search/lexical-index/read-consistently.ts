import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { fetchMissing } from './fetch-missing.ts';
import { forgetMissing, forgetOutdated, isComplete, type Lookup } from './lookup.ts';
import { SegmentsChanged } from './segments-changed.ts';
import type { StoredCorpus } from './stored-corpus.ts';

/** Limit on read-and-fetch rounds; each one gets further. */
const MAX_ROUNDS = 40;
/** Limit on restarts of a search whose segments changed. */
const MAX_RESTARTS = 6;

const changesTooFast = (): Failure =>
  new Failure(
    failure('unavailable', 'The index is changing faster than it can be read. Try again shortly.', {
      component: 'search-index',
      retryAfter: 5,
    }),
  );

/** Runs work that reads segments, and repeats it when they change meanwhile. */
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

/** Reads, fetches missing data, and reads again until nothing is missing. */
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
