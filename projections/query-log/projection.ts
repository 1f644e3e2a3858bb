import type { CountedQuestion } from '../../domain/consultation/counted-question.ts';
import type { QueryEvent } from '../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { querySubject } from '../../domain/privacy/data-subject.ts';
import { queryIntents } from '../../domain/retrieval/query/query-intent.ts';
import { defineKeyedProjection, type EventFold, type RecordedOf } from '../keyed-projection.ts';
import { type QueryLogRow, type QueryLogStage, queryLogEntity, queryLogSealing } from './entity.ts';

const entryOf = (
  event: RecordedEvent,
  entry: Pick<QueryLogRow, 'entryId' | 'kind' | 'queryId' | 'status' | 'found' | 'zeroResult' | 'cached'>,
): QueryLogRow => ({
  ...entry,
  streamId: event.streamId,
  subject: event.metadata.subject ?? querySubject(entry.entryId, undefined),
  actorId: event.metadata.actor.id,
  actorRole: event.metadata.actor.role,
  askedAt: event.recordedAt,
  askedPosition: event.position,
  milliseconds: null,
  searchMilliseconds: null,
  stages: [],
  degraded: false,
  intent: null,
  fingerprint: null,
  concepts: [],
  protocolNumbers: [],
  model: null,
  failedComponent: null,
  failedReason: null,
});

/**
 * An intent of our vocabulary. The table stores it in plain text as a filter of lists, so a value that is sealed in
 * the log must be one of these words.
 */
const knownIntent = (intent: string): string | null => queryIntents.find((known) => known === intent) ?? null;

/** The countable facts of a question, as columns; erased questions are not counted. */
const countedColumns = (counted: CountedQuestion | undefined): Partial<QueryLogRow> =>
  counted === undefined || counted.fingerprint === ''
    ? {}
    : {
        fingerprint: counted.fingerprint,
        intent: knownIntent(counted.intent),
        concepts: counted.concepts,
        protocolNumbers: counted.protocolNumbers,
      };

const question = (event: RecordedOf<'QueryAsked'>): QueryLogRow =>
  entryOf(event, {
    entryId: event.data.queryId,
    kind: 'question',
    queryId: event.data.queryId,
    status: 'pending',
    found: null,
    zeroResult: false,
    cached: null,
  });

const wholeOrNull = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : Math.round(milliseconds);

/** A source as the log shows it, without the reason for a failure. */
const stageOf = ({ source, outcome, found, milliseconds }: QueryLogStage): QueryLogStage => ({
  source,
  outcome,
  found,
  milliseconds,
});

const search = (event: RecordedOf<'KnowledgeSearched'>): QueryLogRow => {
  const { found, cached, milliseconds, counted, sources = [] } = event.data;
  return {
    ...entryOf(event, {
      entryId: event.id,
      kind: 'search',
      queryId: null,
      status: 'answered',
      found: found.length,
      zeroResult: found.length === 0,
      cached: cached ?? null,
    }),
    milliseconds: wholeOrNull(milliseconds),
    searchMilliseconds: wholeOrNull(milliseconds),
    stages: sources.map(stageOf),
    degraded: sources.some(({ outcome }) => outcome !== 'ok'),
    ...countedColumns(counted),
  };
};

/** A fold of a later event of the query's stream: `change` says which columns it sets. */
const onQuery = <Event extends RecordedEvent<QueryEvent>>(
  change: (event: Event) => Partial<QueryLogRow>,
): EventFold<QueryLogRow, Event> => ({
  keys: (event) => [event.data.queryId],
  evolve: (row, event) => row && { ...row, ...change(event) },
});

/** The same for an event that finishes the query. */
const onEnd = <Event extends RecordedEvent<QueryEvent>>(
  change: (event: Event) => Partial<QueryLogRow>,
): EventFold<QueryLogRow, Event> => ({
  keys: (event) => [event.data.queryId],
  evolve: (row, event) =>
    row && {
      ...row,
      ...change(event),
      milliseconds: Date.parse(event.recordedAt) - Date.parse(row.askedAt),
    },
});

/** How each question and search was served. */
export const queryLogProjection = defineKeyedProjection({
  name: 'query-log',
  version: 7,
  entity: queryLogEntity,
  sealing: queryLogSealing,
  key: 'entryId',
  folds: {
    QueryAsked: { keys: (event) => [event.data.queryId], evolve: (row, event) => row ?? question(event) },
    SourcesSearched: onQuery(
      ({ data: { stages, sources, found, cached, milliseconds, interpretation, counted } }) => ({
        ...countedColumns(counted),
        stages: stages.map(stageOf),
        searchMilliseconds: wholeOrNull(milliseconds),
        found: found.length,
        // An action is not a search.
        zeroResult: found.length === 0 && sources.length > 0,
        cached: cached ?? null,
        intent: knownIntent(interpretation.intent),
      }),
    ),
    ClarificationAsked: onQuery(() => ({ status: 'clarifying' })),
    ClarificationAnswered: onQuery(() => ({ status: 'pending' })),
    QueryCancelled: onEnd(() => ({ status: 'cancelled' })),
    QueryAnswered: onEnd(({ data: { degraded, model } }) => ({
      status: 'answered',
      degraded,
      model,
      failedComponent: null,
      failedReason: null,
    })),
    QueryFailed: onEnd(({ data: { component, reason, counted } }) => ({
      ...countedColumns(counted),
      status: 'failed',
      failedComponent: component,
      failedReason: reason,
    })),
    KnowledgeSearched: { keys: (event) => [event.id], evolve: (_, event) => search(event) },
  },
});
