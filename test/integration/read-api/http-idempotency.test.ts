import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandDefinition } from '../../../commands/runtime/command-definition.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const START = '/api/commands/StartConversation';
const INGEST = '/api/commands/IngestDocument';
const file = { name: 'sample.md', content: '# Sample' };
const fields = [
  ['sourceType', 'note'],
  ['specialty', 'cardiology'],
] as const;

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('an idempotency key', () => {
  let api: HttpFixture;
  beforeAll(async () => {
    api = await openHttpApi({ limits: { idempotencyWait: 200 } });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('returns the first answer verbatim to a repeat, which has no further effect', async () => {
    const first = await api.post(START, { title: 'One' }, keyed('k1'));
    const head = await api.eventStore.head();
    const second = await api.post(START, { title: 'One' }, keyed('k1'));
    expect(second.status).toBe(first.status);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await api.eventStore.head()).toBe(head);
  });

  it('repeats the Location of a started process too', async () => {
    const first = await api.post('/api/commands/AskQuery', { question: 'Why?' }, keyed('ask'));
    const second = await api.post('/api/commands/AskQuery', { question: 'Why?' }, keyed('ask'));
    expect(second.status).toBe(202);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.text).toBe(first.text);
  });

  it('ignores the order of members and explicit defaults', async () => {
    const first = await api.post('/api/commands/AskQuery', { question: 'How?', limit: 5 }, keyed('k2'));
    const second = await api.post('/api/commands/AskQuery', { filters: {}, question: 'How?' }, keyed('k2'));
    expect(second.text).toBe(first.text);
  });

  it('is refused for another input, even if only the file differs', async () => {
    await api.post(START, { title: 'One' }, keyed('k3'));
    const other = await api.post(START, { title: 'Two' }, keyed('k3'));
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe('rule_violated');

    const first = await api.upload(INGEST, file, fields, keyed('f1'));
    expect(first.status).toBe(202);
    expect((await api.upload(INGEST, file, fields, keyed('f1'))).text).toBe(first.text);
    const changed = await api.upload(INGEST, { ...file, content: '# Other' }, fields, keyed('f1'));
    expect(changed.status).toBe(422);
    const renamed = await api.upload(INGEST, { ...file, name: 'another.md' }, fields, keyed('f1'));
    expect(renamed.status).toBe(422);
  });

  it('belongs to its caller and its command', async () => {
    const mine = await api.post(START, { title: 'One' }, keyed('k4'));
    const token = await api.tokenFor('somebody', ['clinician']);
    const theirs = await api.post(START, { title: 'Other' }, { ...keyed('k4'), token });
    expect(theirs.status).toBe(200);
    expect(theirs.body.data.conversationId).not.toBe(mine.body.data.conversationId);
    expect((await api.post('/api/commands/AskQuery', { question: 'Why?' }, keyed('k4'))).status).toBe(202);
  });

  it('belongs to the person on whose behalf a service acts', async () => {
    const asking = async (person: string) =>
      (
        await api.post(
          START,
          { title: 'One' },
          {
            ...keyed('k4b'),
            token: await api.tokenFor(person, ['service'], { act: { sub: 'front-end' } }),
          },
        )
      ).body.data.conversationId;
    const [anna, ben] = [await asking('anna'), await asking('ben')];
    expect(anna).not.toBe(ben);
    expect(await asking('anna')).toBe(anna);
  });

  it('executes a refused command again, because the reason may have passed', async () => {
    const conversationId = '0190a8c0-0000-7000-8000-000000000001';
    const change = { conversationId, clinicalContext: {} };
    for (let time = 0; time < 2; time += 1) {
      const answer = await api.post('/api/commands/SetClinicalContext', change, keyed('k5'));
      expect(answer.status).toBe(404);
    }
  });

  it('lets one of many concurrent repeats through', async () => {
    const head = await api.eventStore.head();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.post(START, { title: 'Race' }, keyed('race'))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await api.eventStore.head()).toBe(head + 1);
  });

  it('must be short and printable', async () => {
    expect((await api.post(START, {}, keyed('x'.repeat(201)))).status).toBe(400);
    expect((await api.post(START, {}, keyed('a b'))).status).toBe(400);
    expect((await api.post(START, {}, keyed('x'.repeat(200)))).status).toBe(200);
  });
});

/** A command that dies after its effect, `deaths` times: the state after a crash. */
const dyingAfterEffect = (definition: CommandDefinition, deaths: { left: number }): CommandDefinition => ({
  ...definition,
  handle: async (...parameters) => {
    const outcome = await definition.handle(...parameters);
    if (deaths.left > 0) {
      deaths.left -= 1;
      // Never settles, as if the process were gone: the answer is not stored, and the claim not released.
      return new Promise<never>(() => {});
    }
    return outcome;
  },
});

describe('a command whose process died before its answer was stored', () => {
  it('takes effect once, and a repeat gets the lost answer', async () => {
    const deaths = { left: 0 };
    await using api = await openHttpApi({
      idempotencyLeaseSeconds: 0,
      limits: { idempotencyWait: 100 },
      replace: ({ commands }) => ({
        commands: commands.map((command) => dyingAfterEffect(command, deaths)),
      }),
    });
    const jobId = '0190a8c0-0000-7000-8000-0000000000aa';
    const job = { jobId, docKey: 'note-1', version: 1 };
    await api.record(`indexing-${jobId}`, [
      { type: 'IndexingRequested', data: { ...job, contentHash: 'a'.repeat(64) } },
      { type: 'IndexingStarted', data: { ...job, attempt: 1 } },
      {
        type: 'IndexingFailed',
        data: { ...job, stage: 'extract', reason: 'rule_violated', message: 'Broken.' },
      },
    ]);
    const abandoned = async (path: string, body: unknown, key: string): Promise<void> => {
      deaths.left = 1;
      const before = await api.eventStore.head();
      const signal = AbortSignal.timeout(1000);
      await expect(api.post(path, body, { ...keyed(key), signal })).rejects.toThrow();
      expect(await api.eventStore.head()).toBe(before + 1);
    };

    // Executed again on the current state, this would be refused: the job is PENDING by then.
    await abandoned('/api/commands/RetryIndexing', { jobId }, 'retry');
    const head = await api.eventStore.head();
    const retried = await api.post('/api/commands/RetryIndexing', { jobId }, keyed('retry'));
    expect(retried.body).toMatchObject({ data: { jobId, state: 'PENDING', retryCount: 1, revision: 3 } });
    expect(retried.body.data.position).toBe(head);
    expect(await api.eventStore.head()).toBe(head);

    // Each execution of this one would create a separate id.
    await abandoned(START, {}, 'start');
    const started = await api.post(START, {}, keyed('start'));
    expect(started.status).toBe(200);
    expect(started.body.data.position).toBe(head + 1);
    expect(await api.eventStore.head()).toBe(head + 1);
  });
});

it('a repeated request for a token whose answer was lost returns the same token', async () => {
  const deaths = { left: 1 };
  await using api = await openHttpApi({
    idempotencyLeaseSeconds: 0,
    limits: { idempotencyWait: 100 },
    replace: ({ commands }) => ({ commands: commands.map((command) => dyingAfterEffect(command, deaths)) }),
  });
  const create = (more: { readonly signal?: AbortSignal } = {}) =>
    api.post(
      '/api/commands/CreateToken',
      { name: 'alice', roles: ['clinician'] },
      { ...keyed('t'), ...more },
    );
  await expect(create({ signal: AbortSignal.timeout(1000) })).rejects.toThrow();
  const head = await api.eventStore.head();
  const [created] = await Array.fromAsync(api.eventStore.readStream('settings-tokens'));
  const repeat = await create();
  expect(repeat.status).toBe(200);
  const { tokenId, expiresAt, position, token } = repeat.body.data;
  expect(created?.data).toMatchObject({ tokenId, expiresAt });
  expect(position).toBe(created?.position);
  // No one has its text, and another text would not be accepted.
  expect(token).toBeUndefined();
  expect((await create()).body.data).toEqual(repeat.body.data);
  expect(await api.eventStore.head()).toBe(head);
});

describe('a repeat during the first execution', () => {
  it('waits briefly, then gets 503 with a time to retry', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    await using api = await openHttpApi({
      limits: { idempotencyWait: 100 },
      replace: ({ commands }) => ({
        commands: commands.map((command) => ({
          ...command,
          handle: async (...parameters) => {
            begun.resolve();
            await gate.promise;
            return command.handle(...parameters);
          },
        })),
      }),
    });
    const first = api.post(START, {}, keyed('slow'));
    // Otherwise a repeat could be the first, and wait at the gate itself.
    await begun.promise;
    await expect.poll(async () => (await api.post(START, {}, keyed('slow'))).status).toBe(503);
    const early = await api.post(START, {}, keyed('slow'));
    expect(early.body.error).toMatchObject({ code: 'unavailable', retryAfter: 1 });
    expect(early.headers.get('retry-after')).toBe('1');
    gate.resolve();
    const answer = await first;
    expect((await api.post(START, {}, keyed('slow'))).text).toBe(answer.text);
  });

  it('is unaffected by an unexpected error of the first, and reveals nothing of it', async () => {
    let broken = true;
    await using api = await openHttpApi({
      replace: ({ commands }) => ({
        commands: commands.map((command) => ({
          ...command,
          handle: async (...parameters) => {
            if (broken) throw new Error('Jane Doe cannot be stored');
            return command.handle(...parameters);
          },
        })),
      }),
    });
    const failed = await api.post(START, {}, keyed('err'));
    expect(failed.status).toBe(500);
    expect(failed.body.error).toEqual({
      code: 'internal_error',
      message: 'An internal error occurred. Report it with the trace id.',
    });
    const logged = api.logLines.join('');
    expect(logged).toContain('http-idempotency.test.ts');
    expect(logged).not.toContain('Jane');
    broken = false;
    expect((await api.post(START, {}, keyed('err'))).status).toBe(200);
  });
});
