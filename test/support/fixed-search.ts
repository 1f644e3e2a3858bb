import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';

/** A search that always finds the same passage. */
export const fixedSearch: KnowledgeSearch = {
  search: async ({ query, filters }) => ({
    filters,
    results: [
      {
        passage: {
          chunkId: 'protocol-1219@1#0',
          docKey: 'protocol-1219',
          version: 1,
          index: 0,
          title: 'Allergy',
          fileName: '1219.pdf',
          sectionPath: ['Treatment', 'Anaphylaxis'],
          text: 'Epinephrine 0.01 mg/kg IM.',
          contentType: 'medication',
          isTable: false,
          firstPage: 2,
          lastPage: 3,
          sourceType: 'protocol',
          phi: false,
          specialty: ['emergency_medicine'],
          drugs: ['epinephrine', 'vasopressor'],
        },
        score: 0.9,
      },
    ],
    interpretation: {
      original: query,
      searchedFor: query,
      intent: 'general',
      depth: 'quick_lookup',
      confidence: 1,
      expansions: [],
      corrections: [],
      protocolNumbers: [],
      entities: {
        drugs: [],
        conditions: [],
        procedures: [],
        routes: [],
        ages: [],
        weights: [],
        doses: [],
        stages: [],
      },
      specialties: [],
      variations: [],
    },
    sources: [{ source: 'lexical', outcome: 'ok', found: 1, milliseconds: 1 }],
    warnings: [],
    cached: false,
    milliseconds: 1.5,
    index: { generation: 1, position: 1, model: 'test' },
  }),
  wholeDocument: async () => [],
};
