import { executeDecider, type Loaded, loadState, startedBy } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { QueryCommand } from '../../domain/consultation/query-commands.ts';
import { queryDecider } from '../../domain/consultation/query-decider.ts';
import { type QueryEvent, queryAsked } from '../../domain/consultation/query-events.ts';
import type { QueryState } from '../../domain/consultation/query-state.ts';
import type { Position, RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { querySubject } from '../../domain/privacy/data-subject.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

export const QUERY_ORCHESTRATOR = 'query-orchestrator';

/** What a recording has come to: the events are those that this one appended. */
type Recorded = {
  readonly state: QueryState;
  readonly events: readonly QueryEvent[];
  readonly position: Position;
};

/** The stream of one query while it is worked on: its events, and the way to append to it. */
export type QueryRecord = {
  readonly streamId: StreamId;
  /** The event that it began with. */
  readonly asked: RecordedEvent;
  /** Whose key seals it. */
  readonly subject: string;
  readonly state: () => QueryState;
  /** The revision that `state` is of. */
  readonly revision: () => Revision;
  /** Says that what is recorded from now on holds PHI, as of a document that is quoted. */
  readonly holdPhi: () => void;
  /**
   * Appends what the commands come to, under the fence. The state after them is that of the log, where somebody else
   * was faster. One call after the other.
   */
  readonly record: (...commands: readonly QueryCommand[]) => Promise<Recorded>;
};

/**
 * Opens the stream of a query by the event that is delivered. A first delivery of a question is taken for the first: when
 * more has happened since, as after a crash, the first append meets a conflict and the stream is read.
 *
 * @param streamId where the event is of another stream, as what came of a tool that was called for the query
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
  // What comes of a tool brings a question on, and is no part of it.
  const event = delivered.streamId === streamId ? delivered : asked;
  const { metadata } = event;
  let holdsPhi = false;
  return {
    streamId,
    asked,
    subject: metadata.subject ?? querySubject(streamId.slice('query-'.length), undefined),
    state: () => seen.state,
    revision: () => seen.revision,
    holdPhi: () => {
      holdsPhi = true;
    },
    record: async (...commands) => {
      const { status } = seen.state;
      const recorded = await executeDecider({
        decider: queryDecider,
        streamId,
        commands,
        // Never a derived id: with that, the log would take what a former delivery appended for this one's, and what
        // may be done once would be done twice.
        context: systemContext(event, services.identity.newId(), QUERY_ORCHESTRATOR, fence),
        services,
        ...omitUndefined({ subject: metadata.subject }),
        phi:
          holdsPhi ||
          metadata.phi ||
          (status !== 'asked' && 'screening' in seen.state && seen.state.screening.detected),
        seen,
      });
      seen = recorded;
      return recorded;
    },
  };
};
