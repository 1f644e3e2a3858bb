import type { Position } from '../domain/kernel/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenSource } from '../ports/token-source.ts';

/** On what terms tokens are given out here. */
export type TokenIssue = {
  readonly source: TokenSource;
  readonly clock: Pick<Clock, 'now'>;
  /** Days that a token lasts whose maker names no end, and the most that may be asked for. */
  readonly defaultDays: number;
  readonly maxDays: number;
  /** Whether an identity provider names users beside these. */
  readonly apart: boolean;
  /** Milliseconds that a token of the identity provider may last at most. */
  readonly maxSessionMs: number;
  /** Resolves once sign-ins here are checked against the log up to a position, or it takes too long. */
  readonly applied: (position: Position) => Promise<void>;
};
