import { describe, expect, it } from 'vitest';
import { searchMedicalGuidelines } from '../../../../../consumers/tools/search/search-medical-guidelines.ts';
import { matchesFilters } from '../../../../../domain/retrieval/matches-filters.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { patternDetector } from '../../../../../infra/models/phi-detection/pattern-detector.ts';
import type { SearchRequest } from '../../../../../ports/knowledge-search.ts';
import { callTool } from '../../../../support/call-tool.ts';
import { fixedSearch } from '../../../../support/fixed-search.ts';
import { givenPassage } from '../../../domain/retrieval/given-passages.ts';

const passages: readonly Passage[] = [
  givenPassage({
    docKey: 'guideline-hf',
    sourceType: 'guideline',
    title: 'Heart Failure',
    organization: 'AHA/ACC',
    publicationYear: 2022,
    lastUpdated: '2024-05-06',
    url: 'https://example.org/hf',
    condition: ['Heart Failure'],
    text: 'Give a beta blocker.',
  }),
  givenPassage({
    docKey: 'guideline-hf',
    index: 1,
    sourceType: 'guideline',
    title: 'Heart Failure',
    organization: 'AHA/ACC',
    condition: ['Heart Failure'],
    text: 'And a diuretic.',
  }),
  givenPassage({
    docKey: 'guideline-bp',
    sourceType: 'guideline',
    title: 'Hypertension in adults',
    organization: 'World Health Organization',
    doi: '10.1000/bp',
    effectiveDate: '2021-08-25',
    text: 'Begin treatment early.',
  }),
  givenPassage({ docKey: 'protocol-1', sourceType: 'protocol', title: 'Seizure', agency: 'Sample County' }),
  givenPassage({ docKey: 'note-1', sourceType: 'note', title: 'Hypertension of somebody', phi: true }),
];

const call = async (input: object, held = passages) => {
  const asked: SearchRequest[] = [];
  const tool = searchMedicalGuidelines({
    search: async (request) => {
      asked.push(request);
      const outcome = await fixedSearch.search(request);
      const results = held
        .filter((passage) => matchesFilters(passage, request.filters))
        .map((passage, index) => ({ passage, score: 0.9 - index / 10 }));
      return { ...outcome, results: results.slice(0, request.limit) };
    },
    findDocuments: async (passes) => [...new Set(held.filter(passes).map(({ docKey }) => docKey))],
    phiDetector: patternDetector,
  });
  return { ...(await callTool(tool, input, { user: 'dr-lee' })), asked };
};

const idsOf = async (input: object): Promise<readonly string[]> =>
  ((await call(input)).result.guidelines as { id: string }[]).map(({ id }) => id);

describe('search_medical_guidelines', () => {
  it('returns each guideline once, with the members that the requirements list', async () => {
    const { result, citations, phi } = await call({ query: 'beta blocker' });
    expect(result).toEqual({
      guidelines: [
        {
          id: 'guideline-hf',
          title: 'Heart Failure',
          source: 'AHA/ACC',
          condition: 'Heart Failure',
          summary: 'Give a beta blocker.',
          url: 'https://example.org/hf',
          publication_date: '2022',
          last_updated: '2024-05-06',
        },
        {
          id: 'guideline-bp',
          title: 'Hypertension in adults',
          source: 'World Health Organization',
          condition: 'Hypertension',
          summary: 'Begin treatment early.',
          url: 'https://doi.org/10.1000/bp',
          publication_date: '2021-08-25',
          last_updated: '2021-08-25',
        },
        expect.objectContaining({ id: 'protocol-1', url: '/api/documents/protocol-1', publication_date: '' }),
      ],
      total_count: 3,
      query: 'beta blocker',
    });
    expect(citations[0]).toMatchObject({
      sourceType: 'knowledge_base',
      sourceUrl: 'https://example.org/hf',
      metadata: { doc_key: 'guideline-hf', source: 'AHA/ACC', last_updated: '2024-05-06' },
    });
    expect(citations[2]).not.toHaveProperty('sourceUrl');
    expect(phi).toBe(false);
  });

  it.each([
    [{ guideline_source: 'aha' }, ['guideline-hf']],
    [{ guideline_source: 'WHO' }, ['guideline-bp']],
    [{ guideline_source: 'sample county' }, ['protocol-1']],
    [{ condition: 'high blood pressure' }, ['guideline-bp']],
    [{ condition: 'heart failure', guideline_source: 'acc' }, ['guideline-hf']],
    [{ condition: 'heart failure', guideline_source: 'who' }, []],
    [{ guideline_source: 'an unknown body' }, []],
    [{ max_results: 1 }, ['guideline-hf']],
  ])('filters by %j', async (narrowed, ids) => {
    expect(await idsOf({ query: 'treatment', ...narrowed })).toEqual(ids);
  });

  it('never searches notes, and searches on behalf of its caller', async () => {
    const { asked } = await call({ query: 'hypertension' });
    expect(asked[0]).toMatchObject({ askedBy: 'dr-lee', phi: false, limit: 50 });
    expect(asked[0]?.filters.sourceType).toEqual(['guideline', 'protocol', 'policy']);
    expect(await idsOf({ query: 'hypertension' })).not.toContain('note-1');
  });

  it('keeps a question with PHI from external models, and reports PHI in the result', async () => {
    const { asked, phi } = await call({ query: 'insulin for John Smith, MRN 12345678' });
    expect(asked[0]?.phi).toBe(true);
    expect(phi).toBe(true);
  });

  it('reports PHI in a result when a document holds some', async () => {
    const held = [givenPassage({ sourceType: 'guideline', title: 'Cases', phi: true })];
    expect((await call({ query: 'cases' }, held)).phi).toBe(true);
  });
});
