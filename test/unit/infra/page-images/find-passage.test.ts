import { describe, expect, it } from 'vitest';
import { findPassage } from '../../../../infra/page-images/find-passage.ts';

/** What of a page is found, in the order of the page. */
const foundOn = (page: string, passage: string): string => {
  const characters = [...page];
  return findPassage(characters, passage)
    .map((index) => characters[index])
    .join('');
};

describe('a passage on a page', () => {
  it('is found however the page breaks its lines', () => {
    const page = 'AGENCY\nGive epinephrine in-\ntramuscularly at\nonce. Then call.\nPage 1';
    expect(foundOn(page, '## Treatment\nGive epinephrine intramuscularly at once.')).toBe(
      'Giveepinephrineintramuscularlyatonce',
    );
  });

  it('is not a part of another word or number', () => {
    const page =
      'Ketamine for severe pain.\nDo NOT give 0.5 mg or 15 mg.\nNo\n5 mg\nGive it over ten minutes.';
    expect(foundOn(page, 'Ketamine for severe pain.\nNo\n5 mg\nGive it over ten minutes.')).toBe(
      'KetamineforseverepainNo5mgGiveitovertenminutes',
    );
    expect(
      foundOn('Ketamine for severe pain.\n0.5 mg, 1,5 mg, 15 mg', 'Ketamine for severe pain. | 5 mg |'),
    ).not.toContain('5');
  });

  it('is found row by row where a table was written as Markdown', () => {
    const page = 'Weight\nDose\n5 kg newborn\n0.05 mg slowly\n10 kg infant\n0.10 mg slowly\n';
    const row = '| Weight | Dose |\n| --- | --- |\n| 10 kg infant | 0.10 mg slowly |';
    expect(foundOn(page, row)).toBe('10kginfant010mgslowly');
  });

  it('is found cell by cell where a page draws columns one after the other', () => {
    const page =
      'Drug\nEpinephrine injection\nAmiodarone infusion\nDose\n0.3 mg intramuscularly\n150 mg over 10 min';
    expect(foundOn(page, '| Amiodarone infusion | 150 mg over 10 min |')).toBe(
      'Amiodaroneinfusion150mgover10min',
    );
  });

  it('goes on after what was found before, where the same words stand twice', () => {
    const page = 'First give oxygen to all. Next step. For children: first give oxygen to all. The end.';
    const found = findPassage([...page], 'For children:\nfirst give oxygen to all.');
    expect(found[0]).toBe(page.indexOf('For children'));
    expect(found.at(-1)).toBe(page.lastIndexOf('all') + 2);
  });

  it('is found with ligatures and in other letters', () => {
    expect(foundOn('Deﬁbrillation of the heart', 'defibrillation OF THE heart')).toBe(
      'Deﬁbrillationoftheheart',
    );
    expect(foundOn('Дать кислород всем больным', 'Дать кислород всем больным')).toBe(
      'Датькислородвсембольным',
    );
  });

  it('is not found where only words that say little stand on the page', () => {
    expect(foundOn('Give 5 mg at once to a child.', 'Repeat 5 mg a day, and never more than that.')).toBe('');
    expect(foundOn('Stroke assessment and scale', '')).toBe('');
    expect(foundOn('', 'Stroke assessment and scale')).toBe('');
  });

  it('may be short as a whole', () => {
    expect(foundOn('1. Airway 2. Breathing', 'Airway')).toBe('Airway');
  });
});
