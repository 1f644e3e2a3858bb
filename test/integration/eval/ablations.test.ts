import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankFeatures } from '../../../domain/retrieval/ranking/rank-features.ts';
import { ablate } from '../../eval/ablate.ts';
import type { Ablation } from '../../eval/evaluation.ts';
import { redundantFeatures } from '../../eval/print-ablations.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

const documents = {
  'seizure.md': '# Seizure\n\nGive midazolam 10 mg intramuscularly for status epilepticus.\n',
  'allergy.md': '# Allergy\n\nGive epinephrine 0.5 mg intramuscularly for anaphylaxis.\n',
  // By letters alone, it resembles adrenaline more than epinephrine does.
  'adrenal.md': '# Adrenal crisis\n\nAdrenal glands that fail: adrenal crisis, adrenal insufficiency.\n',
  'burns.md': '# Burns\n\nCool the burn with water and cover it.\n',
};
const question = (id: string, query: string, file: string) => ({
  id,
  query,
  category: 'general',
  relevant: [{ file, grade: 3 }],
  unwanted: [],
});
const queries = [
  question('q-1', 'adrenaline dose', 'allergy.md'),
  question('q-2', 'midazolm for convulsions', 'seizure.md'),
  question('q-3', 'burn', 'burns.md'),
  question('q-4', 'adrenaline', 'allergy.md'),
];

describe('ablating the parts of retrieval', () => {
  let server: InProcess;
  let ablations: readonly Ablation[];
  const partOf = (name: string): Ablation | undefined => ablations.find(({ part }) => part === name);

  beforeAll(async () => {
    server = await startInProcess();
    for (const [name, text] of Object.entries(documents)) await server.ingest(text, name);
    await server.settled();
    ablations = await ablate({
      application: server.application,
      queries,
      limit: 50,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  });
  afterAll(() => server.dispose());

  it('measures the whole first, then without each part and each declared ranking signal', () => {
    expect(ablations[0]?.part).toBe('whole');
    const parts = ablations.map(({ part }) => part);
    for (const { name } of rankFeatures) expect(parts).toContain(`without ${name}`);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it('measures the same results for the whole as the server returns', async () => {
    let first = 0;
    for (const { query, relevant } of queries) {
      const answer = (await server.bodyOf(await server.post('/api/search', { query }))).data as Json;
      const [best] = answer.results as Json[];
      if (best?.fileName === relevant[0]?.file) first += 1;
    }
    const whole = partOf('whole');
    expect(((whole?.tuning.successAt1 ?? 0) + (whole?.final.successAt1 ?? 0)) / 2).toBe(
      first / queries.length,
    );
  });

  it('shows the contribution of a part', () => {
    expect(partOf('whole')?.tuning.successAt1).toBe(1);
    // Only the synonym leads from adrenaline to epinephrine.
    expect(partOf('without synonyms')?.tuning.successAt1).toBeLessThan(1);
    expect(partOf('meaning alone')?.tuning.questions).toBe(2);
  });

  it('names the parts that the tuning half does not miss, and no others', () => {
    const figures = (successAt1: number) => ({
      questions: 1,
      successAt1,
      successAt3: 1,
      recallAt10: 1,
      ndcgAt10: 1,
    });
    const one = (part: string, tuning: number, final: number) => ({
      part,
      tuning: figures(tuning),
      final: figures(final),
    });
    expect(
      redundantFeatures([one('whole', 0.9, 0.9), one('a', 0.8, 1), one('b', 0.9, 0.5), one('c', 0.95, 0.9)]),
    ).toEqual(['b', 'c']);
  });
});
