import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { CoreServices } from './core-services.ts';
import type { UnresponsiveTools } from './unresponsive-tools.ts';

/**
 * The services for requesting tool calls, from any interface. For a repeated command the log ends before that
 * command, as in `servicesBeforeCommand`.
 */
export type ToolCallServices = CoreServices & {
  readonly tools: ToolRegistry;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  /** The clock that stamps the log. */
  readonly clock: Clock;
  /** Milliseconds that a person has to confirm a call. */
  readonly confirmationTime: number;
  /** The unresponsive calls among those that run where they are requested. */
  readonly hanging: UnresponsiveTools;
};

/** @throws Failure `unavailable` where no tools are wired */
export const toolCallServicesOf = ({
  toolCalls,
}: {
  readonly toolCalls?: ToolCallServices;
}): ToolCallServices => {
  if (!toolCalls) throw new Failure(failure('unavailable', 'No tools are available here.'));
  return toolCalls;
};
