import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../../infra/reading/text-extraction/text/decode-text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a text in which a program has lost characters', () => {
  it.each(['Don\uFFFDt give.', 'Take 5 \uFFFDg of it, and no more.', `${'Long text. '.repeat(200)}\uFFFD`])(
    'is a text all the same: %j',
    (text) => {
      expect(decodeText(utf8(text))).toBe(text);
      expect(decodeText(utf8(text), true)).toBe(text);
    },
  );

  it.each([
    ['that says little else', utf8('a\uFFFDb\uFFFDc\uFFFD')],
    ['with control characters besides', utf8('Don\uFFFDt give \u0001\u0002.')],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('is none %s', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow('does not match its name');
  });
});
