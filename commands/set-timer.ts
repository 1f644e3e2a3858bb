import type { StreamId } from '../domain/kernel/event.ts';
import { type TimerCommand, timerDecider, timerStream } from '../domain/operations/timer-decider.ts';
import type { Due } from '../domain/operations/timer-events.ts';
import type { CommandContext } from './runtime/command-context.ts';
import type { CommandServices } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

type Services = Pick<CommandServices, 'eventStore' | 'identity'>;

const execute = (timerId: string, command: TimerCommand, context: CommandContext, services: Services) => {
  // The caller's expected revision is that of another stream.
  const { expectedRevision: _, ...about } = context;
  return executeDecider({
    decider: timerDecider,
    streamId: timerStream(timerId),
    commands: [command],
    context: about,
    services,
    label: command.type,
  });
};

/** A timer to set. Derive the id from what the timer belongs to, so that a repeated command sets no second one. */
export type TimerToSet = {
  readonly timerId: string;
  /** Which `TimerFired` events its consumer acts on, e.g. `confirmation-expiry`. */
  readonly purpose: string;
  /** The stream that the timer concerns. */
  readonly about: StreamId;
  readonly due: Due;
};

/**
 * Sets a timer: `TimerFired` is appended once, at the instant or soon after, despite any crashes. Harmless when
 * repeated; rejects with `conflict` when the id was used for another timer.
 */
export const setTimer = async (
  timer: TimerToSet,
  context: CommandContext,
  services: Services,
): Promise<void> => {
  await execute(timer.timerId, { type: 'SetTimer', ...timer }, context, services);
};

/**
 * Cancels a timer. Harmless when repeated; rejects with `conflict` when it has already fired: the consumer is then at
 * work, and the caller is too late.
 */
export const cancelTimer = async (
  timerId: string,
  context: CommandContext,
  services: Services,
): Promise<void> => {
  await execute(timerId, { type: 'CancelTimer' }, context, services);
};
