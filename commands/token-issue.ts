import type { Position } from '../domain/kernel/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenSource } from '../ports/token-source.ts';

/** The terms on which tokens are issued. */
export type TokenIssue = {
  readonly source: TokenSource;
  readonly clock: Pick<Clock, 'now'>;
  /** The default and the maximum lifetime of a token, in days. */
  readonly defaultDays: number;
  readonly maxDays: number;
  /** Whether an identity provider also signs users in. */
  readonly apart: boolean;
  /** The maximum lifetime of an identity provider's token, in milliseconds. */
  readonly maxSessionMs: number;
  /** Resolves when sign-ins on this node are checked against the log up to a position, or after a timeout. */
  readonly applied: (position: Position) => Promise<void>;
};
