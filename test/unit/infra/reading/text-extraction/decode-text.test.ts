import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../../infra/reading/text-extraction/text/decode-text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a text with lost characters', () => {
  it.each(['Don\uFFFDt give.', 'Take 5 \uFFFDg of it, and no more.', `${'Long text. '.repeat(200)}\uFFFD`])(
    'is still text: %j',
    (text) => {
      expect(decodeText(utf8(text))).toBe(text);
      expect(decodeText(utf8(text), true)).toBe(text);
    },
  );

  it.each([
    ['that contains little else', utf8('a\uFFFDb\uFFFDc\uFFFD')],
    ['with additional control characters', utf8('Don\uFFFDt give \u0001\u0002.')],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('is not text %s', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow('does not match its name');
  });
});
