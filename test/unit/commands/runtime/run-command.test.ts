import { beforeEach, describe, expect, it } from 'vitest';
import { askQuery } from '../../../../commands/ask-query.ts';
import { retryIndexing } from '../../../../commands/retry-indexing.ts';
import type { CommandDefinition } from '../../../../commands/runtime/command-definition.ts';
import { setClinicalContext } from '../../../../commands/set-clinical-context.ts';
import { startConversation } from '../../../../commands/start-conversation.ts';
import type { StreamId } from '../../../../domain/kernel/event.ts';
import { Failure, type FailureCode } from '../../../../domain/kernel/failure.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';
import { metadata } from '../../../support/events.ts';

type Opened = ReturnType<typeof openCommandRuntime>;

let opened: Opened;
beforeEach(() => {
  opened = openCommandRuntime();
});

const refusal = async (work: Promise<unknown>): Promise<Failure['reason']> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error.reason;
  throw new Error('It was not refused.', { cause: error });
};
const expectRefused = async (work: Promise<unknown>, code: FailureCode): Promise<void> =>
  expect(await refusal(work)).toMatchObject({ code });

const start = (title = 'One') => ({ definition: startConversation, input: { title } });
const ask = (question = 'Why?') => ({
  definition: askQuery,
  input: askQuery.input.parse({ question }),
});

/** A started conversation, and its id. */
const givenConversation = async (): Promise<string> => {
  const { outcome } = await opened.run(start());
  return String(outcome.ids.conversationId);
};
const contextOf = (conversationId: string, patientAge: number) => ({
  definition: setClinicalContext,
  input: { conversationId, clinicalContext: { patientAge } },
});

describe('a command', () => {
  it('is refused to a caller without its permission, and has no effect', async () => {
    const caller = opened.callerOf('carl', 'compliance');
    expect(await refusal(opened.run({ ...start(), caller }))).toMatchObject({
      code: 'permission_denied',
      details: { permission: 'conversations:write' },
    });
    expect(opened.eventStore.events).toEqual([]);
  });

  it('appends events that record who requested it, from where and in which trace', async () => {
    const caller = opened.callerOf('dora');
    const { outcome } = await opened.run({ ...start(), caller });
    expect(opened.eventStore.events.map((event) => event.metadata)).toEqual([
      {
        actor: { id: 'dora', role: 'clinician' },
        causationId: caller.requestId,
        correlationId: caller.requestId,
        traceparent: caller.traceparent,
        client: { ip: '192.0.2.1' },
        phi: false,
        subject: `conversation:${String(outcome.ids.conversationId)}`,
      },
    ]);
  });

  it('is refused when the caller saw an older revision', async () => {
    const conversationId = await givenConversation();
    await opened.run({ ...contextOf(conversationId, 40), expectedRevision: 0 });
    expect(
      await refusal(opened.run({ ...contextOf(conversationId, 50), expectedRevision: 0 })),
    ).toMatchObject({ code: 'conflict', details: { expected: 0, actual: 1 } });
    expect(opened.typesInLog()).toEqual(['ConversationStarted', 'ClinicalContextSet']);
  });

  it('is written under the fence of its consumer', async () => {
    const { commandServices } = opened.runtime;
    const fences: unknown[] = [];
    const eventStore: EventStore = {
      ...opened.eventStore,
      append: (streamId, events, expected, options) => {
        fences.push(options?.fence);
        return opened.eventStore.append(streamId, events, expected, options);
      },
    };
    const fence = { name: 'planner', fence: 7 };
    const on = { ...opened.runtime, commandServices: { ...commandServices, eventStore } };
    await opened.run({ ...start(), fence }, on);
    await opened.run({ ...start(), fence, idempotencyKey: 'k' }, on);
    expect(fences).toEqual([fence, fence]);
  });

  it('takes effect twice when sent twice without a key', async () => {
    const first = await givenConversation();
    expect(await givenConversation()).not.toBe(first);
    expect(opened.typesInLog()).toEqual(['ConversationStarted', 'ConversationStarted']);
  });
});

describe('an idempotency key', () => {
  const keyed = { idempotencyKey: 'k' };

  it('returns the first outcome to a repeat, without another effect', async () => {
    const first = await opened.run({ ...start(), ...keyed });
    const repeat = await opened.run({ ...start(), ...keyed });
    expect(first).toMatchObject({
      replayed: false,
      original: { traceId: '0af7651916cd43dd8448eb211c80319c', timestamp: '2026-01-02T03:04:05.678Z' },
    });
    expect(repeat).toEqual({ ...first, replayed: true });
    expect(opened.typesInLog()).toEqual(['ConversationStarted']);
  });

  it('is refused for another input, and for the same input with another file', async () => {
    const file = (name: string) => ({
      sha256: 'a'.repeat(64),
      size: 1,
      fileName: name,
      seal: () => Promise.reject(new Error('Nothing is stored here.')),
    });
    await opened.run({ ...start(), ...keyed, file: file('one.md') });
    await expectRefused(opened.run({ ...start('Two'), ...keyed, file: file('one.md') }), 'rule_violated');
    await expectRefused(opened.run({ ...start(), ...keyed, file: file('two.md') }), 'rule_violated');
    await expectRefused(opened.run({ ...start(), ...keyed }), 'rule_violated');
    expect(opened.typesInLog()).toEqual(['ConversationStarted']);
  });

  it('belongs to its caller and its command', async () => {
    await opened.run({ ...start(), ...keyed });
    await opened.run({ ...start(), ...keyed, caller: opened.callerOf('emil') });
    await opened.run({ ...ask(), ...keyed });
    expect(opened.typesInLog()).toEqual(['ConversationStarted', 'ConversationStarted', 'QueryAsked']);
  });

  it('executes a refused command again, since the reason may have passed', async () => {
    const input = contextOf(opened.identity.newId(), 40);
    await expectRefused(opened.run({ ...input, ...keyed }), 'not_found');
    await expectRefused(opened.run({ ...input, ...keyed }), 'not_found');
  });

  /** A command that pauses in the middle until it is released, or for ever. */
  const stopping = () => {
    const begun = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const definition: CommandDefinition<typeof startConversation.input> = {
      ...startConversation,
      handle: async (...given) => {
        const outcome = await startConversation.handle(...given);
        begun.resolve();
        await letGo.promise;
        return outcome;
      },
    };
    return { definition, begun: begun.promise, letGo: letGo.resolve };
  };

  it('makes a repeat wait for the first execution, and then returns its outcome', async () => {
    const { definition, begun, letGo } = stopping();
    const patient = { ...opened.runtime, limits: { idempotencyWait: 60_000 } };
    const first = opened.run({ ...start(), definition, ...keyed });
    await begun;
    const repeat = opened.run({ ...start(), ...keyed }, patient);
    letGo();
    expect(await repeat).toEqual({ ...(await first), replayed: true });
    expect(opened.typesInLog()).toEqual(['ConversationStarted']);
  });

  it('answers an early repeat with a conflict that states when to retry', async () => {
    const { definition, begun, letGo } = stopping();
    const first = opened.run({ ...start(), definition, ...keyed });
    await begun;
    expect(await refusal(opened.run({ ...start(), ...keyed }))).toMatchObject({
      code: 'unavailable',
      retryAfter: 1,
    });
    letGo();
    await first;
  });

  it('returns the outcome that was lost when its executor died after the effect', async () => {
    const { definition, begun } = stopping();
    const lost = opened.callerOf('dora');
    // Never settles, as if the process had died: the answer is not stored and the claim not released.
    void opened.run({ ...start(), definition, ...keyed, caller: lost });
    await begun;
    opened.idempotency.endLeases();
    const { derivedId } = opened.identity;
    const conversationId = derivedId(lost.requestId, 'conversation');
    // Another command continues the stream before the first caller retries.
    await opened.run(contextOf(conversationId, 40));
    const repeat = await opened.run({ ...start(), ...keyed });
    expect(repeat.outcome).toMatchObject({ ids: { conversationId }, revision: 0, position: 1 });
    expect(opened.typesInLog()).toEqual(['ConversationStarted', 'ClinicalContextSet']);
  });
});

describe('a repeated request with the same id', () => {
  const jobId = '0190a8c0-0000-7000-8000-0000000000aa';
  const givenFailedJob = async (): Promise<void> => {
    const job = { jobId, docKey: 'note-1', version: 1 };
    const events = [
      { type: 'IndexingRequested', data: { ...job, contentHash: 'a'.repeat(64) } },
      { type: 'IndexingStarted', data: { ...job, attempt: 1 } },
      { type: 'IndexingFailed', data: { ...job, stage: 'extract', reason: 'timeout', message: 'Slow.' } },
    ].map((event) => ({ ...event, id: opened.identity.newId(), metadata: metadata() }));
    await opened.eventStore.append(`indexing-${jobId}`, events, 'no-stream');
  };
  const retry = { definition: retryIndexing, input: { jobId } };

  it('has the outcome of the first, when a second command would be refused by then', async () => {
    await givenFailedJob();
    const delivered = { ...retry, caller: opened.callerOf('system:planner', 'service'), mayBeRepeat: true };
    const first = await opened.run(delivered);
    expect(first.outcome).toMatchObject({ ids: { state: 'PENDING', retryCount: 1 }, revision: 3 });
    expect(await opened.run(delivered)).toEqual(first);
    expect(opened.eventStore.events).toHaveLength(4);
    await expectRefused(
      opened.run({ ...retry, caller: opened.callerOf('emil', 'service') }),
      'rule_violated',
    );
  });
});

describe('waiting for the completion of started work', () => {
  const answered = (queryId: string) => ({
    id: opened.identity.newId(),
    type: 'QueryAnswered',
    data: {
      queryId,
      answer: 'Because.',
      citations: [],
      warnings: [],
      model: 'extractive',
      parameters: {},
      degraded: false,
    },
    metadata: metadata(),
  });
  /** Plays the consumer that answers the question of a request. */
  const answer = async (requestId: string): Promise<string> => {
    const queryId = opened.identity.derivedId(requestId, 'query');
    const signal = AbortSignal.timeout(20_000);
    for await (const _asked of opened.eventStore.subscribeStream(`query-${queryId}`, -1, signal)) {
      await opened.eventStore.append(`query-${queryId}`, [answered(queryId)], 0);
      break;
    }
    return queryId;
  };

  it('returns the result with the outcome when it arrives, and records that it was read', async () => {
    const caller = opened.callerOf('dora');
    const asked = opened.run({ ...ask(), caller, wait: 60_000 });
    const queryId = await answer(caller.requestId);
    expect(await asked).toMatchObject({
      outcome: { ids: { queryId }, revision: 0, position: 1 },
      end: { status: 'answered', answer: 'Because.', revision: 1, position: 2 },
    });
    expect(opened.eventStore.events.at(-1)).toMatchObject({
      type: 'AnswerRead',
      streamId: `access-query-${queryId}`,
      data: { queryId, basis: 'own' },
      metadata: { actor: caller.actor, causationId: caller.requestId, correlationId: caller.requestId },
    });
  });

  it('returns no result whose access cannot be recorded', async () => {
    const { commandServices } = opened.runtime;
    const eventStore = {
      ...opened.eventStore,
      append: async (...given: Parameters<typeof opened.eventStore.append>) => {
        if (given[0].startsWith('access-')) throw new Error('The disk is full.');
        return opened.eventStore.append(...given);
      },
    };
    const caller = opened.callerOf('dora');
    const asked = opened.run(
      { ...ask(), caller, wait: 60_000 },
      { ...opened.runtime, commandServices: { ...commandServices, eventStore } },
    );
    await Promise.all([answer(caller.requestId), expect(asked).rejects.toThrow('The disk is full.')]);
  });

  it('returns the same result to a later repeat under a key', async () => {
    const caller = opened.callerOf('dora');
    await opened.run({ ...ask(), caller, idempotencyKey: 'k' });
    await answer(caller.requestId);
    const repeat = await opened.run({ ...ask(), idempotencyKey: 'k', wait: 60_000 });
    expect(repeat).toMatchObject({ replayed: true, end: { status: 'answered' } });
  });

  const expectUnanswered = async (asked: ReturnType<Opened['run']>): Promise<void> => {
    const { outcome, end } = await asked;
    expect(end).toBeUndefined();
    expect(outcome.startedAt).toBe(`/api/queries/${String(outcome.ids.queryId)}`);
    expect(opened.typesInLog()).toEqual(['QueryAsked']);
  };

  it('stops without a result at the deadline', () => expectUnanswered(opened.run({ ...ask(), wait: 1 })));

  it('stops without a result when the caller disconnects', async () => {
    const leaving = new AbortController();
    const asked = opened.run({ ...ask(), wait: 60_000, signal: leaving.signal });
    leaving.abort();
    await expectUnanswered(asked);
  });

  it('stops without a result when the process is about to stop', async () => {
    const asked = opened.run({ ...ask(), wait: 60_000 });
    opened.stopping.abort();
    await expectUnanswered(asked);
  });

  it('does not fail a command that has taken effect', async () => {
    const { commandServices } = opened.runtime;
    const subscribeStream = (_streamId: StreamId): never => {
      throw new Error('The database fell silent.');
    };
    const eventStore = { ...opened.eventStore, subscribeStream };
    await expectUnanswered(
      opened.run(
        { ...ask(), wait: 60_000 },
        { ...opened.runtime, commandServices: { ...commandServices, eventStore } },
      ),
    );
    expect(opened.warnings).toMatchObject([{ command: 'AskQuery' }]);
  });
});
