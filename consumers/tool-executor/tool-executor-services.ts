import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** The services of the tool executor. */
export type ToolExecutorServices = Pick<
  CommandServices,
  'eventStore' | 'identity' | 'phiDetector' | 'states'
> & {
  readonly tools: ToolRegistry;
  /** The clock that stamps the log, and a stopwatch. */
  readonly clock: Clock;
  /** Milliseconds that a person has to confirm a call. */
  readonly confirmationTime: number;
};
