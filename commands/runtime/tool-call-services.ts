import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { CoreServices } from './core-services.ts';
import type { UnresponsiveTools } from './unresponsive-tools.ts';

/**
 * What asking for tools to be called needs, by whatever door. For a command that is repeated, the log is that of before
 * it, as in `servicesBeforeCommand`.
 */
export type ToolCallServices = CoreServices & {
  readonly tools: ToolRegistry;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  /** That stamps the log. */
  readonly clock: Clock;
  /** Milliseconds that a person has to confirm a call. */
  readonly confirmationTime: number;
  /** Of the calls that are made where they are asked for. */
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
