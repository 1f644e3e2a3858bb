import type { FailureReason } from '../../kernel/failure.ts';
import { costOf, type TokenPrice } from './cost.ts';

type EndedCall = {
  /** Whether the request was sent: a call may end while it waits for its turn. */
  readonly wasSent: boolean;
  /** The service's token counts; if undefined, they are estimated here. */
  readonly reportedUsage: { readonly promptTokens: number; readonly completionTokens: number } | undefined;
  readonly prompt: readonly string[];
  /** The text written so far. */
  readonly text: string;
  readonly outcome: 'completed' | 'failed' | 'timeout' | 'cancelled' | 'cut';
  readonly failure: FailureReason | undefined;
  readonly price: TokenPrice | undefined;
  readonly countTokens: (text: string) => number;
};

/** The tokens and cost of a call, in US dollars; no cost if the price is unknown. */
type SettledCall = {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd?: number;
};

/** A service that refuses a request has not processed it and bills nothing. */
const wasRefused = ({ code, details }: FailureReason): boolean =>
  code === 'rate_limit_exceeded' ||
  code === 'unavailable' ||
  code === 'rule_violated' ||
  details?.status !== undefined;

/**
 * Returns the cost of a model call. If the service does not report its tokens, they are estimated with another
 * tokenizer: close, but not exact. A call that was cut, timed out or was cancelled counts with its prompt and the
 * text written so far; one that was refused or never sent costs nothing.
 */
export const settleCall = (call: EndedCall): SettledCall => {
  const { wasSent, reportedUsage, prompt, text, outcome, failure, price, countTokens } = call;
  const nothing =
    !wasSent ||
    (reportedUsage === undefined && outcome === 'failed' && failure !== undefined && wasRefused(failure));
  const tokens = nothing
    ? { promptTokens: 0, completionTokens: 0 }
    : (reportedUsage ?? {
        promptTokens: prompt.reduce((sum, part) => sum + countTokens(part), 0),
        completionTokens: countTokens(text),
      });
  return { ...tokens, ...(price === undefined ? {} : { costUsd: costOf(tokens, price) }) };
};
