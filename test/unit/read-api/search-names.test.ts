import { describe, expect, it } from 'vitest';
import { normalizeSearchNames } from '../../../read-api/request/search-names.ts';

describe('the names of fields in a search', () => {
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

  it('may stand beside the query where they narrow it', () => {
    expect(
      normalizeSearchNames({ query: 'q', agencyId: 123, stateFilter: 'CA', filters: { county: 'Orange' } }),
    ).toEqual({ query: 'q', filters: { county: 'Orange', agencyId: '123', stateCode: 'CA' } });
  });

  it('take one year for a span of years, a small code for a state, and the id of a document for its key', () => {
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

  it('leave alone what is given twice, or has no known name, to be refused', () => {
    const twice = { query: 'q', threshold: 0.2, min_score: 0.7, filters: { drug: 'a', drug_name: 'b' } };
    expect(normalizeSearchNames(twice)).toEqual(twice);
    const unknown = { query: 'q', colour: 'red', filters: { date_published: { around: '2020' } } };
    expect(normalizeSearchNames(unknown)).toEqual(unknown);
    expect(normalizeSearchNames('text')).toBe('text');
    expect(normalizeSearchNames({ query: 'q' })).toEqual({ query: 'q' });
  });
});
