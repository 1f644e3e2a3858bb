import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { hardWrap, textWidth } from '../../../cli/output/text-width.ts';

describe('the width of a text', () => {
  it('is that of "string-width" for every character of the plane in which nearly all text is', () => {
    const unlike: string[] = [];
    // Surrogates are no characters.
    for (let code = 0; code < 0xd800; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      if (textWidth(text) !== stringWidth(text)) unlike.push(code.toString(16));
    }
    expect(unlike).toEqual([]);
  });

  it('counts wide characters twice and what is combined once', () => {
    expect(['naïve – 5 µg', '患者', 'e\u0301', '👩‍⚕️'].map(textWidth)).toEqual([12, 4, 1, 2]);
  });
});

describe('a text in lines', () => {
  it('stays whole where it fits, and is parted within a word where it must be', () => {
    expect(hardWrap('two words', 9)).toEqual(['two words']);
    expect(hardWrap('two words', 5)).toEqual(['two', 'words']);
    expect(hardWrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });
});
