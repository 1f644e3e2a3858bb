import { executeDecider, type Loaded, loadState, startedBy } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { QueryCommand } from '../../domain/consultation/query-commands.ts';
import { queryDecider } from '../../domain/consultation/query-decider.ts';
import { type QueryEvent, queryAsked } from '../../domain/consultation/query-events.ts';
import type { QueryState } from '../../domain/consultation/query-state.ts';
import type { Position, RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import { unwrap } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { querySubject } from '../../domain/privacy/data-subject.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

export const QUERY_ORCHESTRATOR = 'query-orchestrator';

/** The result of recording commands, with the events that this call appended. */
type Recorded = {
  readonly state: QueryState;
  readonly events: readonly QueryEvent[];
  readonly position: Position;
};

/** The stream of a query being answered: its state, and the means to append to it. */
export type QueryRecord = {
  readonly streamId: StreamId;
  /** The first event of the stream. */
  readonly asked: RecordedEvent;
  /** The data subject whose key seals it. */
  readonly subject: string;
  readonly state: () => QueryState;
  /** The last revision in the log: that of `state`, unless commands are prepared. */
  readonly revision: () => Revision;
  /** Marks everything recorded from now on as PHI, for instance because of a quoted document. */
  readonly holdPhi: () => void;
  /**
   * Applies commands to `state` that the next `record` appends together with its own: steps whose loss in a crash costs
   * only their repetition. Lost when that append fails.
   */
  readonly prepare: (...commands: readonly QueryCommand[]) => void;
  /**
   * Appends the events of the prepared commands and of these under the fence, in one append. Afterwards the state is that
   * of the log, even if another process was faster. Calls must not overlap.
   */
  readonly record: (...commands: readonly QueryCommand[]) => Promise<Recorded>;
};

/**
 * Opens the stream of a query from the delivered event. The first delivery of a question is assumed to be the whole
 * stream: if more has happened, as after a crash, the first append conflicts and the stream is read.
 *
 * @param streamId given when the event is from another stream, such as the end of a tool call for the query
 */
export const openQueryRecord = async (
  delivered: RecordedEvent,
  { attempt, fence }: Pick<Delivery, 'attempt' | 'fence'>,
  services: Pick<OrchestratorServices, 'eventStore' | 'identity'>,
  streamId: StreamId = delivered.streamId,
): Promise<QueryRecord> => {
  const isFresh = attempt === 1 && delivered.type === queryAsked.type;
  const loaded = isFresh ? undefined : await loadState(services, queryDecider, streamId);
  let seen: Loaded<QueryState> = loaded ?? startedBy(queryDecider, delivered);
  const asked = loaded?.first ?? delivered;
  // The end of a tool call advances a question but is not part of its stream.
  const event = delivered.streamId === streamId ? delivered : asked;
  const { metadata } = event;
  let holdsPhi = false;
  let prepared: readonly QueryCommand[] = [];
  /** The state after the prepared commands. */
  let ahead: QueryState | undefined;
  const state = (): QueryState => ahead ?? seen.state;
  return {
    streamId,
    asked,
    subject: metadata.subject ?? querySubject(streamId.slice('query-'.length), undefined),
    state,
    revision: () => seen.revision,
    holdPhi: () => {
      holdsPhi = true;
    },
    prepare: (...commands) => {
      ahead = commands.reduce(
        (before, command) => unwrap(queryDecider.decide(command, before)).reduce(queryDecider.evolve, before),
        state(),
      );
      prepared = [...prepared, ...commands];
    },
    record: async (...commands) => {
      const before = state();
      const all = [...prepared, ...commands];
      prepared = [];
      ahead = undefined;
      const recorded = await executeDecider({
        decider: queryDecider,
        streamId,
        commands: all,
        // Never a derived id: the log would then mistake the append of an earlier delivery for this one, and an action
        // that may happen once would happen twice.
        context: systemContext(event, services.identity.newId(), QUERY_ORCHESTRATOR, fence),
        services,
        ...omitUndefined({ subject: metadata.subject }),
        phi:
          holdsPhi ||
          metadata.phi ||
          (before.status !== 'asked' && 'screening' in before && before.screening.detected),
        seen,
      });
      seen = recorded;
      return recorded;
    },
  };
};
