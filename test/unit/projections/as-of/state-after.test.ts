import { describe, expect, it } from 'vitest';
import type { StreamId } from '../../../../domain/kernel/event.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import { objectKindOf } from '../../../../projections/as-of/object-kinds.ts';
import { readObjectHistory } from '../../../../projections/as-of/read-object-history.ts';
import { stateAfter } from '../../../../projections/as-of/state-after.ts';
import { toConversationDto } from '../../../../projections/conversations/conversation-dto.ts';
import { conversationsProjection } from '../../../../projections/conversations/projection.ts';
import { toDocumentDto } from '../../../../projections/documents/document-dto.ts';
import { documentsProjection } from '../../../../projections/documents/projection.ts';
import { queriesProjection } from '../../../../projections/queries/projection.ts';
import { toQueryDto } from '../../../../projections/queries/query-dto.ts';
import { foldProjection } from '../../../support/fold-projection.ts';
import { createHistory, type StreamEvent, uuidOf } from '../../../support/recorded-history.ts';
import {
  answered,
  asked,
  completed,
  contextSet,
  conversationStarted,
  extracted,
  failed,
  retried,
  screened,
  started,
  versionAdded,
  withdrawn,
} from '../../../support/sample-events.ts';

const conversationId = uuidOf(1);
const queryId = uuidOf(2);
const continued: StreamEvent = {
  streamId: `conversation-${conversationId}`,
  event: { type: 'ConversationContinued', data: { conversationId, queryId, question: 'How?', phi: false } },
};

const steps: readonly StreamEvent[] = [
  conversationStarted(conversationId, 'Burns'),
  versionAdded('protocol-1219', 1),
  started('protocol-1219', 1),
  contextSet(conversationId, { patientAge: 40 }),
  failed('protocol-1219', 1),
  retried('protocol-1219', 1, 1),
  continued,
  asked(queryId, { conversationId }),
  started('protocol-1219', 1, 2),
  screened(queryId, []),
  extracted('protocol-1219', 1, 3),
  completed('protocol-1219', 1, 3),
  answered(queryId),
  versionAdded('protocol-1219', 2),
  contextSet(conversationId, { patientAge: 41 }),
  withdrawn('protocol-1219', 2),
];

/** The log, with short pages. */
const openLog = () => {
  const history = createHistory();
  for (const step of steps) history.record(step);
  const readStreamPage: EventStore['readStreamPage'] = async (streamId, options = {}) => {
    const { fromRevision = 0, toPosition = Number.POSITIVE_INFINITY, limit = 3 } = options;
    const matching = history.events.filter(
      (event) =>
        event.streamId === streamId && event.revision >= fromRevision && event.position <= toPosition,
    );
    const events = matching.slice(0, Math.min(limit, 3));
    const last = events.at(-1);
    return {
      events,
      unreadable: [],
      ...(last && events.length < matching.length ? { next: last.revision + 1 } : {}),
    };
  };
  const readRanges: EventStore['readRanges'] = async function* (ranges, options = {}) {
    const { toPosition = Number.POSITIVE_INFINITY } = options;
    for (const event of history.events)
      if (
        event.position <= toPosition &&
        ranges.some(
          ({ streamId, fromRevision, toRevision }) =>
            event.streamId === streamId && event.revision >= fromRevision && event.revision <= toRevision,
        )
      )
        yield { events: [event], unreadable: [] };
  };
  return { events: history.events, readStreamPage, readRanges };
};

const stateAsOf = async (streamId: StreamId, position: number) => {
  const { events } = await readObjectHistory(streamId, position, openLog());
  return stateAfter(objectKindOf(streamId) ?? 'settings', streamId, events);
};

describe('the state of a thing as of a position', () => {
  it('is what the read model showed then, at every position of the log', async () => {
    const { events } = openLog();
    for (const { position } of events) {
      const before = events.slice(0, position);
      const conversation = foldProjection(conversationsProjection, before).get(conversationId);
      const query = foldProjection(queriesProjection, before).get(queryId);
      const document = foldProjection(documentsProjection, before).get('protocol-1219');
      expect(await stateAsOf(`conversation-${conversationId}`, position)).toEqual(
        conversation && toConversationDto(conversation),
      );
      expect(await stateAsOf(`query-${queryId}`, position)).toEqual(query && toQueryDto(query));
      expect(await stateAsOf('document-protocol-1219', position)).toEqual(
        document && toDocumentDto(document),
      );
    }
  });

  it('counts questions and knows the last change of what it shows', async () => {
    expect(await stateAsOf(`conversation-${conversationId}`, 9)).toMatchObject({
      queryCount: 1,
      clinicalContext: { patientAge: 40 },
    });
  });

  it('is that of settings, conversations, questions and documents only', () => {
    expect(objectKindOf('settings-consultation')).toBe('settings');
    expect(objectKindOf('settings-tokens')).toBeUndefined();
    expect(objectKindOf(`conversation-${conversationId}`)).toBe('conversation');
    expect(objectKindOf(`access-query-${queryId}`)).toBeUndefined();
  });
});
