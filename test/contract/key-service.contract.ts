import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyService } from '../../ports/key-service.ts';

type KeyServiceHarness = {
  readonly service: KeyService;
  /** The same key, as a process sees it that starts later. */
  readonly later: KeyService;
  /** Another key. */
  readonly another: KeyService;
  /** Resets connections until `comeBack`. */
  readonly goAway: () => void;
  readonly comeBack: () => void;
  /** How messages name the server. */
  readonly place: string;
  readonly dispose: () => Promise<void>;
};

const unavailable = (message: RegExp) =>
  expect.objectContaining({
    reason: expect.objectContaining({
      code: 'unavailable',
      component: 'key-service',
      message: expect.stringMatching(message),
    }),
  });

/** Changes one bit of the last bytes, which every service protects by an authentication tag. */
const altered = (wrapped: string): string => {
  const at = wrapped.lastIndexOf(':') + 1;
  const bytes = Buffer.from(wrapped.slice(at), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return `${wrapped.slice(0, at)}${bytes.toString('base64')}`;
};

/** The contract of `ports/key-service.ts`. */
export const describeKeyService = (name: string, open: () => Promise<KeyServiceHarness>): void => {
  describe(`key service: ${name}`, () => {
    let harness: KeyServiceHarness;
    const key = randomBytes(32);
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.dispose());

    it('unwraps what it wrapped, also for a process that starts later', async () => {
      const wrapped = await harness.service.wrap(key);
      expect(Buffer.from(await harness.service.unwrap(wrapped))).toEqual(key);
      expect(Buffer.from(await harness.later.unwrap(wrapped))).toEqual(key);
    });

    it('returns one line of text that does not hold the key, and a different one each time', async () => {
      const [first, second] = [await harness.service.wrap(key), await harness.service.wrap(key)];
      expect(first).toMatch(/^[\x21-\x7e]{40,4096}$/);
      expect(second).not.toBe(first);
      for (const encoding of ['hex', 'base64'] as const) expect(first).not.toContain(key.toString(encoding));
    });

    it('refuses altered text, and text that another key or service wrapped', async () => {
      const wrapped = await harness.service.wrap(key);
      const foreign = await harness.another.wrap(key);
      for (const text of [altered(wrapped), foreign, 'other-service:v1:AAAA'])
        await expect(harness.service.unwrap(text)).rejects.toEqual(unavailable(/wrap/));
    });

    it('is named when it does not answer, and works again when it is back', async () => {
      const wrapped = await harness.service.wrap(key);
      harness.goAway();
      await expect(harness.service.unwrap(wrapped)).rejects.toEqual(
        unavailable(new RegExp(`at ${harness.place} does not answer`)),
      );
      harness.comeBack();
      expect(Buffer.from(await harness.service.unwrap(wrapped))).toEqual(key);
    });
  });
};
