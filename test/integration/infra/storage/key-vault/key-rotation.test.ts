import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSharedFact } from '../../../../../infra/storage/database/shared-facts.ts';
import { createKeyRotation } from '../../../../../infra/storage/key-vault/create-key-rotation.ts';
import { createKeyWrapping } from '../../../../../infra/storage/key-vault/key-wrapping.ts';
import { masterKeyFingerprint } from '../../../../../infra/storage/key-vault/master-key-fingerprint.ts';
import { readMasterKeyMark } from '../../../../../infra/storage/key-vault/master-key-mark.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { readMasterKeyCheck } from '../../../../../infra/storage/key-vault/wrapped-keys.ts';
import {
  checkpointSigningKey,
  createCheckpointSigner,
} from '../../../../../infra/storage/log-proof/checkpoint-signer.ts';
import type { Database } from '../../../../../ports/database.ts';
import { areOfOneInstallation } from '../../../../../ports/stored-installation.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';

const rows = z.array(z.object({ hash: z.string(), wrapped: z.string() }));
const wrappedKeys = async (database: Database) =>
  rows.parse(
    await database.query(
      `select encode(subject_hash, 'hex') as hash, encode(wrapped_key, 'base64') as wrapped
       from vault.subject_keys where wrapped_key is not null`,
    ),
  );

/** The number of stored keys that a master key opens. */
const opensOf = async (database: Database, masterKey: Uint8Array): Promise<number> => {
  const { unwrap } = createKeyWrapping(masterKey);
  const opens = ({ hash, wrapped }: { hash: string; wrapped: string }): boolean => {
    try {
      return unwrap(wrapped, hash).length === 32;
    } catch {
      return false;
    }
  };
  return (await wrappedKeys(database)).filter(opens).length;
};

describe.each(databaseKinds)('a rotation of the master key on $name', ({ openMigrated }) => {
  let test: TestDatabase;
  let database: Database;
  let [before, after] = [randomBytes(32), randomBytes(32)];
  beforeEach(async () => {
    test = await openMigrated();
    ({ database } = test);
    [before, after] = [randomBytes(32), randomBytes(32)];
  });
  afterEach(() => test.dispose());

  /** A process with these keys: the configured one, and the previous one. */
  const open = async (masterKey: Uint8Array, previousMasterKey?: Uint8Array) => {
    const vault = await createPostgresKeyVault({ database, masterKey, previousMasterKey });
    const rotation = createKeyRotation({
      database,
      ring: vault.keyRing,
      otherSecrets: [checkpointSigningKey],
    });
    return { vault, rotation };
  };
  const subjects = (count: number) => Array.from({ length: count }, (_, index) => `subject-${index}`);
  const rotateAll = async ({ rotation }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await rotation.begin();
    while ((await rotation.read()).rotation?.state === 'wrapping') await rotation.wrapMore();
    await rotation.overwriteRemains();
    await rotation.end();
  };

  it('leaves nothing that the old key opens, and changes no key or name of a subject', async () => {
    const old = await open(before);
    const keys = await old.vault.keysFor(subjects(20));
    await old.vault.destroy('subject-3');
    await rotateAll(await open(after, before));

    expect(await opensOf(database, before)).toBe(0);
    expect(await opensOf(database, after)).toBe(19);
    await expect(open(before)).rejects.toThrow(
      `are wrapped with the master key ${masterKeyFingerprint(after)}, to which it was rotated`,
    );
    const { vault, rotation } = await open(after);
    const found = await vault.existingKeys(subjects(20));
    expect(found.get('subject-3')).toBeUndefined();
    expect(found.has('subject-3')).toBe(true);
    for (const subject of subjects(20).filter((name) => name !== 'subject-3'))
      expect(found.get(subject)).toEqual(keys.get(subject));
    expect(vault.keyIdOf('subject-7')).toBe(old.vault.keyIdOf('subject-7'));
    const { inForce, rotation: underWay, since } = await rotation.read();
    expect([inForce, underWay]).toEqual([masterKeyFingerprint(after), undefined]);
    expect(since).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('continues in another process after each step, while processes with both keys read and write', async () => {
    await (await open(before)).vault.keysFor(subjects(2500));
    const serving = await open(after, before);
    await (await open(after, before)).rotation.begin();
    const seen: number[] = [];
    for (;;) {
      const { rotation: next } = await open(after, before);
      const { rotation } = await next.read();
      if (rotation?.state !== 'wrapping') break;
      seen.push(rotation.done);
      const fresh = await open(after, before);
      expect((await fresh.vault.existingKeys(subjects(2500))).size).toBe(2500);
      await serving.vault.keysFor([`made-after-${rotation.done}`]);
      await next.wrapMore();
    }
    expect(seen).toEqual([0, 1000, 2000]);
    expect(await opensOf(database, before)).toBe(0);
    expect(await opensOf(database, after)).toBe(2503);
  });

  it('can be repeated by two processes at once without harm', async () => {
    await (await open(before)).vault.keysFor(subjects(1500));
    const both = [await open(after, before), await open(after, before)];
    await Promise.all(both.map(({ rotation }) => rotation.begin()));
    for (let step = 0; step < 3; step += 1)
      await Promise.all(both.map(({ rotation }) => rotation.wrapMore()));
    expect((await both[0]?.rotation.read())?.rotation).toMatchObject({
      state: 'wrapped',
      done: 1500,
      damaged: 0,
    });
    expect(await opensOf(database, after)).toBe(1500);
  });

  it('lets no process that lacks the new key make keys that will be lost', async () => {
    const old = await open(before);
    await old.vault.keysFor(['known']);
    await (await open(after, before)).rotation.begin();
    await expect(old.vault.keysFor(['new'])).rejects.toMatchObject({ reason: { code: 'unavailable' } });
    expect(await wrappedKeys(database)).toHaveLength(1);
    await expect(open(before)).rejects.toMatchObject({ reason: { code: 'unavailable' } });
  });

  it('is completed by the start that lacks the previous key only when that key is named again', async () => {
    await (await open(before)).vault.keysFor(['known']);
    await (await open(after, before)).rotation.begin();
    await expect(open(after)).rejects.toThrow('Set PREVIOUS_MASTER_KEY_FILE');
    await rotateAll(await open(after, before));
    expect((await (await open(after)).vault.existingKeys(['known'])).size).toBe(1);
  });

  it('is refused by a program that knows only one master key, from its first step on', async () => {
    await open(before);
    await (await open(after, before)).rotation.begin();
    const check = (await readMasterKeyCheck(database)) ?? '';
    for (const key of [before, after])
      expect(() => createKeyWrapping(key).unwrap(check, 'master key check')).toThrow();
  });

  it('keeps a key that cannot be opened as it is, and counts it', async () => {
    await (await open(before)).vault.keysFor(subjects(3));
    await database.query(
      `update vault.subject_keys set wrapped_key = set_byte(wrapped_key, 20, (get_byte(wrapped_key, 20) + 1) % 256)
       where subject_hash = (select subject_hash from vault.subject_keys limit 1)`,
    );
    const process = await open(after, before);
    await process.rotation.begin();
    await process.rotation.wrapMore();
    expect((await process.rotation.read()).rotation).toMatchObject({ done: 3, damaged: 1 });
    expect(await opensOf(database, after)).toBe(2);
    expect(await wrappedKeys(database)).toHaveLength(3);
  });

  it('can follow another one', async () => {
    const last = randomBytes(32);
    const keys = await (await open(before)).vault.keysFor(subjects(5));
    await rotateAll(await open(after, before));
    await rotateAll(await open(last, after));
    expect(await (await open(last)).vault.existingKeys(subjects(5))).toEqual(keys);
    expect([await opensOf(database, after), await opensOf(database, last)]).toEqual([0, 5]);
  });

  it('keeps the key that signs checkpoints, readable with the new master key alone', async () => {
    const signerOf = async (masterKey: Uint8Array, previous?: Uint8Array) =>
      createCheckpointSigner({
        database,
        wrapping: (await open(masterKey, previous)).vault.keyRing.wrapping,
        folder: tmpdir(),
        newId: () => 'one',
      });
    const verifierKey = await (await signerOf(before)).makeKey();
    await rotateAll(await open(after, before));
    expect(await (await signerOf(after)).verifierKey()).toBe(verifierKey);
    const stored = z.object({ seed: z.string() });
    const text = await readSharedFact(database, 'checkpoint-signer');
    const { seed } = stored.parse(JSON.parse(text ?? ''));
    expect(() => createKeyWrapping(before).unwrap(seed, 'checkpoint signing key')).toThrow();
  });

  it('lets copies be taken before and after, as of one installation, and none in between', async () => {
    const old = await open(before);
    await old.vault.keysFor(['known']);
    const first = await readMasterKeyMark(database, old.vault.keyRing);
    const both = await open(after, before);
    await both.rotation.begin();
    await expect(readMasterKeyMark(database, both.vault.keyRing)).rejects.toThrow('with a new master key');
    await both.rotation.wrapMore();
    const second = await readMasterKeyMark(database, (await open(after)).vault.keyRing);
    expect(Object.keys(first)).toEqual(['check', 'fingerprint']);
    expect(second.fingerprint).toBe(masterKeyFingerprint(after));
    expect(areOfOneInstallation(first, second)).toBe(true);
    expect(areOfOneInstallation(second, { ...first, check: 'of another' })).toBe(false);
  });
});
