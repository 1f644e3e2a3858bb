import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dosesNamedIn } from '../../../../../domain/consultation/doses/doses-of-document.ts';
import { implausibleDoses } from '../../../../../domain/consultation/doses/implausible-doses.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

const documentOf = (name: string, text: string, isForChildren = false) => ({
  name,
  isForChildren,
  subject: new Set(['pain']),
  mentions: dosesNamedIn(text, undefined).map((mention) => ({
    ...mention,
    isInTable: false,
    isForChildren,
  })),
  isQuoted: () => true,
});

const remarks = (quoted: string, others: readonly string[], isForChildren = false): string =>
  implausibleDoses(
    [documentOf('[1]', quoted, isForChildren)],
    others.map((text, at) => documentOf(`"Other ${at}"`, text, isForChildren)),
    [],
  ).join(' ');

describe('a quoted dose', () => {
  it('of ten times what two other documents agree on is flagged', () => {
    expect(remarks('Morphine 40 mg IV', ['Morphine 4 mg IV', 'Morphine 2-4 mg IV'])).toContain(
      'Morphine 40 mg IV in [1]: ten times or more as much as what "Other 0" and "Other 1" give (4 mg).',
    );
  });

  it('is compared only with doses by the same route', () => {
    expect(remarks('Epinephrine 5 mg nebulized', ['Epinephrine 0.5 mg IM', 'Epinephrine 0.5 mg IM'])).toBe(
      '',
    );
  });

  it('is compared only with doses on the same basis', () => {
    expect(remarks('Morphine 0.1 mg/kg IV', ['Morphine 4 mg IV', 'Morphine 4 mg IV'])).toBe('');
  });

  it('is not flagged when the other documents disagree too', () => {
    expect(remarks('Epinephrine 1 mg IV', ['Epinephrine 0.1 mg IV', 'Epinephrine 0.01 mg IV'])).toBe('');
  });

  it('is not compared with a maximum', () => {
    expect(remarks('Morphine 2 mg IV, maximum 20 mg IV', ['Morphine 2 mg IV', 'Morphine 2 mg IV'])).toBe('');
  });

  it('for a child that differs widely from the dose per kilogram is no slip', () => {
    expect(remarks('Midazolam 5 mg IM', ['Midazolam 0.2 mg/kg IM'], true)).toBe('');
  });

  it('does not contradict its volume of the same number', () => {
    expect(remarks('Sodium bicarbonate 50 mEq (50 mL) IV', ['Sodium bicarbonate 50 mL IV'])).toBe('');
  });

  it('in a bag of saline is not a dose of saline', () => {
    const shock = 'Torvexamic acid: IV 1 g in 100 mL normal saline over 10 minutes';
    expect(remarks(shock, ['Normal saline 1 L IV bolus', 'Normal saline 1 L IV'])).toBe('');
  });

  it('below a list of compatible fluids is not a dose of the last fluid', () => {
    const infusion = 'Diluents: dextrose, normal saline\n\n= 150 mg/kg/day';
    expect(remarks(infusion, ['Normal saline 150 mL/kg/day IV'])).toBe('');
  });

  it('of a fluid in milligrams per kilogram is flagged', () => {
    expect(remarks('Normal saline 20 mg/kg IV', ['Normal saline 20 mL/kg IV'])).toContain(
      'one of the units is wrong',
    );
  });

  it('of a drug known only by its name is not a dose of the drug named before it', () => {
    const other = 'Epinephrine as above\n\nAminophylline | 0.5 mg/kg/h IV';
    expect(remarks('Epinephrine 0.5 mL/kg/h IV', [other, other])).toBe('');
  });

  it.each(['normal saline', "lactated Ringer's"])(
    'keeps its drug, whatever volume of %s dilutes it',
    (vehicle) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), (amount, bags) => {
          const plain = dosesNamedIn(`Morphine ${amount} mg IV`, undefined);
          const below = dosesNamedIn(`IV ${amount} mg in ${bags * 50} mL ${vehicle}`, 'morphine');
          const masses = (doses: typeof plain) =>
            doses.filter(({ dose }) => dose.unit === 'mg').map(({ drug, dose }) => [drug, dose.amount]);
          expect(masses(below)).toEqual(masses(plain));
        }),
      );
    },
  );

  it('that is repeated many times is examined once', () => {
    const took = cpuTimeOf(() => {
      const often = 'Morphine 40 mg IV.\n'.repeat(15_000);
      expect(remarks(often, ['Morphine 4 mg IV', 'Morphine 4 mg IV'])).toContain('ten times or more');
    });
    // Comparing each mention with each would take minutes.
    expect(took).toBeLessThan(20_000);
  });
});
