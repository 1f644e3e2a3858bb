import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../../commands/runtime/context-of.ts';
import { executeDecider, loadState } from '../../../commands/runtime/execute-decider.ts';
import { runSealer } from '../../../consumers/sealer/run-sealer.ts';
import { runWitnesses } from '../../../consumers/witnesses/run-witnesses.ts';
import {
  parseSignedNote,
  parseVerifierKey,
  validSignatures,
} from '../../../domain/audit/merkle/signed-note.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { sealingDecider, sealingStream } from '../../../domain/operations/sealing-decider.ts';
import { witnessingDecider, witnessingStream } from '../../../domain/operations/witnessing-decider.ts';
import { verifyEd25519 } from '../../../infra/installation/ed25519.ts';
import { sha256 } from '../../../infra/installation/sha256-tree-hasher.ts';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import { createWitnesses } from '../../../infra/services/witnesses/create-witnesses.ts';
import type { CheckpointSigner } from '../../../ports/checkpoint-signer.ts';
import { embedded } from '../../support/databases.ts';
import { note } from '../../support/events.ts';
import { startHttpWitness } from '../../support/http-witness.ts';
import { openLogHarness, until } from '../../support/log-harness.ts';
import { openLogProofParts } from '../../support/log-proof.ts';

const ORIGIN = 'log.example/test';
const NAME = 'witness.example/w1';

describe('witnesses of a log', () => {
  let harness: Awaited<ReturnType<typeof openLogHarness>>;
  let parts: ReturnType<typeof openLogProofParts>;
  let server: Awaited<ReturnType<typeof startHttpWitness>>;
  let folder: string;
  let copies: string;
  let running: { readonly stop: () => Promise<void> }[];
  let health: string[];
  beforeEach(async () => {
    harness = await openLogHarness(embedded);
    folder = await mkdtemp(join(tmpdir(), 'sealer-'));
    copies = await mkdtemp(join(tmpdir(), 'copies-'));
    parts = openLogProofParts({ ...harness, folder });
    server = await startHttpWitness(NAME);
    running = [];
    health = [];
  });
  afterEach(async () => {
    for (const { stop } of running) await stop();
    await server[Symbol.asyncDispose]();
    await harness.dispose();
    for (const path of [folder, copies]) await rm(path, { recursive: true });
  });

  const witnesses = (withFolder = false) =>
    createWitnesses(
      {
        servers: [{ key: server.key, url: server.url }],
        ...(withFolder ? { folder: copies } : {}),
      },
      systemClock,
    );
  const keep = (work: (signal: AbortSignal) => Promise<void>) => {
    const stopping = new AbortController();
    const done = work(stopping.signal);
    const stop = async (): Promise<void> => {
      stopping.abort();
      await done;
    };
    running.push({ stop });
    return { stop };
  };
  const seal = (signer: CheckpointSigner = parts.signer) =>
    keep((signal) =>
      runSealer(
        {
          ...harness,
          ...parts,
          signer,
          witnesses: witnesses(),
          clock: systemClock,
          terms: { everyEvents: 20, everySeconds: 0.02 },
          lookEvery: 5,
        },
        signal,
      ),
    );
  const witness = (withFolder = false) =>
    keep((signal) =>
      runWitnesses(
        {
          ...harness,
          proofs: parts.proofs,
          witnesses: witnesses(withFolder),
          clock: systemClock,
          health: { report: (component, outcome) => health.push(`${component} ${outcome}`) },
          terms: { lookEvery: 5, firstRetry: 5, maxRetry: 20 },
        },
        signal,
      ),
    );
  /** Lets the witness know the log by its present key. */
  const introduce = async (): Promise<void> => {
    const key = await parts.signer.verifierKey();
    if (key === undefined) throw new Error('There is no key yet.');
    server.state.logs.set(ORIGIN, [...(server.state.logs.get(ORIGIN) ?? []), key]);
  };
  const sealing = async () => (await loadState(harness, sealingDecider, sealingStream)).state;
  const known = async (name = NAME) =>
    (await loadState(harness, witnessingDecider, witnessingStream)).state.get(name);
  const append = async (events: number): Promise<void> => {
    await harness.eventStore.append(
      streamIdOf('settings', randomUUID()),
      Array.from({ length: events }, (_, index) => note(`something ${index}`)),
      'any',
    );
  };
  const sealedTo = (size: number) =>
    until(`position ${size} is sealed`, async () => ((await sealing()).checkpoint?.size ?? 0) >= size);
  const keptTo = (size: number, name?: string) =>
    until(`position ${size} is kept`, async () => ((await known(name))?.kept?.size ?? 0) >= size);
  const tamper = (sql: string): Promise<void> =>
    harness.database.execute(
      `alter table event_log.events disable trigger all; ${sql}; alter table event_log.events enable trigger all`,
    );
  const resume = () =>
    executeDecider({
      decider: sealingDecider,
      streamId: sealingStream,
      commands: [{ type: 'ResumeSealing', reason: 'checked' }],
      context: contextOf(
        { actor: { id: 'olga', role: 'compliance' }, requestId: randomUUID() },
        { commandId: randomUUID() },
      ),
      services: harness,
      subject: 'settings',
    });
  /** A database that is restored together with the data directory, from before the last checkpoints. */
  const setBack = async (to: number): Promise<void> => {
    await tamper(`delete from event_log.events where position > ${to}`);
    await harness.database.query("delete from coordination.shared_facts where name = 'signed-checkpoint'");
    await rm(join(folder, 'signed-checkpoint'), { force: true });
    await parts.tiles.clear();
    harness = { ...harness, eventStore: await harness.newerEventStore() };
    parts = openLogProofParts({ ...harness, folder });
  };

  it('keep the newest checkpoint, and countersign it so that both signatures verify', async () => {
    seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    witness(true);
    await keptTo(30);
    await keptTo(30, 'folder');
    await append(300);
    await sealedTo(330);
    await keptTo(330);
    const { checkpoint } = await sealing();
    const record = await known();
    if (!checkpoint || !record?.kept) throw new Error('unreachable');
    const cosigned = parseSignedNote(`${checkpoint.note}${record.kept.countersignatures.join('')}`);
    const key = parseVerifierKey(checkpoint.verifierKey, sha256);
    if (!cosigned || !key) throw new Error('The checkpoint cannot be read.');
    expect(validSignatures(cosigned, [key, server.key], verifyEd25519)).toHaveLength(2);
    expect((await readdir(join(copies, 'log-log.example%2Ftest'))).length).toBeGreaterThanOrEqual(2);
  });

  it('make no further checkpoint of a log at rest', async () => {
    seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    witness();
    await keptTo(30);
    const head = await harness.eventStore.head();
    await until('the sealer is at the end', () => harness.followerRegistry.get('sealer')?.position === head);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await harness.eventStore.head()).toBe(head);
  });

  it('get one checkpoint after an outage, however many were signed meanwhile, and hold nothing back', async () => {
    seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    witness();
    await keptTo(30);
    server.state.instead = { status: 503, body: '' };
    for (let size = 60; size <= 150; size += 30) {
      await append(30);
      await sealedTo(size);
    }
    await until('the outage is reported', () => health.includes('witnesses failed'));
    expect((await sealing()).stopped).toBeUndefined();
    const before = server.state.kept.get(ORIGIN)?.size;
    server.state.requests.length = 0;
    server.state.instead = undefined;
    await keptTo(150);
    expect(before).toBeLessThan(60);
    expect(server.state.requests.every((body) => body.startsWith(`old ${before}\n`))).toBe(true);
    expect(health.at(-1)).toBe('witnesses ok');
  });

  it('go on from what they keep after a crash between their answer and its record', async () => {
    seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    const { stop } = witness();
    await keptTo(30);
    await append(30);
    await sealedTo(60);
    await keptTo(60);
    await stop();
    await tamper("delete from event_log.events where type = 'CheckpointWitnessed'");
    harness = { ...harness, eventStore: await harness.newerEventStore() };
    witness();
    await keptTo(60);
    expect((await known())?.contradiction).toBeUndefined();
  });

  it('stop sealing before it signs anything, when database and data directory were set back together', async () => {
    const sealer = seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    const submitter = witness();
    await keptTo(30);
    const head = await harness.eventStore.head();
    await append(300);
    await sealedTo(330);
    await keptTo(330);
    await sealer.stop();
    await submitter.stop();
    await setBack(head);
    await append(300);
    const signed: number[] = [];
    seal({
      ...parts.signer,
      sign: (tree) => {
        signed.push(tree.size);
        return parts.signer.sign(tree);
      },
    });
    await until('sealing stops', async () => (await sealing()).stopped !== undefined);
    expect((await sealing()).stopped?.because).toBe('log_went_back');
    expect((await known())?.contradiction?.witnessSize).toBeGreaterThanOrEqual(330);
    expect(signed).toEqual([]);
  });

  it('stop sealing when one that did not answer at the start turns out to keep other events', async () => {
    const sealer = seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    const submitter = witness();
    await keptTo(30);
    const head = await harness.eventStore.head();
    await append(300);
    await sealedTo(330);
    await keptTo(330);
    await sealer.stop();
    await submitter.stop();
    await setBack(head);
    server.state.instead = { status: 503, body: '' };
    seal();
    await append(600);
    await sealedTo(600);
    server.state.instead = undefined;
    witness();
    await until('sealing stops', async () => (await sealing()).stopped !== undefined);
    expect((await known())?.contradiction).toMatchObject({ witnessSize: null });
  });

  it('that were not set to the log which a person let continue are on record, and stop it no more', async () => {
    const sealer = seal();
    await append(30);
    await sealedTo(30);
    await introduce();
    const submitter = witness();
    await append(300);
    await sealedTo(330);
    await keptTo(330);
    await sealer.stop();
    await submitter.stop();
    await setBack(20);
    seal();
    await append(30);
    await sealedTo(40);
    witness();
    await until('sealing stops', async () => (await sealing()).stopped !== undefined);
    await resume();
    await sealedTo(52);
    await introduce();
    const { verifierKey } = (await sealing()).checkpoint ?? {};
    await until(
      'the witness contradicts the new key',
      async () => (await known())?.contradiction?.verifierKey === verifierKey,
    );
    expect((await sealing()).stopped).toBeUndefined();
    server.state.kept.delete(ORIGIN);
    await keptTo(52);
    expect((await known())?.contradiction).toBeUndefined();
  });
});
