import { LRUCache } from 'lru-cache';
import type { Position } from '../../../domain/kernel/event.ts';
import type { DraftDelta } from '../../../ports/answer-feed.ts';

/** A draft, as far as this process has received it. */
export type Draft = {
  readonly queryId: string;
  readonly subject: string;
  readonly position: Position;
  readonly attempt: number;
  /** The text so far. It only grows, through `DraftBoard.extend`. */
  text: string;
};

/** The drafts in this process, and the readers that wait for more text. */
export type DraftBoard = {
  /** Adds an empty draft, replacing those of the same query with lower positions; `undefined` if a newer one exists. */
  readonly begin: (draft: Omit<Draft, 'text'>) => Draft | undefined;
  /** Appends text; ignored for a draft that was removed or has reached its maximum length. */
  readonly extend: (draft: Draft, text: string) => void;
  /** Removes one draft, but not one that has replaced it. */
  readonly remove: (draft: Draft) => void;
  readonly clear: () => void;
  readonly draftOf: (queryId: string) => Draft | undefined;
  /** See `AnswerFeed`. */
  readonly follow: (queryId: string, signal: AbortSignal) => AsyncGenerator<DraftDelta>;
};

export type DraftBoardLimits = {
  /** Maximum number of drafts; beyond it the least recently changed one is evicted. */
  readonly maxDrafts: number;
  /** Maximum characters of one draft; further text is not passed on. */
  readonly maxCharacters: number;
};

/**
 * An answer of 2,000 tokens has some 8,000 characters; eight times that leaves room for larger settings. 500 drafts
 * take 64 MB at maximum length and 8 MB at typical length; a process works on 16 questions at a time.
 */
const defaultDraftLimits: DraftBoardLimits = { maxDrafts: 500, maxCharacters: 64_000 };

export const createDraftBoard = (limits: DraftBoardLimits = defaultDraftLimits): DraftBoard => {
  const drafts = new LRUCache<string, Draft>({ max: limits.maxDrafts });
  const waiting = new Map<string, Set<() => void>>();

  const wake = (queryId: string): void => {
    const readers = waiting.get(queryId);
    waiting.delete(queryId);
    for (const goOn of readers ?? []) goOn();
  };
  /** Resolves at the next change of this query's draft, or when the signal aborts. */
  const change = (queryId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const readers = waiting.get(queryId) ?? new Set();
      waiting.set(queryId, readers);
      const goOn = (): void => {
        signal.removeEventListener('abort', goOn);
        readers.delete(goOn);
        if (readers.size === 0 && waiting.get(queryId) === readers) waiting.delete(queryId);
        resolve();
      };
      readers.add(goOn);
      signal.addEventListener('abort', goOn, { once: true });
    });

  return {
    begin: (draft) => {
      const known = drafts.peek(draft.queryId);
      if (known && known.position >= draft.position) return undefined;
      const begun = { ...draft, text: '' };
      drafts.set(draft.queryId, begun);
      return begun;
    },
    extend: (draft, text) => {
      const room = limits.maxCharacters - draft.text.length;
      if (room <= 0 || text === '' || drafts.get(draft.queryId) !== draft) return;
      draft.text += text.slice(0, room);
      wake(draft.queryId);
    },
    remove: (draft) => {
      if (drafts.peek(draft.queryId) === draft) drafts.delete(draft.queryId);
    },
    clear: () => drafts.clear(),
    draftOf: (queryId) => drafts.peek(queryId),
    follow: async function* (queryId, signal) {
      let position: Position = 0;
      let from = 0;
      while (!signal.aborted) {
        const draft = drafts.peek(queryId);
        if (draft && draft.position > position) {
          position = draft.position;
          from = 0;
        }
        if (draft && draft.position === position && draft.text.length > from) {
          const text = draft.text.slice(from);
          yield { position, attempt: draft.attempt, from, text };
          from += text.length;
        } else await change(queryId, signal);
      }
    },
  };
};
