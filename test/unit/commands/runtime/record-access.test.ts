import { describe, expect, it } from 'vitest';
import type { Disclosure } from '../../../../commands/runtime/disclosure.ts';
import { type Access, recordAccess } from '../../../../commands/runtime/record-access.ts';
import { allEvents } from '../../../../domain/all-events.ts';
import { eventMetadataSchema, type RecordedEvent } from '../../../../domain/kernel/event.ts';
import { createEventRegistry } from '../../../../domain/kernel/event-registry.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
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

describe('the record of a read access', () => {
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
    [{ type: 'ConversationsListed', data: { conversationIds: [id] } }, /^access-list-[0-9a-f-]{36}$/],
    [{ type: 'CatalogueRead', data: { kind: 'jobs', docKeys: ['note-1'] } }, /^access-list-[0-9a-f-]{36}$/],
    [{ type: 'QueryLogRead', data: { kind: 'list' } }, /^access-list-[0-9a-f-]{36}$/],
  ];
  it.each(streams)(
    '$type is filed under the resource that was read, or as a separate search',
    async (what, stream) => {
      const { event } = await recorded({ what });
      expect(event.streamId).toMatch(stream);
      expect(event).toMatchObject({ type: what.type, data: what.data });
      expect(() => registry.definitions.get(what.type)?.schema.parse(event.data)).not.toThrow();
    },
  );

  it('records the reader, role, origin and trace', async () => {
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

  it('is sealed when it reveals a search, with one key per reader', async () => {
    expect(await subjectOf(searched)).toBe('searches-of:dora');
    expect(await subjectOf({ type: 'AuditTrailRead', data: { kind: 'stream', parameters: {} } })).toBe(
      'searches-of:dora',
    );
    expect(await subjectOf({ type: 'AnswerRead', data: { queryId: id } })).toBeUndefined();
  });

  it('is sealed with the key of the person whom a search is about', async () => {
    const { event } = await recorded({ what: searched, about: 'person:p-1' });
    expect([event.metadata.subject, event.data]).toEqual(['person:p-1', searched.data]);
  });

  it('records whether the search holds PHI', async () => {
    expect((await recorded({ what: searched, phi: true })).event.metadata.phi).toBe(true);
    expect((await recorded({ what: searched })).event.metadata.phi).toBe(false);
  });

  const read: Disclosure = { type: 'AnswerRead', data: { queryId: id } };
  const listed: Disclosure = { type: 'ConversationsListed', data: { conversationIds: [id] } };

  it('names a single subject as that of the event, and several in its data', async () => {
    const one = (await recorded({ what: read, subjects: ['person:p-1', 'person:p-1'] })).event;
    expect([one.metadata.subject, one.data]).toEqual(['person:p-1', read.data]);
    const several = (await recorded({ what: listed, subjects: ['person:p-1', 'person:p-2'] })).event;
    expect(several.metadata.subject).toBeUndefined();
    expect(several.data).toEqual({ ...listed.data, subjects: ['person:p-1', 'person:p-2'] });
    const looking = (await recorded({ what: searched, subjects: ['person:p-1'] })).event;
    expect([looking.metadata.subject, looking.data]).toEqual([
      'searches-of:dora',
      { ...searched.data, subjects: ['person:p-1'] },
    ]);
  });

  it('names at most as many subjects as a page has items', async () => {
    const subjects = Array.from({ length: 700 }, (_, index) => `person:p-${index}`);
    const { event } = await recorded({ what: listed, subjects });
    expect(event.data).toMatchObject({ subjects: subjects.slice(0, 500) });
    expect(() => registry.definitions.get(listed.type)?.schema.parse(event.data)).not.toThrow();
  });

  it('records the grounds, and the reason, which outlives the patient if an officer gives it', async () => {
    const { runtime, eventStore, callerOf } = openCommandRuntime();
    const access = { basis: 'oversight', reason: 'Complaint of Maria Huber' } as const;
    const caller = { ...callerOf('dora'), access };
    await recordAccess(caller, { what: read, subjects: ['person:p-1'] }, runtime.commandServices);
    await recordAccess(
      caller,
      { what: listed, subjects: ['person:p-1', 'person:p-2'] },
      runtime.commandServices,
    );
    const grounds = { basis: 'break-glass', reason: 'Resuscitation of Maria Huber' } as const;
    await recordAccess(
      { ...callerOf('dora'), access: grounds },
      { what: read, subjects: ['person:p-1'] },
      runtime.commandServices,
    );
    const byHeader = { ...callerOf('dora'), reason: 'Handover' };
    await recordAccess(byHeader, { what: listed }, runtime.commandServices);
    expect(eventStore.events.map(({ data, metadata }) => [data, metadata.subject])).toMatchObject([
      [{ ...access, subjects: ['person:p-1'] }, 'searches-of:dora'],
      [access, 'searches-of:dora'],
      [grounds, 'person:p-1'],
      [{ reason: 'Handover' }, 'searches-of:dora'],
    ]);
    for (const { type, data } of eventStore.events)
      expect(() => registry.definitions.get(type)?.schema.parse(data)).not.toThrow();
  });

  it('still shows the access and its purpose after the subject has been erased', async () => {
    const { runtime, eventStore, callerOf } = openCommandRuntime();
    const erased = new Failure(
      failure('rule_violated', 'Erased.', { details: { reason: 'subject_erased' } }),
    );
    const append: EventStore['append'] = (stream, events, ...rest) =>
      events.some(({ metadata }) => metadata.subject === 'person:gone')
        ? Promise.reject(erased)
        : eventStore.append(stream, events, ...rest);
    const services = { ...runtime.commandServices, eventStore: { ...eventStore, append } };
    await recordAccess(
      { ...callerOf('dora'), reason: 'Complaint' },
      { what: read, subjects: ['person:gone'] },
      services,
    );
    expect(eventStore.events).toMatchObject([
      {
        type: 'AnswerRead',
        data: { subjects: ['person:gone'], reason: 'Complaint' },
        metadata: { subject: 'searches-of:dora' },
      },
    ]);
  });
});
