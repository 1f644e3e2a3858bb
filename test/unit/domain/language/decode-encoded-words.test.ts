import { describe, expect, it } from 'vitest';
import { decodeEncodedWords } from '../../../../domain/language/decode-encoded-words.ts';

const base64 = (text: string): string => `=?utf-8?B?${btoa(text)}?=`;

describe('the encoded words of a header', () => {
  it.each([
    ['Rounds', 'Rounds'],
    [base64('MRN 4455667'), 'MRN 4455667'],
    ['=?UTF-8?q?J=C3=BCrgen_Lab?=', 'Jürgen Lab'],
    ['=?iso-8859-1?Q?J=FCrgen?= at eight', 'Jürgen at eight'],
    // Blanks between two encoded words are dropped, those next to text are kept.
    [`${base64('MRN')} ${base64(' 4455667')} now`, 'MRN 4455667 now'],
    [base64(base64('MRN 4455667')), 'MRN 4455667'],
    // Undecodable words are shown unchanged.
    ['=?nonsense?B?TVJO?=', '=?nonsense?B?TVJO?='],
    ['=?utf-8?B?***?=', '=?utf-8?B?***?='],
    ['is 1=?2', 'is 1=?2'],
  ])('decode %j to %j', (written, shown) => {
    expect(decodeEncodedWords(written)).toBe(shown);
  });
});
