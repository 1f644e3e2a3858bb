import type { FailureReason } from './failure.ts';
import type { Result } from './result.ts';

/** What deciding yields: the events to append (none when nothing changes), or why the command is refused. */
export type Decision<Event> = Result<readonly Event[], FailureReason>;

/**
 * The write side of one aggregate as three values. All of them are pure: time, identity and anything read from
 * the world arrive inside the command.
 */
export type Decider<Command, Event, State> = {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Decision<Event>;
  readonly evolve: (state: State, event: Event) => State;
};

/** Folds a history into the state that a decider decides on. */
export const foldState = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
  history: Iterable<Event>,
  from: State = decider.initialState,
): State => {
  let state = from;
  for (const event of history) state = decider.evolve(state, event);
  return state;
};
