import type { LexicalIndex } from '../../../domain/retrieval/lexical/lexical-index.ts';
import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import type { Database } from '../../../ports/database.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { LookupCaches } from './lookup-caches.ts';
import type { SegmentView } from './segment-view.ts';

/** What the parts of a stored index share: one generation, as loaded by this node. */
export type StoredCorpus = {
  readonly database: Database;
  readonly metrics: Metrics | undefined;
  /** The schema with the tables of the generation. */
  readonly schema: string;
  /** Sealed documents, which no table has the words of, and those that wait to be written. */
  readonly memory: LexicalIndex;
  readonly caches: LookupCaches;
  /** The segments that are known; replaced where the node reads them all again. */
  view: SegmentView;
  /** Which state of the segments the view is of; -1 before there is any. */
  epoch: number;
  /** How many postings of a segment's list can be found. */
  readonly countLive: (view: SegmentView, segment: number, list: PostingList) => number;
};

/** Counts the live postings of lists, each once while nothing is withdrawn. */
export const createLiveCounter = (): StoredCorpus['countLive'] => {
  const counts = new WeakMap<PostingList, { readonly at: number; readonly live: number }>();
  return (view, segment, list) => {
    if (!view.hasWithdrawn(segment)) return list.length;
    const counted = counts.get(list);
    if (counted?.at === view.withdrawals()) return counted.live;
    let live = 0;
    for (let at = 0; at < list.length; at += 1) if (view.isLive(list.slots[at] ?? 0)) live += 1;
    counts.set(list, { at: view.withdrawals(), live });
    return live;
  };
};
