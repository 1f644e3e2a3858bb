import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/runtime/caller.ts';
import { recordAccess } from '../../../commands/runtime/record-access.ts';
import { type CommandCall, runCommand } from '../../../commands/runtime/run-command.ts';
import { streamOwner } from '../../../commands/runtime/stream-owner.ts';
import { systemCaller } from '../../../commands/runtime/system-caller.ts';
import { startConversation } from '../../../commands/start-conversation.ts';
import { eventMetadataSchema, type RecordedEvent } from '../../../domain/kernel/event.ts';
import { uuidSchema } from '../../../domain/kernel/identifiers.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const title = 'Chest pain';
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** The answer of an entry point to a command. */
type Answered = { readonly conversationId: string; readonly revision: number; readonly position: number };

type Door = {
  readonly name: string;
  /** Asks for the command twice, like a client that does not know whether the first request arrived. */
  readonly askTwice: () => Promise<readonly [Answered, Answered]>;
  /** The actor expected in the log. */
  readonly actor: Caller['actor'];
};

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const run = async (
  call: Omit<CommandCall<typeof startConversation.input>, 'definition' | 'input' | 'signal'>,
): Promise<Answered> => {
  const signal = new AbortController().signal;
  const { outcome } = await runCommand(
    { definition: startConversation, input: { title }, signal, ...call },
    api.services,
  );
  const { ids, revision, position } = outcome;
  return { conversationId: uuidSchema.parse(ids.conversationId), revision, position };
};

/** An event delivered to a consumer. */
const cause = async (): Promise<RecordedEvent> => {
  const jobId = api.identity.newId();
  const data = { jobId, docKey: 'note-1', version: 1, contentHash: 'a'.repeat(64) };
  await api.record(`indexing-${jobId}`, [{ type: 'IndexingRequested', data }]);
  const [event] = await Array.fromAsync(api.eventStore.readStream(`indexing-${jobId}`));
  if (!event) throw new Error('There is no triggering event.');
  return event;
};

const doors: readonly Door[] = [
  {
    name: 'HTTP',
    actor: { id: 'dora', role: 'clinician' },
    askTwice: async () => {
      const token = await api.tokenFor('dora', ['clinician']);
      const ask = async () => {
        const headers = { 'idempotency-key': 'doors', traceparent: TRACEPARENT };
        return (await api.post('/api/commands/StartConversation', { title }, { token, headers })).body.data;
      };
      return [await ask(), await ask()];
    },
  },
  {
    name: 'a consumer',
    actor: { id: 'system:planner', role: 'service', onBehalfOf: 'test' },
    askTwice: async () => {
      const event = await cause();
      // An event may be redelivered after any time: the command is the same by its id.
      const deliver = () =>
        run({
          caller: systemCaller('planner', api.identity.derivedId(event.id, 'conversation'), event),
          mayBeRepeat: true,
        });
      return [await deliver(), await deliver()];
    },
  },
  {
    name: 'this process, as a command line on its own data directory',
    actor: { id: 'cli:dora', role: 'admin' },
    askTwice: async () => {
      const ask = () => {
        const actor = { id: 'cli:dora', role: 'admin' } as const;
        const caller = { actor, requestId: api.identity.newId(), traceparent: TRACEPARENT };
        return run({ caller, idempotencyKey: 'doors' });
      };
      return [await ask(), await ask()];
    },
  },
];

describe.each(doors)('a command received by $name', ({ askTwice, actor }) => {
  it('takes effect once however often it is repeated, and writes the same form of event', async () => {
    const [first, repeat] = await askTwice();
    expect(repeat).toEqual(first);
    const { conversationId } = first;
    const events = await Array.fromAsync(api.eventStore.readStream(`conversation-${conversationId}`));
    expect(events).toHaveLength(1);
    const { id, type, metadata } = events[0] ?? {};
    expect(type).toBe('ConversationStarted');

    const { causationId, correlationId, traceparent, client, ...rest } = eventMetadataSchema.parse(metadata);
    expect(rest).toEqual({ actor, phi: false, subject: `conversation:${conversationId}` });
    // All ids derive from the command's, by which the log recognizes a repeat.
    const { derivedId } = api.identity;
    expect(conversationId).toBe(derivedId(causationId, 'conversation'));
    expect(id).toBe(derivedId(causationId, `conversation-${conversationId}//0`));
    // A person's request starts a correlation; a consumer's command continues that of its event.
    expect(correlationId).toBe(actor.onBehalfOf === undefined ? causationId : 'test');
    expect(traceparent?.split('-')[1]).toBe(
      actor.onBehalfOf === undefined ? '0af7651916cd43dd8448eb211c80319c' : undefined,
    );
    expect(client === undefined).toBe(actor.role !== 'clinician');
  });
});

describe('a read', () => {
  it('is recorded in one form, over HTTP and in process', async () => {
    const token = await api.tokenFor('dora', ['clinician']);
    const started = await api.post('/api/commands/StartConversation', { title }, { token });
    const { conversationId, position } = started.body.data;
    const read = await api.get(`/api/conversations/${conversationId}?after=${position}`, { token });
    expect(read.status).toBe(200);
    const caller: Caller = {
      actor: { id: 'dora', role: 'clinician' },
      requestId: api.identity.newId(),
      access: { basis: 'own' },
    };
    await recordAccess(
      caller,
      {
        what: { type: 'ConversationRead', data: { conversationId } },
        ...(await streamOwner(`conversation-${conversationId}`, api.eventStore)),
        phi: true,
      },
      api.services.commandServices,
    );
    const events = await Array.fromAsync(api.eventStore.readStream(`access-conversation-${conversationId}`));
    expect(events).toHaveLength(2);
    for (const { type, data, metadata } of events) {
      const { causationId, correlationId, traceparent: _, client: __, ...rest } = metadata;
      expect({ type, data }).toEqual({ type: 'ConversationRead', data: { conversationId, basis: 'own' } });
      expect(rest).toEqual({ actor: caller.actor, phi: true, subject: `conversation:${conversationId}` });
      expect(correlationId).toBe(causationId);
      expect(uuidSchema.safeParse(causationId).success).toBe(true);
    }
  });
});
