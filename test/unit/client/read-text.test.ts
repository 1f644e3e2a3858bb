import { describe, expect, it } from 'vitest';
import { readText } from '../../../client/read-text.ts';

const bytes = new TextEncoder().encode('Prüfung');
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte);
}

describe('the text of a body', () => {
  it('is joined from its chunks, even when a character spans two of them', async () => {
    expect(await readText(pieces(), bytes.length)).toBe('Prüfung');
  });

  it('is discarded when the body exceeds its limit, and the body is closed', async () => {
    let given = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          given += 1;
          yield bytes;
        }
      } finally {
        closed = true;
      }
    }
    expect(await readText(endless(), bytes.length * 3)).toBeUndefined();
    expect(given).toBe(4);
    expect(closed).toBe(true);
  });
});
