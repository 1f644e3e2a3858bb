import { LRUCache } from 'lru-cache';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import type { DomainEvent, NewEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { type ToolCallEvent, toolCallEvents } from '../../domain/tools/tool-call-events.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** The status label of a finished call. */
type CountedAs = 'success' | 'error' | 'denied' | 'timeout';

/** Maximum calls waiting for confirmation, with room to spare. */
const MAX_ASKED = 10_000;

const types: ReadonlySet<string> = new Set(toolCallEvents.map(({ type }) => type));

const isToolCallEvent = (event: DomainEvent): event is ToolCallEvent => types.has(event.type);

const countedAs = (event: ToolCallEvent): CountedAs | undefined => {
  switch (event.type) {
    case 'ToolSucceeded':
      return 'success';
    case 'ToolFailed':
    case 'ToolOutcomeUnknown':
      return 'error';
    case 'ToolTimedOut':
      return 'timeout';
    case 'ToolDeclined':
    case 'ToolConfirmationExpired':
    case 'ToolCancelled':
      return 'denied';
    case 'ToolCallRejected':
      return event.data.because === 'permission_denied' || event.data.because === 'phi_stays_local'
        ? 'denied'
        : 'error';
    default:
      return undefined;
  }
};

/** Creates a function that counts by name and returns the share of counted ones among all. */
const createShare = () => {
  const counts = new Map<string, { some: number; all: number }>();
  return (name: string, isOne: boolean): number => {
    const { some, all } = counts.get(name) ?? { some: 0, all: 0 };
    const next = { some: some + (isOne ? 1 : 0), all: all + 1 };
    counts.set(name, next);
    return next.some / next.all;
  };
};

type Observing = {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Keyed, so that the person cannot be found by guessing. */
  readonly hashUser: Fingerprint;
};

/**
 * Wraps the event store to measure tool calls by the events that this process appends: each call is counted once, by
 * the process that ended it. Each end is logged without arguments and results, and with only a keyed hash of the
 * person.
 */
export const observeToolCalls = <Store extends EventStore>(
  eventStore: Store,
  { metrics, logger, hashUser }: Observing,
): Store => {
  const asked = new LRUCache<string, true>({ max: MAX_ASKED });
  const confirmedShare = createShare();
  const failedShare = createShare();

  const noteAnswer = (tool: string, isConfirmed: boolean): void =>
    metrics.gauge('voiceassist_tool_confirmation_rate', confirmedShare(tool, isConfirmed), {
      tool_name: tool,
    });

  const noteEnd = (event: ToolCallEvent, status: CountedAs, metadata: NewEvent['metadata']): void => {
    const { tool, toolCallId, sessionId } = event.data;
    const executionTimeMs = 'executionTimeMs' in event.data ? event.data.executionTimeMs : undefined;
    metrics.count('voiceassist_tool_calls_total', { tool_name: tool, status });
    metrics.gauge(
      'voiceassist_tool_error_rate',
      failedShare(tool, status === 'error' || status === 'timeout'),
      {
        tool_name: tool,
      },
    );
    if (executionTimeMs !== undefined)
      metrics.observe('voiceassist_tool_execution_duration_seconds', executionTimeMs / 1000, {
        tool_name: tool,
      });
    logger.info(
      {
        tool,
        toolCallId,
        status,
        ended: event.type,
        user: hashUser(ownerOf(metadata.actor)),
        phi: metadata.phi,
        confirmationRequired: asked.delete(toolCallId),
        ...omitUndefined({
          executionTimeMs,
          session: sessionId === undefined ? undefined : hashUser(sessionId),
          code: event.type === 'ToolFailed' ? event.data.code : undefined,
          because: event.type === 'ToolCallRejected' ? event.data.because : undefined,
        }),
      },
      'A call of a tool has ended.',
    );
  };

  const note = (event: ToolCallEvent, metadata: NewEvent['metadata']): void => {
    const { tool, toolCallId } = event.data;
    if (event.type === 'ToolConfirmationRequested') asked.set(toolCallId, true);
    if (event.type === 'ToolConfirmed') noteAnswer(tool, true);
    if (event.type === 'ToolDeclined' || event.type === 'ToolConfirmationExpired') noteAnswer(tool, false);
    const status = countedAs(event);
    if (status !== undefined) noteEnd(event, status, metadata);
  };

  return {
    ...eventStore,
    append: async (streamId, events, expected, options) => {
      const result = await eventStore.append(streamId, events, expected, options);
      if (!streamId.startsWith('tool_call-')) return result;
      for (const { type, data, metadata } of events) {
        // The store has validated the event against the schema of its type.
        const event = { type, data } as DomainEvent;
        if (isToolCallEvent(event)) note(event, metadata);
      }
      return result;
    },
  };
};
