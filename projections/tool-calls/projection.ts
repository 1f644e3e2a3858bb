import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { toolCallSubject } from '../../domain/privacy/data-subject.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import type { ToolCallEnd, ToolCallStatus } from '../../domain/tools/tool-call-state.ts';
import { toolResultOf } from '../../domain/tools/tool-result.ts';
import { defineKeyedProjection, type EventFold, type RecordedOf } from '../keyed-projection.ts';
import { type ToolCallRow, toolCallEntity, toolCallSealing } from './entity.ts';

const requested = (event: RecordedOf<'ToolCallRequested'>): ToolCallRow => ({
  toolCallId: event.data.toolCallId,
  subject: event.metadata.subject ?? toolCallSubject(event.data.toolCallId, undefined),
  actorId: event.metadata.actor.id,
  requestedBy: event.data.requestedBy,
  tool: event.data.tool,
  status: 'requested',
  origin: event.data.origin,
  queryId: event.data.queryId ?? null,
  conversationId: event.data.conversationId ?? null,
  sessionId: event.data.sessionId ?? null,
  arguments: event.data.arguments,
  confirmation: null,
  expiresAt: null,
  result: null,
  rejection: null,
  failure: null,
  phi: null,
  redacted: null,
  attempts: 0,
  requestedAt: event.recordedAt,
  requestedPosition: event.position,
  confirmedAt: null,
  startedAt: null,
  endedAt: null,
  revision: event.revision,
});

/** A fold of a later event of the call's stream. An ended call keeps its outcome; only the revision advances. */
const onCall = <Event extends RecordedEvent<ToolCallEvent>>(
  change: (event: Event, row: ToolCallRow) => Partial<ToolCallRow>,
): EventFold<ToolCallRow, Event> => ({
  keys: (event) => [event.data.toolCallId],
  evolve: (row, event) =>
    row && { ...row, ...(row.endedAt === null ? change(event, row) : {}), revision: event.revision },
});

/** A fold of an event that ends the call. */
const onEnd = <Event extends RecordedEvent<ToolCallEnd>>(
  status: ToolCallStatus,
  change: (event: Event) => Partial<ToolCallRow> = () => ({}),
): EventFold<ToolCallRow, Event> =>
  onCall((event) => ({
    status,
    endedAt: event.recordedAt,
    result: toolResultOf(event, event.recordedAt),
    ...change(event),
  }));

export const toolCallsProjection = defineKeyedProjection({
  name: 'tool-calls',
  version: 2,
  entity: toolCallEntity,
  sealing: toolCallSealing,
  key: 'toolCallId',
  folds: {
    ToolCallRequested: {
      keys: (event) => [event.data.toolCallId],
      evolve: (row, event) => row ?? requested(event),
    },
    ToolConfirmationRequested: onCall(({ data }) => ({
      status: 'awaiting_confirmation',
      confirmation: { arguments: data.arguments, prompt: data.prompt },
      expiresAt: data.expiresAt,
    })),
    ToolConfirmed: onCall((event) => ({ status: 'requested', confirmedAt: event.recordedAt })),
    ToolStarted: onCall((event, row) => ({
      status: 'running',
      attempts: event.data.attempt,
      redacted: event.data.redacted,
      startedAt: row.startedAt ?? event.recordedAt,
    })),
    ToolCallRejected: onEnd('rejected', ({ data: { because, message, issues, retryAfter } }) => ({
      rejection: { because, message, ...omitUndefined({ issues, retryAfter }) },
    })),
    ToolDeclined: onEnd('declined'),
    ToolConfirmationExpired: onEnd('expired'),
    ToolSucceeded: onEnd('succeeded', ({ data: { phi } }) => ({ phi })),
    ToolFailed: onEnd('failed', ({ data: { code, details, retryAfter, fallback } }) => ({
      failure: { code, ...omitUndefined({ details, retryAfter }) },
      phi: fallback?.phi ?? null,
    })),
    ToolTimedOut: onEnd('timed_out', ({ data: { phi } }) => ({ phi })),
    ToolCancelled: onEnd('cancelled'),
    ToolOutcomeUnknown: onEnd('unknown'),
  },
});
