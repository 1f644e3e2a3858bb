import { describe, expect, it } from 'vitest';
import { isHarmlessFileName } from '../../../../domain/privacy/harmless-file-name.ts';
import { createEnglishDictionary } from '../../../../infra/reading/language/english-dictionary.ts';

const dictionary = createEnglishDictionary();

describe('the name of a file', () => {
  it.each([
    '1219-P_ChestPain',
    '1232-StrokeCVATIA',
    'Ref510-PediatricDestination',
    'STEMIROSC-Regional-Policy',
  ])('%s is innocent', (name) => {
    expect(isHarmlessFileName(name, dictionary)).toBe(true);
  });

  it.each([
    ['a rare word in capitals', '1232-StrokeKOWALCZUK'],
    ['a name that abbreviations could be made into', 'StrokeMARTIN'],
    ['a name beside abbreviations', 'StrokeCVAGARCIA'],
    ['two abbreviations in a name that has capitals alone', 'STROKE-CVATIA'],
    ['short abbreviations in a row', 'StrokeAFMIPE'],
    ['a given name', '1232-Stroke-Maria'],
  ])('is not, with %s', (_, name) => {
    expect(isHarmlessFileName(name, dictionary)).toBe(false);
  });
});
