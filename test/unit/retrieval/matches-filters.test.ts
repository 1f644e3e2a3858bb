import { describe, expect, it } from 'vitest';
import { matchesFilters } from '../../../domain/retrieval/matches-filters.ts';
import { givenPassage } from './given-passages.ts';

const passage = givenPassage({
  docKey: 'guideline-x',
  sourceType: 'guideline',
  specialty: ['cardiology', 'emergency_medicine'],
  agency: 'Agency A',
  stateCode: 'CA',
  effectiveDate: '2024-07-01',
});

describe('matchesFilters', () => {
  it('lets everything pass without filters', () => {
    expect(matchesFilters(passage, {})).toBe(true);
    expect(matchesFilters(givenPassage(), {})).toBe(true);
  });

  it('combines the values of one member by "or" and members by "and"', () => {
    expect(matchesFilters(passage, { sourceType: ['protocol', 'guideline'] })).toBe(true);
    expect(matchesFilters(passage, { specialty: ['neurology', 'cardiology'] })).toBe(true);
    expect(matchesFilters(passage, { sourceType: ['guideline'], stateCode: ['NY'] })).toBe(false);
    expect(matchesFilters(passage, { agency: ['Agency A'], docKey: ['guideline-x'] })).toBe(true);
    expect(matchesFilters(passage, { docKey: ['guideline-y'] })).toBe(false);
  });

  it('includes both ends of a span of days', () => {
    expect(matchesFilters(passage, { effectiveFrom: '2024-07-01', effectiveTo: '2024-07-01' })).toBe(true);
    expect(matchesFilters(passage, { effectiveFrom: '2024-07-02' })).toBe(false);
    expect(matchesFilters(passage, { effectiveTo: '2024-06-30' })).toBe(false);
  });

  it('does not let a passage pass that lacks what is asked for', () => {
    const bare = givenPassage();
    expect(matchesFilters(bare, { effectiveFrom: '1990-01-01' })).toBe(false);
    expect(matchesFilters(bare, { agency: ['Agency A'] })).toBe(false);
    expect(matchesFilters(bare, { specialty: ['cardiology'] })).toBe(false);
  });
});
