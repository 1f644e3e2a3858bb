import { describe, expect, test } from 'vitest';
import type { KeyVault } from '../../ports/key-vault.ts';

/** The contract of every key vault. `make` returns a new vault; names are unique per test anyway. */
export const describeKeyVault = (name: string, make: () => Promise<KeyVault>): void => {
  describe(`key vault: ${name}`, () => {
    test('makes one 32-byte key per subject and returns it from then on', async () => {
      const vault = await make();
      const first = await vault.keysFor(['same-1', 'same-2']);
      const again = await vault.keysFor(['same-2', 'same-1']);
      expect(first.get('same-1')).toHaveLength(32);
      expect(again.get('same-1')).toEqual(first.get('same-1'));
      expect(again.get('same-2')).toEqual(first.get('same-2'));
      expect(first.get('same-1')).not.toEqual(first.get('same-2'));
    });

    test('makes no key on reading: an unknown subject has no entry', async () => {
      const vault = await make();
      expect((await vault.existingKeys(['read-1'])).has('read-1')).toBe(false);
      expect((await vault.existingKeys(['read-1'])).has('read-1')).toBe(false);
      await vault.keysFor(['read-2']);
      const keys = await vault.existingKeys(['read-1', 'read-2']);
      expect([...keys.keys()]).toEqual(['read-2']);
    });

    test('returns undefined for a destroyed key, and never makes it again', async () => {
      const vault = await make();
      await vault.keysFor(['gone', 'kept']);
      await vault.destroy('gone');
      await vault.destroy('gone');
      for (const keys of [
        await vault.keysFor(['gone', 'kept']),
        await vault.existingKeys(['gone', 'kept']),
      ]) {
        expect(keys.has('gone')).toBe(true);
        expect(keys.get('gone')).toBeUndefined();
        expect(keys.get('kept')).toHaveLength(32);
      }
    });

    test('destroys a key that was never made, so that it is never made later', async () => {
      const vault = await make();
      await vault.destroy('never-made');
      expect((await vault.keysFor(['never-made'])).get('never-made')).toBeUndefined();
    });

    test('returns the same key to concurrent callers', async () => {
      const vault = await make();
      const answers = await Promise.all(Array.from({ length: 50 }, () => vault.keysFor(['busy', 'busier'])));
      expect(new Set(answers.map((keys) => Buffer.from(keys.get('busy') ?? []).toString('hex'))).size).toBe(
        1,
      );
      expect(answers[0]?.get('busy')).toHaveLength(32);
    });

    test('accepts an empty list and a repeated subject', async () => {
      const vault = await make();
      expect((await vault.keysFor([])).size).toBe(0);
      expect((await vault.keysFor(['twice', 'twice'])).size).toBe(1);
    });
  });
};
