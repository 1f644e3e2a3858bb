import { describe, expect, it } from 'vitest';
import { normalizeSearchNames } from '../../../read-api/request/search-names.ts';

describe('the field names of a search', () => {
  it('may be those of the requirements', () => {
    expect(
      normalizeSearchNames({
        query: 'heart failure',
        filters: {
          source_type: ['guideline', 'textbook'],
          drug_name: 'metformin',
          date_published: { gte: '2020-01-01', lte: '2024' },
        },
        limit: 10,
        min_score: 0.7,
      }),
    ).toEqual({
      query: 'heart failure',
      filters: {
        sourceType: ['guideline', 'textbook'],
        drug: 'metformin',
        publishedFrom: 2020,
        publishedTo: 2024,
      },
      limit: 10,
      threshold: 0.7,
    });
  });

  it('may appear next to the query when they filter it', () => {
    expect(
      normalizeSearchNames({ query: 'q', agencyId: 123, stateFilter: 'CA', filters: { county: 'Orange' } }),
    ).toEqual({ query: 'q', filters: { county: 'Orange', agencyId: '123', stateCode: 'CA' } });
  });

  it('accept one year as a range of years, a lower-case state code, and a document id as its key', () => {
    expect(
      normalizeSearchNames({
        query: 'q',
        filters: { publication_year: 2022 },
        state_code: ['ca', 'NV'],
        document_id: 'guideline-a',
      }),
    ).toEqual({
      query: 'q',
      filters: {
        publishedFrom: 2022,
        publishedTo: 2022,
        stateCode: ['CA', 'NV'],
        docKey: 'guideline-a',
      },
    });
  });

  it('are left unchanged, to be rejected, when duplicated or unknown', () => {
    const twice = { query: 'q', threshold: 0.2, min_score: 0.7, filters: { drug: 'a', drug_name: 'b' } };
    expect(normalizeSearchNames(twice)).toEqual(twice);
    const unknown = { query: 'q', colour: 'red', filters: { date_published: { around: '2020' } } };
    expect(normalizeSearchNames(unknown)).toEqual(unknown);
    expect(normalizeSearchNames('text')).toBe('text');
    expect(normalizeSearchNames({ query: 'q' })).toEqual({ query: 'q' });
  });
});
