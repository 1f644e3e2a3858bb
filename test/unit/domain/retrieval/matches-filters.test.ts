import { describe, expect, it } from 'vitest';
import { matchesFilters } from '../../../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../../../domain/retrieval/search-filters.ts';
import { givenPassage } from './given-passages.ts';

const passage = givenPassage({
  docKey: 'guideline-x',
  title: 'Réanimation of the NEWBORN',
  sourceType: 'guideline',
  specialty: ['cardiology', 'emergency_medicine'],
  agency: 'Agency A',
  stateCode: 'CA',
  effectiveDate: '2024-07-01',
  organization: 'AHA',
  publisher: 'Wolters',
  authors: ['Ng, A.', 'Diaz, B.'],
  publicationYear: 2023,
  doi: '10.1161/x',
  pmid: '32167518',
  protocolNumber: '1219-P',
  drugs: ['antihistamine', 'hydroxyzine'],
  url: 'https://example.org/newborn',
  condition: ['Asphyxia', 'Heart Failure'],
  lastUpdated: '2025-02-03',
  edition: 'Third',
  chapter: '252a',
  drugClass: ['Biguanide'],
  indication: ['Type 2 Diabetes', 'Prediabetes'],
  county: 'Los Angeles',
  agencyId: '2701-A',
});

describe('matchesFilters', () => {
  it('accepts everything without filters', () => {
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

  it('includes both ends of a date range', () => {
    expect(matchesFilters(passage, { effectiveFrom: '2024-07-01', effectiveTo: '2024-07-01' })).toBe(true);
    expect(matchesFilters(passage, { effectiveFrom: '2024-07-02' })).toBe(false);
    expect(matchesFilters(passage, { effectiveTo: '2024-06-30' })).toBe(false);
  });

  it('rejects a passage without the filtered property', () => {
    const bare = givenPassage();
    expect(matchesFilters(bare, { effectiveFrom: '1990-01-01' })).toBe(false);
    expect(matchesFilters(bare, { agency: ['Agency A'] })).toBe(false);
    expect(matchesFilters(bare, { specialty: ['cardiology'] })).toBe(false);
  });

  it.each<[string, SearchFilters, SearchFilters]>([
    ['address', { url: ['https://example.org/newborn'] }, { url: ['https://example.org/'] }],
    ['condition in another case', { condition: ['heart failure'] }, { condition: ['heart'] }],
    ['first day of an update', { updatedFrom: '2025-02-03' }, { updatedFrom: '2025-02-04' }],
    ['last day of an update', { updatedTo: '2025-02-03' }, { updatedTo: '2025-02-02' }],
    ['edition', { edition: ['third'] }, { edition: ['second'] }],
    ['chapter', { chapter: ['252A'] }, { chapter: ['252'] }],
    ['drug class', { drugClass: ['biguanide'] }, { drugClass: ['sulfonylurea'] }],
    ['indication', { indication: ['prediabetes'] }, { indication: ['diabetes'] }],
    ['county in another case', { county: ['los angeles'] }, { county: ['Orange'] }],
    ['agency id', { agencyId: ['2701-a'] }, { agencyId: ['2701'] }],
    ['organization', { organization: ['ERC', 'AHA'] }, { organization: ['ERC'] }],
    ['publisher', { publisher: ['Wolters'] }, { publisher: ['Elsevier'] }],
    ['any author', { authors: ['Diaz, B.', 'Unlisted'] }, { authors: ['Diaz'] }],
    ['first year', { publishedFrom: 2023 }, { publishedFrom: 2024 }],
    ['last year', { publishedTo: 2023 }, { publishedTo: 2022 }],
    ['DOI', { doi: ['10.1161/x'] }, { doi: ['10.1161/y'] }],
    ['DOI in another case', { doi: ['10.1161/X'] }, { doi: ['10.1161/XY'] }],
    ['part of the title in another case', { title: ['RÉANIMATION', 'x'] }, { title: ['reanimation'] }],
    [
      'title in any Unicode composition',
      { title: ['Re\u0301animation of the newborn'] },
      { title: ['of  the'] },
    ],
    ['PubMed id', { pmid: ['32167518'] }, { pmid: ['3216751'] }],
    ['protocol number', { protocolNumber: ['1219-P'] }, { protocolNumber: ['1219'] }],
    ['protocol number in another case', { protocolNumber: ['1219-p'] }, { protocolNumber: ['219-p'] }],
    ['drug', { drug: ['morphine', 'hydroxyzine'] }, { drug: ['hydralazine'] }],
  ])('filters by %s, and excludes documents without it', (_name, passing, refusing) => {
    expect(matchesFilters(passage, passing)).toBe(true);
    expect(matchesFilters(passage, refusing)).toBe(false);
    expect(matchesFilters(givenPassage(), passing)).toBe(false);
  });
});
