import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { hardWrap, textWidth } from '../../../cli/output/text-width.ts';

describe('the width of a text', () => {
  it('equals that of "string-width" for every character of the basic multilingual plane', () => {
    const unlike: string[] = [];
    // Surrogates are not characters.
    for (let code = 0; code < 0xd800; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      if (textWidth(text) !== stringWidth(text)) unlike.push(code.toString(16));
    }
    expect(unlike).toEqual([]);
  });

  it('counts wide characters twice and combined ones once', () => {
    expect(['naïve – 5 µg', '患者', 'e\u0301', '👩‍⚕️'].map(textWidth)).toEqual([12, 4, 1, 2]);
  });
});

describe('a text in lines', () => {
  it('stays whole when it fits, and is split within a word when it must be', () => {
    expect(hardWrap('two words', 9)).toEqual(['two words']);
    expect(hardWrap('two words', 5)).toEqual(['two', 'words']);
    expect(hardWrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });
});
