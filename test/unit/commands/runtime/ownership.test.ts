import { beforeEach, describe, expect, it } from 'vitest';
import { askQuery } from '../../../../commands/ask-query.ts';
import { giveFeedback } from '../../../../commands/give-feedback.ts';
import type { Caller } from '../../../../commands/runtime/caller.ts';
import { setClinicalContext } from '../../../../commands/set-clinical-context.ts';
import { createShareConversation } from '../../../../commands/share-conversation.ts';
import { startConversation } from '../../../../commands/start-conversation.ts';
import { unshareConversation } from '../../../../commands/unshare-conversation.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { Sharee } from '../../../../domain/ownership/share.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';

let opened: ReturnType<typeof openCommandRuntime>;
let conversationId: string;
let unknownId: string;
beforeEach(async () => {
  opened = openCommandRuntime();
  const { outcome } = await opened.run({ definition: startConversation, input: {}, caller: by('ada') });
  conversationId = String(outcome.ids.conversationId);
  unknownId = opened.identity.newId();
});

const by = (id: string, more: Partial<Caller> = {}): Caller => ({ ...opened.callerOf(id), ...more });

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.reason.code : String(error)),
  );
const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error.reason : error),
  );

const setContext = (caller: Caller, id = conversationId) =>
  opened.run({
    definition: setClinicalContext,
    input: { conversationId: id, clinicalContext: { patientAge: 40 } },
    caller,
  });
const ask = (caller: Caller, id = conversationId) =>
  opened.run({
    definition: askQuery,
    input: askQuery.input.parse({ question: 'Why?', conversationId: id }),
    caller,
  });
/** The clock for shares is one hour behind, so that a share can end at the present of the log. */
const shareConversation = createShareConversation({ now: () => '2026-01-02T02:04:05.678Z' });
const share = (sharee: Sharee, level: 'read' | 'contribute', caller = by('ada'), expiresAt?: string) =>
  opened.run({
    definition: shareConversation,
    input: { conversationId, with: sharee, level, expiresAt },
    caller,
  });
const unshare = (sharee: Sharee, caller = by('ada')) =>
  opened.run({ definition: unshareConversation, input: { conversationId, with: sharee }, caller });

describe("another clinician's conversation", () => {
  it('accepts no clinical context, question, feedback or share, and writes nothing', async () => {
    const { outcome } = await ask(by('ada'));
    const before = opened.typesInLog();
    const queryId = String(outcome.ids.queryId);
    const attempts = [
      () => setContext(by('bob')),
      () => ask(by('bob')),
      () => opened.run({ definition: giveFeedback, input: { queryId, kind: 'wrong' }, caller: by('bob') }),
      () => share({ user: 'bob' }, 'read', by('bob')),
      () => unshare({ user: 'ada' }, by('bob')),
    ];
    for (const attempt of attempts) expect(await codeOf(attempt())).toBe('not_found');
    expect(opened.typesInLog()).toEqual(before);
  });

  it('is refused in the same words as a conversation that does not exist', async () => {
    for (const attempt of [setContext, ask])
      expect(await reasonOf(attempt(by('bob')))).toEqual(await reasonOf(attempt(by('bob'), unknownId)));
  });

  it('is also closed to an admin, and to a service that acts for its owner', async () => {
    expect(await codeOf(setContext(by('root', { actor: { id: 'root', role: 'admin' } })))).toBe('not_found');
    const voice = { id: 'voice', role: 'service', onBehalfOf: 'ada' } as const;
    expect(await codeOf(setContext(by('voice', { actor: voice })))).toBe('not_found');
  });
});

describe('a shared conversation', () => {
  it('is readable by a reader, whose question is refused as forbidden rather than not found', async () => {
    await share({ user: 'bob' }, 'read');
    expect(await codeOf(setContext(by('bob')))).toBe('permission_denied');
    expect(await codeOf(share({ user: 'eve' }, 'read', by('bob')))).toBe('permission_denied');
  });

  it('accepts questions from the named contributor and from the team until the share is revoked', async () => {
    await share({ user: 'bob' }, 'contribute');
    await share({ team: 'icu' }, 'contribute');
    expect(await codeOf(ask(by('bob')))).toBe('done');
    const cyd = { teams: ['icu'] };
    expect(await codeOf(setContext(by('cyd', cyd)))).toBe('done');
    expect(await codeOf(setContext(by('icu')))).toBe('not_found');
    await unshare({ user: 'bob' });
    await unshare({ team: 'icu' });
    expect(await codeOf(ask(by('bob')))).toBe('not_found');
    expect(await codeOf(ask(by('cyd', cyd)))).toBe('not_found');
  });

  it('ends at its instant, by the clock of the log; a date lasts to the end of the day', async () => {
    // The clock of the tests is at 2026-01-02T03:04:05.678Z.
    await share({ user: 'bob' }, 'contribute', by('ada'), '2026-01-02');
    expect(await codeOf(ask(by('bob')))).toBe('done');
    await share({ user: 'bob' }, 'contribute', by('ada'), '2026-01-02T04:04:05.678+01:00');
    expect(await codeOf(ask(by('bob')))).toBe('not_found');
  });

  it('records each share once, and at most a hundred', async () => {
    await share({ user: 'bob' }, 'read');
    await share({ user: 'bob' }, 'read');
    await unshare({ user: 'eve' });
    expect(opened.typesInLog()).toEqual(['ConversationStarted', 'ConversationShared']);
    for (let n = 1; n < 100; n += 1) await share({ team: `t${n}` }, 'read');
    expect(await codeOf(share({ team: 'one too many' }, 'read'))).toBe('rule_violated');
    expect(await codeOf(share({ user: 'bob' }, 'contribute'))).toBe('done');
  });
});

describe('an idempotency key', () => {
  it('does not return the first answer to a caller who may no longer read it', async () => {
    await share({ user: 'bob' }, 'contribute');
    const repeat = () =>
      opened.run({
        definition: setClinicalContext,
        input: { conversationId, clinicalContext: { patientAge: 7 } },
        caller: by('bob'),
        idempotencyKey: 'k',
      });
    expect(await codeOf(repeat())).toBe('done');
    await unshare({ user: 'bob' });
    expect(await codeOf(repeat())).toBe('not_found');
  });

  it('of a service is separate for each person that it acts for', async () => {
    const start = (onBehalfOf: string) =>
      opened.run({
        definition: startConversation,
        input: { title: 'Bed 4' },
        caller: by('voice', { actor: { id: 'voice', role: 'service', onBehalfOf } }),
        idempotencyKey: 'k',
      });
    const [ada, bob] = [await start('ada'), await start('bob')];
    expect(ada.outcome.ids.conversationId).not.toBe(bob.outcome.ids.conversationId);
    expect(await start('ada')).toMatchObject({ replayed: true, outcome: ada.outcome });
  });
});
