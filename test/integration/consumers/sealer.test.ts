import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../../commands/runtime/context-of.ts';
import { executeDecider, loadState } from '../../../commands/runtime/execute-decider.ts';
import { runSealer } from '../../../consumers/sealer/run-sealer.ts';
import { eventLeaf } from '../../../domain/audit/event-leaf.ts';
import { parseCheckpointText } from '../../../domain/audit/merkle/checkpoint.ts';
import { provesConsistency } from '../../../domain/audit/merkle/consistency-proof.ts';
import { provesInclusion } from '../../../domain/audit/merkle/inclusion-proof.ts';
import { isSignedBy, parseSignedNote, parseVerifierKey } from '../../../domain/audit/merkle/signed-note.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import {
  type SealedCheckpoint,
  sealingDecider,
  sealingStream,
} from '../../../domain/operations/sealing-decider.ts';
import { verifyEd25519 } from '../../../infra/installation/ed25519.ts';
import { sha256TreeHasher as hasher, sha256 } from '../../../infra/installation/sha256-tree-hasher.ts';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import type { CheckpointSigner, TreeHead } from '../../../ports/checkpoint-signer.ts';
import type { LogVerificationLine } from '../../../ports/log-proofs.ts';
import { databaseKinds } from '../../support/databases.ts';
import { confide, note } from '../../support/events.ts';
import { openLogHarness, until } from '../../support/log-harness.ts';
import { openLogProofParts } from '../../support/log-proof.ts';

/** Waits until something is found. */
const found = async <Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> => {
  let it: Found | undefined;
  await until(
    what,
    async () => {
      it = await look();
      return it !== undefined;
    },
    15_000,
  );
  if (it === undefined) throw new Error('unreachable');
  return it;
};

for (const kind of databaseKinds) {
  describe(`the sealer on ${kind.name}`, () => {
    let harness: Awaited<ReturnType<typeof openLogHarness>>;
    let parts: ReturnType<typeof openLogProofParts>;
    let folder: string;
    let running: { readonly stop: () => Promise<void> }[];
    beforeEach(async () => {
      harness = await openLogHarness(kind);
      folder = await mkdtemp(join(tmpdir(), 'sealer-'));
      parts = openLogProofParts({ ...harness, folder });
      running = [];
    });
    afterEach(async () => {
      for (const { stop } of running) await stop();
      await harness.dispose();
      await rm(folder, { recursive: true });
    });

    /** Opens the log again, as a process that starts. */
    const restart = async (): Promise<void> => {
      harness = { ...harness, eventStore: await harness.newerEventStore() };
      parts = openLogProofParts({ ...harness, folder });
    };
    const start = (signer: CheckpointSigner = parts.signer, leases = harness.leases) => {
      const stopping = new AbortController();
      const done = runSealer(
        {
          ...harness,
          ...parts,
          signer,
          leases,
          clock: systemClock,
          witnesses: [],
          terms: { everyEvents: 20, everySeconds: 0.02 },
          lookEvery: 5,
        },
        stopping.signal,
      );
      const stop = async (): Promise<void> => {
        stopping.abort();
        await done;
      };
      running.push({ stop });
      return { stop };
    };
    /** Changes the log as somebody who owns the database can. */
    const tamper = (sql: string): Promise<void> =>
      harness.database.execute(
        `alter table event_log.events disable trigger all; ${sql}; alter table event_log.events enable trigger all`,
      );
    const state = async () => (await loadState(harness, sealingDecider, sealingStream)).state;
    const append = async (events: number, text = 'something'): Promise<void> => {
      await harness.eventStore.append(
        streamIdOf('settings', randomUUID()),
        Array.from({ length: events }, (_, index) => note(`${text} ${index}`)),
        'any',
      );
    };
    const headOf = ({ size, root }: SealedCheckpoint): TreeHead => ({ size, root: Buffer.from(root, 'hex') });
    const sealedTo = (size: number): Promise<SealedCheckpoint> =>
      found(`position ${size} is sealed`, async () => {
        const { checkpoint } = await state();
        return checkpoint && checkpoint.size >= size ? checkpoint : undefined;
      });
    const stoppedBecause = (): Promise<string> =>
      found('sealing stops', async () => (await state()).stopped?.because);
    const leafOf = async (position: number): Promise<Uint8Array> => {
      const [event] = (await harness.eventStore.readStored(position - 1, 1)).events;
      if (!event) throw new Error('There is no such event.');
      return hasher.leaf(Buffer.from(eventLeaf(event)));
    };
    const verify = async (): Promise<LogVerificationLine | undefined> => {
      const heads: TreeHead[] = [];
      for await (const { type, data } of harness.eventStore.readStream(sealingStream))
        if (type === 'LogSealed') heads.push(headOf(data as SealedCheckpoint));
      heads.sort((one, other) => one.size - other.size);
      let last: LogVerificationLine | undefined;
      for await (const line of parts.proofs.verify(heads, new AbortController().signal)) last = line;
      return last;
    };
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

    it('signs checkpoints from which every event, and every older checkpoint, is proven', async () => {
      start();
      await append(30);
      const older = await sealedTo(30);
      await append(300);
      const newer = await sealedTo(330);
      const read = parseSignedNote(newer.note);
      const key = parseVerifierKey(newer.verifierKey, sha256);
      if (!read || !key) throw new Error('The checkpoint cannot be read.');
      expect(isSignedBy(read, [key], verifyEd25519)).toBe(true);
      const head = parseCheckpointText(read.text);
      expect(head?.size).toBe(newer.size);
      for (const position of [1, 2, 255, 256, 257, 330, newer.size]) {
        const { leafHash, proof } = await parts.proofs.inclusion(position, headOf(newer));
        expect(Buffer.from(leafHash).equals(await leafOf(position))).toBe(true);
        expect(
          provesInclusion(
            { index: position - 1, leafHash: await leafOf(position), proof, ...headOf(newer) },
            hasher,
          ),
        ).toBe(true);
      }
      const { fromRoot, toRoot, proof } = await parts.proofs.consistency(
        older.size,
        newer.size,
        headOf(newer),
      );
      expect(Buffer.from(fromRoot).toString('hex')).toBe(older.root);
      expect(
        provesConsistency(
          { size: older.size, root: fromRoot, newSize: newer.size, newRoot: toRoot, proof },
          hasher,
        ),
      ).toBe(true);
      expect(await verify()).toMatchObject({ kind: 'verified' });
    });

    it('seals nothing that only records a checkpoint', async () => {
      start();
      await append(20);
      await sealedTo(20);
      const head = await harness.eventStore.head();
      await until(
        'the sealer is at the end',
        () => harness.followerRegistry.get('sealer')?.position === head,
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await harness.eventStore.head()).toBe(head);
      expect((await state()).checkpoint?.size).toBe(20);
    });

    it('keeps every proof when the key of a person is destroyed', async () => {
      start();
      await harness.eventStore.append(
        streamIdOf('settings', randomUUID()),
        [confide('a secret', 'person:ada')],
        'any',
      );
      await append(20);
      const sealed = await sealedTo(20);
      const before = await leafOf(1);
      await harness.vault.destroy('person:ada');
      expect(await leafOf(1)).toEqual(before);
      const { leafHash } = await parts.proofs.inclusion(1, headOf(sealed));
      expect(Buffer.from(leafHash)).toEqual(before);
      expect(await verify()).toMatchObject({ kind: 'verified' });
    });

    it('makes damaged and deleted tiles again from the log', async () => {
      start();
      await append(300);
      const sealed = await sealedTo(300);
      const expected = await parts.proofs.inclusion(7, headOf(sealed));
      const tile = { level: 0, index: 0, width: 256 };
      const bytes = await parts.proofs.tile(tile, headOf(sealed));
      for (const damage of [
        'delete from log_proof.tiles where level = 0',
        'update log_proof.tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = 0',
        'update log_proof.tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = 1',
      ]) {
        await harness.database.query(damage);
        expect(await parts.proofs.tile(tile, headOf(sealed))).toEqual(bytes);
        await harness.database.query(damage);
        expect(await parts.proofs.inclusion(7, headOf(sealed))).toEqual(expected);
      }
      expect(await parts.proofs.tile({ level: 0, index: 2, width: 256 }, headOf(sealed))).toBeUndefined();
    });

    it.each([
      ['altered', `update event_log.events set data = '{"text":"another"}' where position = 17`, 17],
      ['removed', 'delete from event_log.events where position = 17', 17],
      [
        'moved in time',
        `update event_log.events set recorded_at = recorded_at + interval '1 ms' where position = 23`,
        23,
      ],
      [
        'given to another actor',
        `update event_log.events set metadata = replace(metadata::text, 'tester', 'another')::json where position = 299`,
        299,
      ],
    ])('verification names the first position of an event that was %s', async (_, tampering, position) => {
      const { stop } = start();
      await append(300);
      await sealedTo(300);
      await stop();
      await tamper(tampering);
      expect(await verify()).toMatchObject({ kind: 'altered', from: position, position });
    });

    it('verification names a range when the tiles were altered along with the event', async () => {
      const { stop } = start();
      await append(300);
      const sealed = await sealedTo(300);
      await stop();
      await tamper(`update event_log.events set data = '{"text":"another"}' where position = 17`);
      await parts.tiles.clear();
      // From the last checkpoint that is right to the first that is not: how many were signed depends on the log.
      const found = await verify();
      if (found?.kind !== 'altered') throw new Error('The verification found nothing.');
      expect(found.from).toBeLessThanOrEqual(17);
      expect(found.position).toBeGreaterThanOrEqual(17);
      expect(found.position).toBeLessThanOrEqual(sealed.size);
      await expect(parts.proofs.inclusion(7, headOf(sealed))).rejects.toMatchObject({
        reason: { code: 'internal_error' },
      });
    });

    it('continues after a crash between the signature and its record, without contradicting it', async () => {
      const signed: TreeHead[] = [];
      const crashing: CheckpointSigner = {
        ...parts.signer,
        sign: async (head) => {
          signed.push(head);
          await parts.signer.sign(head);
          throw new Error('crashed');
        },
      };
      const { stop } = start(crashing);
      await append(30);
      await until('something is signed', () => signed.length > 0);
      await stop();
      const [lost] = signed;
      if (!lost) throw new Error('Nothing was signed.');
      await append(40);
      start();
      const sealed = await sealedTo(70);
      const { fromRoot } = await parts.proofs.consistency(lost.size, sealed.size, headOf(sealed));
      expect(Buffer.from(fromRoot).equals(lost.root)).toBe(true);
    });

    it('signs for two nodes in turn, each checkpoint larger than the one before', async () => {
      start();
      start(parts.signer, harness.leasesOf());
      for (let turn = 1; turn <= 5; turn += 1) {
        await append(25);
        await sealedTo(turn * 25);
      }
      const sizes: number[] = [];
      for await (const { type, data } of harness.eventStore.readStream(sealingStream))
        if (type === 'LogSealed') sizes.push((data as SealedCheckpoint).size);
      expect(sizes).toEqual([...new Set(sizes)].toSorted((one, other) => one - other));
      expect(await verify()).toMatchObject({ kind: 'verified', checkpoints: sizes.length });
    });

    it('stops when the key that signed before is missing, until a person decides, and then signs with a new one', async () => {
      const { stop } = start();
      await append(30);
      const before = await sealedTo(30);
      await stop();
      await harness.database.query("delete from coordination.shared_facts where name = 'checkpoint-signer'");
      await append(30);
      start();
      expect(await stoppedBecause()).toBe('key_missing');
      await resume();
      const after = await sealedTo(60);
      expect(after.verifierKey).not.toBe(before.verifierKey);
      expect(await verify()).toMatchObject({ kind: 'verified' });
    });

    it('stops when the log has gone back behind what this node signed, even if it has grown again', async () => {
      const { stop } = start();
      await append(30);
      await append(30);
      await sealedTo(50);
      await stop();
      // As a database restored from before the checkpoints, with the data directory of the node as it was, which starts
      // again.
      await tamper('delete from event_log.events where position > 10');
      await harness.database.query("delete from coordination.shared_facts where name = 'signed-checkpoint'");
      await restart();
      const { stop: stopAgain } = start();
      expect(await stoppedBecause()).toBe('log_went_back');
      await stopAgain();
      await tamper("delete from event_log.events where type = 'SealingStopped'");
      await restart();
      await append(200, 'something else');
      start();
      expect(await stoppedBecause()).toBe('log_changed');
    });

    it('stops when the log no longer has what was sealed', async () => {
      const { stop } = start();
      await append(30);
      await sealedTo(30);
      await stop();
      await parts.tiles.clear();
      await tamper(`update event_log.events set data = '{"text":"another"}' where position = 5`);
      start();
      expect(await stoppedBecause()).toBe('log_changed');
    });

    it('never signs two trees of which one is not larger than the other', async () => {
      await parts.signer.makeKey();
      await parts.signer.sign({ size: 5, root: Buffer.alloc(32, 1) });
      expect(await parts.signer.sign({ size: 5, root: Buffer.alloc(32, 1) })).toContain('\n5\n');
      for (const head of [
        { size: 5, root: Buffer.alloc(32, 2) },
        { size: 4, root: Buffer.alloc(32, 1) },
      ])
        await expect(parts.signer.sign(head)).rejects.toMatchObject({ reason: { code: 'conflict' } });
    });
  });
}
