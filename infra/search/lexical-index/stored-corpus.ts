import type { LexicalIndex } from '../../../domain/retrieval/lexical/lexical-index.ts';
import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import type { Database } from '../../../ports/database.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { LookupCaches } from './lookup-caches.ts';
import type { SegmentView } from './segment-view.ts';

/** State shared by the parts of a stored index: one generation, as loaded by this node. */
export type StoredCorpus = {
  readonly database: Database;
  readonly metrics: Metrics | undefined;
  /** The schema of the generation's tables. */
  readonly schema: string;
  /** Sealed documents, whose words are in no table, and documents waiting to be written. */
  readonly memory: LexicalIndex;
  readonly caches: LookupCaches;
  /** The segments loaded; replaced when the node reloads all of them. */
  view: SegmentView;
  /** The epoch of the segments in the view; -1 before the first load. */
  epoch: number;
  /** Counts the postings of a segment's list that are still searchable. */
  readonly countLive: (view: SegmentView, segment: number, list: PostingList) => number;
};

/** Creates a counter of live postings; it counts each list once until something is withdrawn. */
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
