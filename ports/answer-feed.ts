import type { Position } from '../domain/kernel/event.ts';

/** An answer while a language model writes it. */
export type DraftedAnswer = {
  readonly queryId: string;
  /** The subject whose key seals the query: a draft is sealed with it before it leaves a process's memory. */
  readonly subject: string;
  /** Position of the event that records the model call. A draft with a higher one replaces those before. */
  readonly position: Position;
  readonly attempt: number;
};

/** Accepts text of a draft. Neither call throws, or waits for a reader. */
type DraftWriter = {
  readonly write: (text: string) => void;
  /** Removes the draft. Called when its outcome is on record, whatever it is; harmless when repeated. */
  readonly close: () => void;
};

/** Text that follows the part of a draft that a reader already has. */
export type DraftDelta = Pick<DraftedAnswer, 'position' | 'attempt'> & {
  /** Characters (UTF-16 code units) of the draft before this piece; 0 at the beginning of each draft. */
  readonly from: number;
  /** Never empty. */
  readonly text: string;
};

/**
 * Passes on answers while they are written, to readers in this process and in others. A draft is not a record and
 * nothing depends on it: text may come late, in different pieces than it was written in, or be lost from some
 * character on. The complete text is on record when the draft ends.
 */
export type AnswerFeed = {
  /**
   * Begins a draft. Text is discarded when the draft is not the newest of its query, or exceeds the limits of the feed.
   */
  readonly open: (draft: DraftedAnswer) => DraftWriter;
  /**
   * The newest draft of a query: the text so far in one piece, then each addition, draft after draft, until the
   * signal aborts. A reader who takes a piece late gets all text written meanwhile in one. Positions never go down; a
   * further draft begins again at character 0.
   */
  readonly follow: (queryId: string, signal: AbortSignal) => AsyncIterable<DraftDelta>;
};
