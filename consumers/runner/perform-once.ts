import { type ExecuteOptions, executeDecider } from '../../commands/runtime/execute-decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Delivery } from './delivery.ts';

/** An effect outside the log, with the command that records the intention. */
export type ExternalEffect<Command, Event extends DomainEvent, State, Result> = {
  readonly delivery: Delivery;
  /**
   * Records the intention. Its decider must decide nothing when the stream already holds the intention: this
   * distinguishes the first attempt from all later ones.
   */
  readonly intention: Omit<ExecuteOptions<Command, Event, State>, 'onAccepted' | 'label'>;
  readonly perform: (signal: AbortSignal) => Promise<Result>;
  /** For an idempotent effect: whether the recorded state calls for a repetition. */
  readonly mayRepeat?: (state: State) => boolean;
};

/**
 * The outcome. `left-alone` means that it was intended before: unless the state has its outcome, that is unknown, perhaps
 * permanently.
 */
export type PerformedOnce<State, Result> =
  | { readonly status: 'performed'; readonly result: Result; readonly state: State }
  | { readonly status: 'left-alone'; readonly state: State };

/**
 * Performs an effect outside the log (a message, an order, a payment) at most once, even if a process crashes or
 * freezes at any point: the intention is appended under the fence first, and only the attempt that appended it acts. An
 * attempt that finds an intention cannot know how it ended and leaves it alone.
 *
 * A process that loses its work between the two steps still acts, because no other may; it can no longer record the
 * outcome, which then shows as unknown. Rejects as `executeDecider` and `perform` do. When the append fails, it is
 * unknown whether the intention was stored: the next attempt finds out, and leaves it alone if it was.
 */
export const performOnce = async <Command, Event extends DomainEvent, State, Result>({
  delivery,
  intention,
  perform,
  mayRepeat = () => false,
}: ExternalEffect<Command, Event, State, Result>): Promise<PerformedOnce<State, Result>> => {
  const { state, events } = await executeDecider({
    ...intention,
    // Never a derived id: the log would then mistake the append of another process for a repetition of this one.
    context: {
      ...intention.context,
      commandId: intention.services.identity.newId(),
      fence: delivery.fence,
    },
  });
  const isOurs = events.length > 0;
  if (!isOurs && !mayRepeat(state)) return { status: 'left-alone', state };
  return { status: 'performed', result: await perform(delivery.signal), state };
};
