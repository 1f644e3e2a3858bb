import { describe, expect, it } from 'vitest';
import { belowThreshold } from '../../../../projections/search/below-threshold.ts';
import { givenPassage } from '../../domain/retrieval/given-passages.ts';

const found = (score: number, text: string) => ({ score, passage: givenPassage({ title: 'Nausea', text }) });
const dose = found(0.9, 'Ondansetron 4 mg IV.');
const prohibition = found(0.6, 'Patients with long QT syndrome must not receive ondansetron.');
const supplies = found(0.5, 'Ondansetron is kept in the second drawer.');

describe('the note on passages below the threshold', () => {
  it('is empty when all passages are shown', () => {
    expect(belowThreshold([], 0.7)).toEqual([]);
    expect(belowThreshold([dose, prohibition], 0.6)).toEqual([]);
  });

  it('states how many were omitted, and that one of them contains a prohibition', () => {
    expect(belowThreshold([dose, prohibition, supplies], 0.7)).toEqual([
      '2 passages with a score below 0.7 were found as well but left out. Of those left out 1 passage forbids or excepts something.',
    ]);
    expect(belowThreshold([dose, supplies], 0.7)).toEqual([
      '1 passage with a score below 0.7 was found as well but left out.',
    ]);
  });

  it('states the best score when none is shown', () => {
    expect(belowThreshold([dose, supplies], 0.95)).toEqual([
      '2 passages were found, none with a score of 0.95 or more; the best has 0.9.',
    ]);
  });
});
