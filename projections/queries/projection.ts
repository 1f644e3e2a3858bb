import type { QueryEvent } from '../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { querySubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type EventFold, type RecordedOf } from '../keyed-projection.ts';
import { type QueryRow, queryEntity, querySealing } from './entity.ts';

const asked = (event: RecordedOf<'QueryAsked'>): QueryRow => ({
  queryId: event.data.queryId,
  conversationId: event.data.conversationId ?? null,
  subject: event.metadata.subject ?? querySubject(event.data.queryId, undefined),
  actorId: event.metadata.actor.id,
  status: 'pending',
  question: event.data.question,
  answer: null,
  citations: [],
  warnings: [],
  degraded: false,
  model: null,
  interpretation: null,
  phi: null,
  intent: null,
  confidence: null,
  route: null,
  sources: [],
  stages: [],
  clarification: null,
  preferences: event.data.preferences ?? null,
  checks: null,
  usage: null,
  toolCalls: [],
  askedAt: event.recordedAt,
  askedPosition: event.position,
  finishedAt: null,
  milliseconds: null,
  error: null,
  revision: event.revision,
});

/** A fold of a later event of the query's stream: `change` says which columns it sets. */
const onQuery = <Event extends RecordedEvent<QueryEvent>>(
  change: (event: Event, row: QueryRow) => Partial<QueryRow>,
): EventFold<QueryRow, Event> => ({
  keys: (event) => [event.data.queryId],
  evolve: (row, event) => row && { ...row, ...change(event, row), revision: event.revision },
});

const finished = (row: QueryRow, event: RecordedEvent): Partial<QueryRow> => ({
  finishedAt: event.recordedAt,
  milliseconds: Date.parse(event.recordedAt) - Date.parse(row.askedAt),
});

export const queriesProjection = defineKeyedProjection({
  name: 'queries',
  version: 7,
  entity: queryEntity,
  sealing: querySealing,
  key: 'queryId',
  folds: {
    QueryAsked: { keys: (event) => [event.data.queryId], evolve: (row, event) => row ?? asked(event) },
    PhiScreened: onQuery((event) => ({ phi: { detected: event.data.detected, kinds: event.data.kinds } })),
    QueryRouted: onQuery(({ data: { intent, confidence, routing, model, because, sources, leftOut } }) => ({
      intent,
      confidence,
      route: { routing, model, because, sources, leftOut },
    })),
    SourcesSearched: onQuery((event) => ({
      interpretation: event.data.interpretation,
      sources: event.data.sources,
      stages: event.data.stages,
    })),
    ClarificationAsked: onQuery(({ data: { question, options } }) => ({
      status: 'clarifying',
      clarification: { question, options },
    })),
    ClarificationAnswered: onQuery(() => ({ status: 'pending' })),
    // The results of the calls come with the answer; these events only advance the stream's revision.
    ModelCalled: onQuery(() => ({})),
    ModelCallEnded: onQuery(() => ({})),
    QueryAwaitsTools: onQuery(({ data: { calls } }, { toolCalls }) => ({
      toolCalls: [
        ...toolCalls,
        ...calls.map(({ toolCallId, tool }) => ({ toolCallId, tool, status: 'requested' as const })),
      ],
    })),
    QueryAnswered: onQuery((event, row) => ({
      status: 'answered',
      answer: event.data.answer,
      citations: event.data.citations,
      warnings: event.data.warnings,
      degraded: event.data.degraded,
      model: event.data.model,
      checks: event.data.checks ?? null,
      usage: event.data.usage ?? null,
      toolCalls: event.data.toolCalls ?? row.toolCalls,
      error: null,
      ...finished(row, event),
    })),
    QueryFailed: onQuery((event, row) => ({
      status: 'failed',
      error: { component: event.data.component, reason: event.data.reason, message: event.data.message },
      ...finished(row, event),
    })),
    QueryCancelled: onQuery((event, row) => ({ status: 'cancelled', ...finished(row, event) })),
    // Judgements and reviews are not shown here, but they advance the stream's revision.
    FeedbackGiven: onQuery(() => ({})),
    PhiDetectionDisputed: onQuery(() => ({})),
    ReviewResolved: onQuery(() => ({})),
  },
});
