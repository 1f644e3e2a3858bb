import { type ExecuteOptions, executeDecider } from '../../commands/runtime/execute-decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Delivery } from './delivery.ts';

/** Something that happens outside the log, with the command that records that it is about to happen. */
export type ExternalEffect<Command, Event extends DomainEvent, State, Result> = {
  readonly delivery: Delivery;
  /**
   * Records the intention. Its decider must decide nothing when the stream holds the intention already: that is what
   * distinguishes the one who intends from all who come later.
   */
  readonly intention: Omit<ExecuteOptions<Command, Event, State>, 'onAccepted' | 'label'>;
  readonly perform: (signal: AbortSignal) => Promise<Result>;
  /** For an effect that does no harm when it is repeated: whether it should be, by what is on record of it. */
  readonly mayRepeat?: (state: State) => boolean;
};

/**
 * The outcome. `left-alone` means that it was intended before: what the state does not tell of its outcome is
 * unknown, perhaps for good.
 */
export type PerformedOnce<State, Result> =
  | { readonly status: 'performed'; readonly result: Result; readonly state: State }
  | { readonly status: 'left-alone'; readonly state: State };

/**
 * Does something outside the log (a message, an order, a payment) at most once, whichever process crashes or is
 * frozen at any instant: the intention is appended under the fence first, and only the one that appended it acts. An
 * attempt that finds an intention, including its predecessor's, cannot know how that ended and leaves it alone.
 *
 * A process that loses its work between the two steps still acts, since it alone may; it cannot record the outcome any
 * more, so that shows as unknown. Rejects as `executeDecider` and `perform` do. Whether the intention was stored is not
 * known when that append fails: the next attempt finds out, and leaves it alone if it was.
 */
export const performOnce = async <Command, Event extends DomainEvent, State, Result>({
  delivery,
  intention,
  perform,
  mayRepeat = () => false,
}: ExternalEffect<Command, Event, State, Result>): Promise<PerformedOnce<State, Result>> => {
  const { state, events } = await executeDecider({
    ...intention,
    // Never a derived id: with that, the log would take the append of another process for a repetition of this one.
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
