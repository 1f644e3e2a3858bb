import type { Position } from '../domain/kernel/event.ts';

/** An answer while a language model writes it. */
export type DraftedAnswer = {
  readonly queryId: string;
  /** Whose key the query is sealed with: a draft is sealed with it wherever it leaves the memory of a process. */
  readonly subject: string;
  /** Position of the event that tells of the model call. A draft with a higher one takes the place of those before. */
  readonly position: Position;
  readonly attempt: number;
};

/** Takes what may be shown of a draft. Neither throws, nor waits for anybody who reads. */
type DraftWriter = {
  readonly write: (text: string) => void;
  /** Forgets the draft. Called when it is on record what became of it, whatever that is; harmless when repeated. */
  readonly close: () => void;
};

/** Text that follows on what a reader has of a draft. */
export type DraftDelta = Pick<DraftedAnswer, 'position' | 'attempt'> & {
  /** Characters (UTF-16 code units) of the draft before this piece; 0 at the beginning of each draft. */
  readonly from: number;
  /** Never empty. */
  readonly text: string;
};

/**
 * Passes on answers while they are written, to readers in this process and in others. A draft is no record and nothing
 * depends on it: text may come late, in other pieces than it was written in, or be lost from some character on. What
 * was said is on record when the draft ends.
 */
export type AnswerFeed = {
  /**
   * Begins a draft. A writer whose draft is not the newest of its query, or that does not fit into the bounds of the
   * feed, writes into nothing.
   */
  readonly open: (draft: DraftedAnswer) => DraftWriter;
  /**
   * The newest draft of a query: what there is so far in one piece, then what comes, draft after draft, until the signal
   * aborts. A reader who takes a piece late gets all that was written meanwhile in one. Positions never go down; a
   * further draft begins again at character 0.
   */
  readonly follow: (queryId: string, signal: AbortSignal) => AsyncIterable<DraftDelta>;
};
