import type { TokenIssue } from '../../commands/token-issue.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { namedTokenSource } from '../../infra/services/auth/named-token-source.ts';

/** Tokens on the usual terms, not used to authenticate. */
export const testTokenIssue: TokenIssue = {
  source: namedTokenSource,
  clock: systemClock,
  defaultDays: 90,
  maxDays: 366,
  apart: false,
  maxSessionMs: 24 * 60 * 60 * 1000,
  applied: async () => {},
};
