import type { z } from 'zod';
import { anySignal } from '../../ports/any-signal.ts';
import type { CommandDefinition, CommandOutcome, Ended } from './command-definition.ts';
import type { CommandRuntime } from './command-runtime.ts';

type Waiting<Schema extends z.ZodType> = {
  readonly definition: Pick<CommandDefinition<Schema>, 'name' | 'process'>;
  /** Milliseconds. */
  readonly wait?: number;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
};

/**
 * Waits for the end of the process that a command started; `undefined` when it did not end in time. The command has
 * taken effect, so a failure to wait, for example because the database stops responding, is not a failure of the
 * command.
 */
export const awaitOutcome = async <Schema extends z.ZodType>(
  { definition, wait = 0, signal }: Waiting<Schema>,
  outcome: CommandOutcome,
  { commandServices, stopping, logger }: Pick<CommandRuntime, 'commandServices' | 'stopping' | 'logger'>,
): Promise<Ended<object> | undefined> => {
  if (!definition.process || wait === 0) return undefined;
  const limit = anySignal([AbortSignal.timeout(wait), signal, stopping]);
  try {
    return await definition.process.awaitEnd(outcome, commandServices, limit);
  } catch (error) {
    logger.warn({ error, command: definition.name }, "Waiting for a command's outcome failed.");
    return undefined;
  }
};
