import type { FailureReason } from './failure.ts';
import type { Result } from './result.ts';

/** The result of deciding: the events to append (none when nothing changes), or why the command is refused. */
export type Decision<Event> = Result<readonly Event[], FailureReason>;

/**
 * The write side of one aggregate as three pure values: time, identity and anything read from outside arrive in the
 * command.
 */
export type Decider<Command, Event, State> = {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Decision<Event>;
  readonly evolve: (state: State, event: Event) => State;
};

/** Folds a history into the state of a decider. */
export const foldState = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
  history: Iterable<Event>,
  from: State = decider.initialState,
): State => {
  let state = from;
  for (const event of history) state = decider.evolve(state, event);
  return state;
};
