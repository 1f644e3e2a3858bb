import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmErasure } from '../../../commands/confirm-erasure.ts';
import { eraseSubject } from '../../../commands/erase-subject.ts';
import { createPlaceHold } from '../../../commands/place-hold.ts';
import type { CommandContext } from '../../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../../commands/runtime/command-definition.ts';
import { runConsumer } from '../../../consumers/runner/run-consumer.ts';
import { createSubjectEraser } from '../../../consumers/subject-eraser/subject-eraser.ts';
import type { SubjectEraserServices } from '../../../consumers/subject-eraser/subject-eraser-services.ts';
import { runTimerScheduler } from '../../../consumers/timers/run-timer-scheduler.ts';
import type { StreamId } from '../../../domain/kernel/event.ts';
import type { SubjectEvent } from '../../../domain/privacy/subject-events.ts';
import { subjectStream } from '../../../domain/privacy/subject-stream.ts';
import { openFileBlobStore } from '../../../infra/storage/blob-store/file-blob-store.ts';
import { createDatabaseClock } from '../../../infra/storage/database-clock.ts';
import { freeAllLeases } from '../../../infra/storage/leases/postgres-leases.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { timersProjection } from '../../../projections/timers/projection.ts';
import { databaseKinds } from '../../support/databases.ts';
import { collect } from '../../support/events.ts';
import { foldProjection } from '../../support/fold-projection.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';
import { uuidOf } from '../../support/recorded-history.ts';
import * as sample from '../../support/sample-events.ts';

const [kind] = databaseKinds;
if (!kind) throw new Error('There is no test database.');

const docKey = 'letter-of-a-patient';
const subject = `document:${docKey}`;

describe('the subject eraser', () => {
  let log: LogHarness;
  let folder: string;
  let blobs: BlobStore;
  let stop: AbortController;
  let runs: Promise<void>[];

  beforeEach(async () => {
    log = await openLogHarness(kind);
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-eraser-'));
    blobs = await openFileBlobStore(folder, { alone: true });
    stop = new AbortController();
    runs = [];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(runs);
    await log.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const contextOf = (person: string): CommandContext => {
    const commandId = log.identity.newId();
    return { actor: { id: person, role: 'compliance' }, commandId, correlationId: commandId };
  };
  const commandServices = () => ({ ...log, blobs }) as unknown as CommandServices;

  const servicesWith = (replaced: Partial<SubjectEraserServices> = {}): SubjectEraserServices => ({
    ...log,
    subjectKeyState: async (subjects) => {
      const keys = await log.vault.existingKeys(subjects);
      return subjects.map((one) =>
        keys.has(one) ? (keys.get(one) === undefined ? 'destroyed' : 'present') : 'missing',
      );
    },
    files: blobs,
    searchHas: async () => {},
    rewriteKeys: async () => {},
    rewriteSearch: async () => {},
    purges: [
      { place: 'read_models', effect: 'unreadable', purge: async ({ streamIds }) => streamIds.size },
      { place: 'idempotency_answers', effect: 'removed', purge: async () => 0 },
    ],
    notReached: ['exports'],
    requestLifetime: 3_600_000,
    ...replaced,
  });
  const run = (services: SubjectEraserServices, signal = stop.signal): Promise<void> => {
    const running = runConsumer(
      createSubjectEraser(services),
      { ...log, withTrace: (_, work) => work(), retry: { attempts: 1, firstPause: 1, maxPause: 1 } },
      signal,
    );
    runs.push(running);
    return running;
  };

  const streamOf = (name: string): StreamId => subjectStream(name, log.identity.derivedId);
  const historyOf = async (name: string) =>
    (await collect(log.eventStore.readStream(streamOf(name)))) as unknown as readonly SubjectEvent[];
  const typesOf = async (name: string) => (await historyOf(name)).map(({ type }) => type);

  const record = async ({ streamId, event }: ReturnType<typeof sample.versionAdded>, about: string) => {
    const metadata = {
      correlationId: 'test',
      causationId: 'test',
      actor: { id: 'test', role: 'service' as const },
      phi: true,
      subject: about,
    };
    await log.eventStore.append(streamId, [{ ...event, id: log.identity.newId(), metadata }], 'any');
  };
  const store = async (text: string) => (await blobs.putBytes(new TextEncoder().encode(text))).sha256;

  /** A document with a file of its own, and one shared with another document. */
  const plantDocument = async () => {
    const [own, shared] = [await store('Only in the letter.'), await store('In both.')];
    await record(sample.versionAdded(docKey, 1, { contentHash: own, fileName: 'letter.pdf' }), subject);
    await record(sample.versionAdded(docKey, 2, { contentHash: shared, fileName: 'letter.pdf' }), subject);
    await record(sample.versionAdded('guideline-7', 1, { contentHash: shared }), 'document:guideline-7');
    return { own, shared };
  };

  const confirm = async (name: string) => {
    const request = { subject: name, reason: 'Asked for by letter.', basis: 'gdpr_art_17' as const };
    const { ids } = await eraseSubject.handle(request, contextOf('okafor'), commandServices(), undefined);
    await confirmErasure.handle(
      { subject: name, erasureId: ids.erasureId },
      contextOf('moreau'),
      commandServices(),
      undefined,
    );
    return ids.erasureId;
  };

  it('removes a document from search, destroys its key, deletes its files but none of others, and certifies that', async () => {
    const { own, shared } = await plantDocument();
    await confirm(subject);
    const waited: number[] = [];
    run(
      servicesWith({
        searchHas: async (position) => {
          waited.push(position);
        },
      }),
    );
    await until('the subject is erased', async () => (await typesOf(subject)).includes('SubjectErased'));

    const history = await collect(log.eventStore.readStream(`document-${docKey}`));
    expect(history.map(({ type }) => type)).toEqual([
      'DocumentVersionAdded',
      'DocumentVersionAdded',
      'DocumentWithdrawn',
    ]);
    expect(history[0]?.data).toMatchObject({ fileName: '[erased]' });
    expect(waited[0]).toBe(history.at(-1)?.position);
    expect(await blobs.has(own)).toBe(false);
    expect(await blobs.has(shared)).toBe(true);

    const erased = (await historyOf(subject)).at(-1);
    expect(erased?.data).toMatchObject({
      subject,
      basis: 'gdpr_art_17',
      requestedBy: 'okafor',
      confirmedBy: 'moreau',
      keyId: log.vault.keyIdOf(subject),
      effects: [
        { place: 'subject_key', count: 1, effect: 'removed' },
        { place: 'events', count: 3, effect: 'unreadable' },
        { place: 'files', count: 1, effect: 'removed' },
        { place: 'read_models', count: 1, effect: 'unreadable' },
      ],
      notReached: ['exports'],
    });
    // The reason of the request must remain known when the key is gone.
    expect((await historyOf(subject))[0]?.data).toMatchObject({ reason: 'Asked for by letter.' });
    await expect(
      record(sample.versionAdded(docKey, 3, { fileName: 'again.pdf' }), subject),
    ).rejects.toMatchObject({ reason: { code: 'rule_violated', details: { reason: 'subject_erased' } } });
  });

  const steps = [
    'before it looks for the key',
    'before the key is destroyed',
    'after the key is destroyed',
    'before the table of keys is rewritten',
    'before search has released it',
    'before a file is removed',
    'after a file is removed',
    'before other places are purged',
    'after other places are purged',
  ] as const;

  it.each(steps)('resumes after its owner was killed %s, and certifies once', async (step) => {
    const { own } = await plantDocument();
    await confirm(subject);
    const ended = new AbortController();
    const died = Promise.withResolvers<void>();
    /** The process is gone: neither a result nor an error follows. */
    const die = async (): Promise<never> => {
      ended.abort();
      died.resolve();
      return new Promise<never>(() => {});
    };
    const at = (here: (typeof steps)[number]): Promise<void> => (here === step ? die() : Promise.resolve());
    const whole = servicesWith();
    const mortal = servicesWith({
      subjectKeyState: async (subjects) => {
        await at('before it looks for the key');
        return whole.subjectKeyState(subjects);
      },
      vault: {
        keyIdOf: log.vault.keyIdOf,
        destroy: async (name) => {
          await at('before the key is destroyed');
          await log.vault.destroy(name);
          await at('after the key is destroyed');
        },
      },
      rewriteKeys: () => at('before the table of keys is rewritten'),
      searchHas: () => at('before search has released it'),
      files: {
        list: blobs.list,
        remove: async (blob) => {
          await at('before a file is removed');
          const gone = await blobs.remove(blob);
          await at('after a file is removed');
          return gone;
        },
      },
      purges: whole.purges.map((place) => ({
        ...place,
        purge: async (erased) => {
          await at('before other places are purged');
          const count = await place.purge(erased);
          await at('after other places are purged');
          return count;
        },
      })),
    });
    // An endless run must not be awaited.
    runs.pop();
    void runConsumer(
      createSubjectEraser(mortal),
      { ...log, leases: log.leasesOf('mortal', 300), withTrace: (_, work) => work() },
      ended.signal,
    ).catch(() => {});
    await died.promise;
    expect(await typesOf(subject)).not.toContain('SubjectErased');

    await freeAllLeases(log.database);
    run(servicesWith());
    await until('the subject is erased', async () => (await typesOf(subject)).includes('SubjectErased'));
    expect((await typesOf(subject)).filter((type) => type === 'SubjectErased')).toHaveLength(1);
    expect((await log.vault.existingKeys([subject])).get(subject)).toBeUndefined();
    expect(await blobs.has(own)).toBe(false);
    const history = await collect(log.eventStore.readStream(`document-${docKey}`));
    expect(history.at(-1)?.type).toBe('DocumentWithdrawn');
  });

  it("ends a person's open questions, tool calls and timers, and leaves ended ones alone", async () => {
    const person = 'person:patient-5';
    const [open, askedBack, done, other] = [1, 2, 3, 4].map(uuidOf) as [string, string, string, string];
    const [waiting, running, made] = [11, 12, 13].map(uuidOf) as [string, string, string];
    await record(sample.asked(open), person);
    for (const event of [
      sample.asked(askedBack),
      sample.screened(askedBack, []),
      sample.searched(askedBack, 1),
      sample.clarificationAsked(askedBack),
    ])
      await record(event, person);
    for (const event of [
      sample.asked(done),
      sample.screened(done, []),
      sample.searched(done, 1),
      sample.answered(done),
    ])
      await record(event, person);
    await record(sample.asked(other), 'person:patient-6');
    const { requested, toConfirm, confirmed, started, succeeded } = sample.toolCallStories;
    for (const step of [requested, toConfirm]) await record(step(waiting), person);
    for (const step of [requested, toConfirm, confirmed, started]) await record(step(running), person);
    for (const step of [requested, started, succeeded]) await record(step(made), person);
    const setTimers = { at: '2999-01-01T00:00:00.000Z' };
    await record(sample.timerSet(open, setTimers), 'settings:test');
    await record(sample.timerSet(other, setTimers), 'settings:test');
    await record(sample.timerSet(done, setTimers), 'settings:test');
    await record(sample.timerFired(done), 'settings:test');

    const erasureId = await confirm(person);
    run(servicesWith());
    await until('the subject is erased', async () => (await typesOf(person)).includes('SubjectErased'));
    const lastOf = async (streamId: StreamId) =>
      (await collect(log.eventStore.readStream(streamId))).at(-1)?.type;
    const ends: Readonly<Record<string, StreamId>> = {
      open: `query-${open}`,
      askedBack: `query-${askedBack}`,
      done: `query-${done}`,
      other: `query-${other}`,
      waiting: `tool_call-${waiting}`,
      running: `tool_call-${running}`,
      made: `tool_call-${made}`,
      timerOfOpen: `timer-${open}`,
      timerOfOther: `timer-${other}`,
      timerOfDone: `timer-${done}`,
      timerOfRequest: `timer-erasure-expiry-${erasureId}`,
    };
    const last = await Promise.all(
      Object.entries(ends).map(async ([name, streamId]) => [name, await lastOf(streamId)] as const),
    );
    expect(Object.fromEntries(last)).toEqual({
      open: 'QueryFailed',
      askedBack: 'QueryFailed',
      done: 'QueryAnswered',
      other: 'QueryAsked',
      waiting: 'ToolFailed',
      running: 'ToolOutcomeUnknown',
      made: 'ToolSucceeded',
      timerOfOpen: 'TimerCancelled',
      timerOfOther: 'TimerSet',
      timerOfDone: 'TimerFired',
      timerOfRequest: 'TimerCancelled',
    });
  });

  it('lets an unconfirmed request expire, and a hold end on its date', async () => {
    const context = contextOf('okafor');
    await eraseSubject.handle(
      { subject: 'person:patient-1', reason: 'By letter.', basis: 'other' },
      context,
      commandServices(),
      undefined,
    );
    const past = { now: () => '2020-01-01T00:00:00.000Z' };
    await createPlaceHold(past).handle(
      { subject: 'person:patient-2', reason: 'A claim.', until: new Date().toISOString() },
      contextOf('moreau'),
      commandServices(),
      undefined,
    );
    run(servicesWith({ requestLifetime: 0 }));
    runs.push(
      runTimerScheduler(
        {
          ...log,
          clock: createDatabaseClock(log.database),
          pending: {
            earliest: async (limit) => {
              const events = await collect(log.eventStore.readAll(0));
              return [...foldProjection(timersProjection, events).values()]
                .toSorted((one, other) => one.dueAt.localeCompare(other.dueAt))
                .slice(0, limit);
            },
          },
        },
        stop.signal,
      ),
    );
    await until(
      'both owners have stopped',
      async () =>
        [...(await typesOf('person:patient-1')), ...(await typesOf('person:patient-2'))].length === 4,
    );
    expect((await historyOf('person:patient-1')).at(-1)).toMatchObject({
      type: 'SubjectErasureDeclined',
      data: { cause: 'expired' },
    });
    expect((await historyOf('person:patient-2')).at(-1)).toMatchObject({
      type: 'HoldReleased',
      data: { cause: 'ended' },
    });
  });

  it('leaves a person with an unconfirmed erasure unchanged', async () => {
    await record(sample.asked(uuidOf(1)), 'person:patient-3');
    const request = { subject: 'person:patient-3', reason: 'By letter.', basis: 'other' as const };
    await eraseSubject.handle(request, contextOf('okafor'), commandServices(), undefined);
    run(servicesWith());
    await until('the request was handled', async () => (await log.checkpoints.read('subject-eraser')) >= 2);
    expect((await log.vault.existingKeys(['person:patient-3'])).get('person:patient-3')).toBeDefined();
    expect(await typesOf('person:patient-3')).toEqual(['SubjectErasureRequested']);
  });
});
