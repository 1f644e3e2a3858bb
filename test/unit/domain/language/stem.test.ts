import { describe, expect, it } from 'vitest';
import { stem } from '../../../../domain/language/stem.ts';
import { drugs } from '../../../../domain/language/terminology/concepts.ts';
import { drugNames } from '../../../../domain/language/terminology/drug-names.ts';

describe('stem', () => {
  it.each([
    ['doses', 'dosing'],
    ['ventilation', 'ventilated'],
    ['contraindications', 'contraindicated'],
    ['allergies', 'allergy'],
    ['seizures', 'seizing'],
    ['burned', 'burns'],
    ['intubate', 'intubation'],
    ['haemorrhage', 'hemorrhages'],
    ['paediatric', 'pediatrics'],
    ['obstruction', 'obstructed'],
    ['restraints', 'restrained'],
    ['nebulised', 'nebulized'],
    ['immobilisation', 'immobilization'],
    ['dyspnoea', 'dyspnea'],
    ['caesarean', 'cesarean'],
    ['sulphate', 'sulfate'],
    ['behaviour', 'behavior'],
    ['centres', 'center'],
    ['manoeuvre', 'maneuvers'],
    ['gynaecology', 'gynecology'],
  ])('gives %s and %s the same stem', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ['organ', 'organization'],
    ['sepsis', 'septum'],
    ['pain', 'paint'],
    ['status', 'state'],
    ['5mg', '5m'],
  ])('gives %s and %s different stems', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it('never merges two drugs', () => {
    const names = new Set([
      ...drugNames,
      ...drugs.map((drug) => drug.name).filter((name) => !name.includes(' ')),
    ]);
    const byStem = Map.groupBy(names, stem);
    // Names that differ only in grammatical number are one drug or class.
    const joined = [...byStem.values()].filter(
      (group) => new Set(group.map((name) => name.replace(/s$/, ''))).size > 1,
    );
    expect(joined).toEqual([]);
  });
});
