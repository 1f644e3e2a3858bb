import { describe, expect, it } from 'vitest';
import { commonPeriod, fhirDate } from '../../../read-api/fhir/fhir-date.ts';

describe('a date in a FHIR search', () => {
  it.each([
    ['2026', { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T23:59:59.999Z' }],
    ['eq2026-02', { from: '2026-02-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z' }],
    ['ge2026-02-03', { from: '2026-02-03T00:00:00.000Z' }],
    ['gt2026-02-03', { from: '2026-02-04T00:00:00.000Z' }],
    ['le2026-02-03', { to: '2026-02-03T23:59:59.999Z' }],
    ['lt2026-02-03', { to: '2026-02-02T23:59:59.999Z' }],
    ['le2026-02-03T10:00:00+01:00', { to: '2026-02-03T09:00:00.999Z' }],
    ['gt2026-02-03T10:00:00.123Z', { from: '2026-02-03T10:00:00.124Z' }],
  ])('%s covers what its precision says', (text, period) => {
    expect(fhirDate.parse(text)).toEqual(period);
  });

  it.each(['', 'ne2026', '2026-13', '2026-02-30', 'yesterday', '2026-02-03T10:00:00'])(
    'refuses %j',
    (text) => {
      expect(fhirDate.safeParse(text).success).toBe(false);
    },
  );

  it('combines with others to the time that all allow', () => {
    const all = ['ge2026-01-01', 'lt2026-03-01', 'le2026-02'].map((text) => fhirDate.parse(text));
    expect(commonPeriod(all)).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-02-28T23:59:59.999Z' });
    expect(commonPeriod([])).toEqual({});
  });
});
