import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** What carrying out calls of tools needs. */
export type ToolExecutorServices = Pick<
  CommandServices,
  'eventStore' | 'identity' | 'phiDetector' | 'states'
> & {
  readonly tools: ToolRegistry;
  /** That stamps the log, and a stopwatch. */
  readonly clock: Clock;
  /** Milliseconds that a person has to confirm a call. */
  readonly confirmationTime: number;
};
