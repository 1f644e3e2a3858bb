import { describe, expect, it } from 'vitest';
import {
  type ChartedPatient,
  compareToRange,
  isForOtherPatients,
  patientRangesIn,
} from '../../../../domain/clinical-text/patient-ranges.ts';

const matchesOf = (label: string, patient: ChartedPatient, assumed?: 'kg' | 'years') =>
  patientRangesIn(label, assumed).map((range) => compareToRange(range, patient));

describe('a table label that names patients', () => {
  it.each([
    ['6-11 years', { ageYears: 11 }, 'within'],
    ['6-11 years', { ageYears: 11.9 }, 'within'],
    ['6 to 11 yrs', { ageYears: 12 }, 'above'],
    ['< 1 year', { ageYears: 0.9 }, 'within'],
    ['< 1 year', { ageYears: 1 }, 'above'],
    ['≥ 12 years', { ageYears: 12 }, 'within'],
    ['≥12 yo', { ageYears: 11 }, 'below'],
    ['> 12 years', { ageYears: 12.5 }, 'below'],
    ['12 years and older', { ageYears: 40 }, 'within'],
    ['12+ years', { ageYears: 11 }, 'below'],
    ['0–11 months', { ageYears: 0.95 }, 'within'],
    ['6 mo - 5 yr', { ageYears: 0.4 }, 'below'],
    ['6 mo - 5 yr', { ageYears: 5.5 }, 'within'],
    ['up to 24 kg', { weightKg: 24 }, 'within'],
    ['up to 24 kg', { weightKg: 25 }, 'above'],
    ['10-19 kg', { weightKg: 10 }, 'within'],
    ['10 kg to 19 kg', { weightKg: 9 }, 'below'],
    ['≥10 kg and < 20 kg', { weightKg: 20 }, 'above'],
    ['22-44 lb', { weightKg: 12 }, 'within'],
    ['16.5 kg', { weightKg: 18 }, 'above'],
    ['Greater than 50 kg', { weightKg: 51 }, 'within'],
    ['under 10 kg', { weightKg: 10 }, 'above'],
    ['Newborn', { ageYears: 0.02 }, 'within'],
    ['Infant', { ageYears: 2 }, 'above'],
  ] as const)('"%s" for %o: %s', (label, patient, expected) => {
    expect(matchesOf(label, patient)[0]).toBe(expected);
  });

  it('applies the unit of the header to numbers without one', () => {
    expect(matchesOf('16.5', { weightKg: 16.5 }, 'kg')).toEqual(['within']);
    expect(matchesOf('3-5', { ageYears: 4 }, 'years')).toEqual(['within']);
    expect(matchesOf('16.5', { weightKg: 16.5 })).toEqual([]);
  });

  it.each(['0.1 mg/kg', '5 mL per 10 kg', '1 mg/mL', '2 mcg/kg/min', '10 mg'])(
    'reads no patients from the dose %s',
    (dose) => {
      expect(patientRangesIn(dose)).toEqual([]);
    },
  );

  it('recognizes words for adults and children', () => {
    expect(isForOtherPatients('Adult', { ageYears: 6 })).toBe(true);
    expect(isForOtherPatients('Pediatric', { ageYears: 44 })).toBe(true);
    expect(isForOtherPatients('Adult', { ageYears: 16 })).toBe(false);
    expect(isForOtherPatients('Child', { population: 'pediatric' })).toBe(false);
    expect(isForOtherPatients('Adult or child', { ageYears: 6 })).toBe(false);
  });
});
