import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';

type SealedBlobsHarness = {
  readonly sealed: SealedBlobs;
  /** The store of the sealed bytes. */
  readonly raw: BlobStore;
  readonly vault: KeyVault;
  /** The bytes of all partially written files. */
  readonly incoming: () => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
};

const SEGMENT = 64 * 1024;
const subject = 'document:policy-transfer';

async function* parts(...all: readonly Uint8Array[]) {
  yield* all;
}
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** The contract of `ports/sealed-blobs.ts`. */
export const describeSealedBlobs = (name: string, open: () => Promise<SealedBlobsHarness>): void => {
  describe(`sealed blobs over ${name}`, () => {
    let harness: SealedBlobsHarness;
    let sealed: SealedBlobs;
    beforeEach(async () => {
      harness = await open();
      sealed = harness.sealed;
    });
    afterEach(() => harness.dispose());

    const store = async (content: Uint8Array, of = subject): Promise<string> => {
      const staged = await sealed.stage(parts(content), content.byteLength);
      const { sha256: address, keep } = await staged.seal(of);
      await keep();
      await staged.discard();
      return address;
    };
    const stored = (address: string): Promise<Uint8Array> => harness.raw.get(address);
    /** Stores bytes as an attacker with write access to the disk would. */
    const forge = async (bytes: Uint8Array): Promise<string> => (await harness.raw.putBytes(bytes)).sha256;

    it('are read as they were stored, and are addressed by the digest of the sealed bytes', async () => {
      const content = Buffer.alloc(200_000, 'Patient Jane Roe, MRN 4711. ');
      for (const address of [await store(content), (await sealed.putBytes(content, subject)).sha256]) {
        const bytes = await stored(address);
        expect(sha256(bytes)).toBe(address);
        expect(Buffer.from(bytes).includes('Jane Roe')).toBe(false);
        expect(isSame(await sealed.get(address, subject), content)).toBe(true);
      }
    });

    it('are never in plain text on disk while they arrive, and leave nothing when discarded', async () => {
      const content = Buffer.alloc(2_000_000, 'Patient Jane Roe, MRN 4711. ');
      // Small content is staged in memory, large content on disk.
      const small = await sealed.stage(parts(content.subarray(0, 1000)), content.byteLength);
      expect((await harness.incoming()).byteLength).toBe(0);
      await small.discard();
      const staged = await sealed.stage(parts(content), content.byteLength);
      expect(staged).toMatchObject({ digest: sha256(content), size: content.byteLength });
      const incoming = Buffer.from(await harness.incoming());
      expect(incoming.byteLength).toBeGreaterThan(content.byteLength);
      expect(incoming.includes('Jane Roe')).toBe(false);
      await staged.discard();
      await staged.discard();
      expect((await harness.incoming()).byteLength).toBe(0);
      const refused = await sealed.stage(parts(content), content.byteLength);
      const { sha256: address } = await refused.seal(subject);
      await refused.discard();
      expect(await sealed.has(address)).toBe(false);
      expect((await harness.incoming()).byteLength).toBe(0);
    });

    it('leave nothing behind when they are too large or their source fails midway', async () => {
      const content = randomBytes(100_000);
      await expect(sealed.stage(parts(content), 99_999)).rejects.toMatchObject({
        reason: { code: 'payload_too_large', details: { limit: 99_999 } },
      });
      async function* broken() {
        yield content;
        throw new Error('connection lost');
      }
      await expect(sealed.stage(broken(), 1_000_000)).rejects.toThrow('connection lost');
      expect((await harness.incoming()).byteLength).toBe(0);
    });

    it('have one address per subject and content', async () => {
      for (const size of [70_000, 1_100_000]) {
        const content = randomBytes(size);
        const stored = await sealed.putBytes(content, subject);
        expect(stored.size).toBe(size);
        expect(await sealed.putBytes(content, subject)).toEqual(stored);
        expect(await store(content)).toBe(stored.sha256);
        expect(await store(content, 'document:other')).not.toBe(stored.sha256);
        expect(await store(content.subarray(1))).not.toBe(stored.sha256);
      }
    });

    it('return any range of content of any size, in pieces of bounded size', async () => {
      const sizes = fc.oneof(
        fc.integer({ min: 0, max: 3 * SEGMENT }),
        fc
          .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -2, max: 2 }))
          .map(([segments, beside]) => Math.max(0, segments * SEGMENT + beside)),
      );
      const all = randomBytes(3 * SEGMENT + 2);
      await fc.assert(
        fc.asyncProperty(
          sizes,
          fc.nat(3 * SEGMENT),
          fc.nat(2 * SEGMENT),
          fc.boolean(),
          async (size, start, length, inMemory) => {
            const content = all.subarray(0, size);
            const address = inMemory
              ? (await sealed.putBytes(content, subject)).sha256
              : await store(content);
            expect(isSame(await sealed.get(address, subject), content)).toBe(true);
            const whole = await Array.fromAsync(sealed.read(address, subject));
            for (const piece of whole) expect(piece.byteLength).toBeLessThanOrEqual(SEGMENT);
            expect(isSame(Buffer.concat(whole), content)).toBe(true);
            const end = start + length;
            const stretch = await Array.fromAsync(sealed.read(address, subject, { start, end }));
            expect(isSame(Buffer.concat(stretch), content.subarray(start, end + 1))).toBe(true);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('do not open when a byte is changed, a segment moved, removed or repeated, or the end cut off', async () => {
      const content = randomBytes(3 * SEGMENT + 100);
      const bytes = await stored(await store(content));
      const head = 16 + 60;
      const segment = SEGMENT + 16;
      const piece = (index: number) => bytes.subarray(head + index * segment, head + (index + 1) * segment);
      const end = bytes.subarray(head + 3 * segment);
      const start = bytes.subarray(0, head);
      const flipped = (at: number): Uint8Array => {
        const copy = Uint8Array.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy;
      };
      const forgeries: Readonly<Record<string, Uint8Array>> = {
        'a changed byte': flipped(head + segment + 5),
        'a changed key': flipped(40),
        'swapped segments': Buffer.concat([start, piece(1), piece(0), piece(2), end]),
        'a repeated segment': Buffer.concat([start, piece(0), piece(0), piece(2), end]),
        'a segment left out': Buffer.concat([start, piece(0), piece(2), end]),
        'the last segment left out': Buffer.concat([start, piece(0), piece(1), piece(2)]),
        'the last byte left out': bytes.subarray(0, -1),
        'all but a part of the last tag left out': bytes.subarray(0, head + 3 * segment + 10),
        'all but the head left out': bytes.subarray(0, head),
      };
      for (const [what, forgery] of Object.entries(forgeries)) {
        const address = await forge(forgery);
        const altered = { reason: { code: 'internal_error', component: 'blob-store' } };
        await expect(sealed.get(address, subject), what).rejects.toMatchObject(altered);
        await expect(Array.fromAsync(sealed.read(address, subject)), what).rejects.toMatchObject(altered);
      }
    });

    it('do not open for another subject, nor with a segment of other content', async () => {
      const address = await store(randomBytes(SEGMENT + 1));
      await harness.vault.keysFor(['document:other']);
      await expect(sealed.get(address, 'document:other')).rejects.toMatchObject({
        reason: { code: 'internal_error' },
      });
      const [one, other] = [
        await stored(await store(randomBytes(SEGMENT * 2))),
        await stored(await store(randomBytes(SEGMENT * 2))),
      ];
      const second = 16 + 60 + SEGMENT + 16;
      const mixed = Buffer.concat([one.subarray(0, second), other.subarray(second)]);
      await expect(sealed.get(await forge(mixed), subject)).rejects.toMatchObject({
        reason: { code: 'internal_error' },
      });
    });

    it('are unreadable once the key is destroyed, and nothing more is sealed with it', async () => {
      const content = randomBytes(1000);
      const address = await store(content);
      const arriving = await sealed.stage(parts(content), 1000);
      await sealed.requireReadable(subject);
      await harness.vault.destroy(subject);
      const erased = { reason: { code: 'not_found', details: { reason: 'subject_erased' } } };
      await expect(sealed.get(address, subject)).rejects.toMatchObject(erased);
      await expect(Array.fromAsync(sealed.read(address, subject))).rejects.toMatchObject(erased);
      await expect(sealed.requireReadable(subject)).rejects.toMatchObject(erased);
      for await (const blob of harness.raw.list()) await harness.raw.remove(blob);
      await expect(sealed.get(address, subject), 'removed').rejects.toMatchObject(erased);
      await expect(Array.fromAsync(sealed.read(address, subject)), 'removed').rejects.toMatchObject(erased);
      const refused = { reason: { code: 'rule_violated', details: { reason: 'subject_erased' } } };
      await expect(arriving.seal(subject)).rejects.toMatchObject(refused);
      await expect(sealed.putBytes(content, subject)).rejects.toMatchObject(refused);
      await arriving.discard();
      expect((await harness.incoming()).byteLength).toBe(0);
    });

    it('fail with a hint at the backup when the key is lost rather than destroyed', async () => {
      const address = await store(randomBytes(10));
      await expect(sealed.get(address, 'document:never-seen')).rejects.toMatchObject({
        reason: { code: 'internal_error', message: expect.stringContaining('backup') },
      });
    });

    it('coexist with older blobs that were never sealed', async () => {
      const content = randomBytes(100_000);
      const { sha256: address } = await harness.raw.putBytes(content);
      expect(isSame(await sealed.get(address, subject), content)).toBe(true);
      const stretch = await Array.fromAsync(sealed.read(address, subject, { start: 10, end: 70_000 }));
      expect(isSame(Buffer.concat(stretch), content.subarray(10, 70_001))).toBe(true);
      const short = await harness.raw.putBytes(Buffer.from('x'));
      expect(Buffer.concat(await Array.fromAsync(sealed.read(short.sha256, subject))).toString()).toBe('x');
      await expect(sealed.get('0'.repeat(64), subject)).rejects.toMatchObject({
        reason: { code: 'not_found' },
      });
      await expect(Array.fromAsync(sealed.read('0'.repeat(64), subject))).rejects.toMatchObject({
        reason: { code: 'not_found' },
      });
    });

    it('written before sealing existed are not readable for an erased subject, but still for another', async () => {
      const plain = Buffer.from('Patient Jane Roe, MRN 4711.');
      const { sha256: address } = await harness.raw.putBytes(plain);
      await harness.vault.keysFor([subject]);
      await harness.vault.destroy(subject);
      const erased = { reason: { code: 'not_found', details: { reason: 'subject_erased' } } };
      await expect(sealed.get(address, subject)).rejects.toMatchObject(erased);
      await expect(Array.fromAsync(sealed.read(address, subject))).rejects.toMatchObject(erased);
      // Another document may have the same file.
      expect(isSame(await sealed.get(address, 'document:other'), plain)).toBe(true);
    });

    it('stream through in bounded memory, however large they are', async () => {
      const piece = randomBytes(1024 * 1024);
      const count = 200;
      async function* large() {
        for (let index = 0; index < count; index += 1) yield piece;
      }
      let peak = 0;
      const watch = (): void => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      };
      const before = process.memoryUsage().arrayBuffers;
      async function* watched() {
        for await (const part of large()) {
          watch();
          yield part;
        }
      }
      const staged = await sealed.stage(watched(), count * piece.byteLength);
      const { sha256: address, keep } = await staged.seal(subject);
      await keep();
      const hash = createHash('sha256');
      for await (const part of sealed.read(address, subject)) {
        watch();
        hash.update(part);
      }
      expect(hash.digest('hex')).toBe(staged.digest);
      // Uncollected garbage counts too, so the bound is half of the content, far above what is held.
      expect(peak - before).toBeLessThan((count * piece.byteLength) / 2);
    });
  });
};
