import { describe, expect, it } from 'vitest';
import { isHarmlessFileName } from '../../../../domain/privacy/harmless-file-name.ts';
import { createEnglishDictionary } from '../../../../infra/reading/language/english-dictionary.ts';

const dictionary = createEnglishDictionary();

describe('a file name', () => {
  it.each([
    '1219-P_ChestPain',
    '1232-StrokeCVATIA',
    'Ref510-PediatricDestination',
    'STEMIROSC-Regional-Policy',
  ])('is harmless: %s', (name) => {
    expect(isHarmlessFileName(name, dictionary)).toBe(true);
  });

  it.each([
    ['a rare word in capitals', '1232-StrokeKOWALCZUK'],
    ['a name that could be a compound of abbreviations', 'StrokeMARTIN'],
    ['a name next to abbreviations', 'StrokeCVAGARCIA'],
    ['two abbreviations in a name entirely in capitals', 'STROKE-CVATIA'],
    ['short abbreviations in a row', 'StrokeAFMIPE'],
    ['a given name', '1232-Stroke-Maria'],
  ])('is not harmless with %s', (_, name) => {
    expect(isHarmlessFileName(name, dictionary)).toBe(false);
  });
});
