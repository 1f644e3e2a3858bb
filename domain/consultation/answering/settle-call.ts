import type { FailureReason } from '../../kernel/failure.ts';
import { costOf, type TokenPrice } from './cost.ts';

type EndedCall = {
  /** Whether its service was asked: a call may end while it waits for its turn. */
  readonly wasSent: boolean;
  /** As the service counted them; where it did not, they are counted here. */
  readonly reportedUsage: { readonly promptTokens: number; readonly completionTokens: number } | undefined;
  readonly prompt: readonly string[];
  /** What was written until the end. */
  readonly text: string;
  readonly outcome: 'completed' | 'failed' | 'timeout' | 'cancelled' | 'cut';
  readonly failure: FailureReason | undefined;
  readonly price: TokenPrice | undefined;
  readonly countTokens: (text: string) => number;
};

/** What a call came to. US dollars; absent where no price is known. */
type SettledCall = {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd?: number;
};

/** What refuses a request has not read it: nothing of it is billed. */
const wasRefused = ({ code, details }: FailureReason): boolean =>
  code === 'rate_limit_exceeded' ||
  code === 'unavailable' ||
  code === 'rule_violated' ||
  details?.status !== undefined;

/**
 * What a call of a model has cost. Where the service does not say, its tokens are counted with another tokenizer than
 * its own: the count is near, not exact. A call that was cut, timed out or was cancelled counts with its prompt and what
 * it had written; one that was refused, or never sent, costs nothing.
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
