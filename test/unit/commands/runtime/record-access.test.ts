import { describe, expect, it } from 'vitest';
import type { Disclosure } from '../../../../commands/runtime/disclosure.ts';
import { type Access, recordAccess } from '../../../../commands/runtime/record-access.ts';
import { allEvents } from '../../../../domain/all-events.ts';
import { eventMetadataSchema, type RecordedEvent } from '../../../../domain/kernel/event.ts';
import { createEventRegistry } from '../../../../domain/kernel/event-registry.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';

const registry = createEventRegistry(allEvents);
const id = '0190a8c0-0000-7000-8000-000000000001';

const recorded = async (access: Access) => {
  const { runtime, eventStore, callerOf } = openCommandRuntime();
  const caller = callerOf('dora');
  const place = await recordAccess(caller, access, runtime.commandServices);
  const [event, ...others] = eventStore.events;
  if (!event) throw new Error('Nothing was recorded.');
  expect(others).toEqual([]);
  expect(place).toEqual({ revision: event.revision, position: event.position });
  return { caller, event };
};

const searched: Disclosure = {
  type: 'KnowledgeSearched',
  data: { query: 'Maria Huber, asthma', filters: {}, found: [] },
};

describe('the record of a reading', () => {
  const streams: readonly (readonly [Disclosure, RegExp])[] = [
    [{ type: 'AnswerRead', data: { queryId: id } }, new RegExp(`^access-query-${id}$`)],
    [{ type: 'ConversationRead', data: { conversationId: id } }, new RegExp(`^access-conversation-${id}$`)],
    [
      { type: 'DocumentRead', data: { docKey: 'note-1', version: 2, part: 'text' } },
      /^access-document-note-1$/,
    ],
    [{ type: 'BackupTaken', data: { backupId: id } }, new RegExp(`^access-backup-${id}$`)],
    [searched, /^access-search-[0-9a-f-]{36}$/],
    [{ type: 'AuditTrailRead', data: { kind: 'entries', parameters: {} } }, /^access-audit-[0-9a-f-]{36}$/],
    [{ type: 'FeedbackRead', data: { kind: 'list', parameters: {} } }, /^access-feedback-[0-9a-f-]{36}$/],
  ];
  it.each(streams)(
    '$type is filed under what was read, or as a looking around of its own',
    async (what, stream) => {
      const { event } = await recorded({ what });
      expect(event.streamId).toMatch(stream);
      expect(event).toMatchObject({ type: what.type, data: what.data });
      expect(() => registry.definitions.get(what.type)?.schema.parse(event.data)).not.toThrow();
    },
  );

  it('tells who read, in which role, from where and in which trace', async () => {
    const { caller, event } = await recorded({ what: { type: 'AnswerRead', data: { queryId: id } } });
    const { actor, requestId, traceparent, client } = caller;
    expect(eventMetadataSchema.parse(event.metadata)).toEqual({
      actor,
      causationId: requestId,
      correlationId: requestId,
      traceparent,
      client,
      phi: false,
    });
  });

  const subjectOf = async (what: Disclosure): Promise<RecordedEvent['metadata']['subject']> =>
    (await recorded({ what })).event.metadata.subject;

  it('is sealed where it tells what somebody looked for, with one key for each who looks', async () => {
    expect(await subjectOf(searched)).toBe('searches-of:dora');
    expect(await subjectOf({ type: 'AuditTrailRead', data: { kind: 'stream', parameters: {} } })).toBe(
      'searches-of:dora',
    );
    expect(await subjectOf({ type: 'AnswerRead', data: { queryId: id } })).toBeUndefined();
  });

  it('says whether what was looked for holds PHI', async () => {
    expect((await recorded({ what: searched, phi: true })).event.metadata.phi).toBe(true);
    expect((await recorded({ what: searched })).event.metadata.phi).toBe(false);
  });
});
