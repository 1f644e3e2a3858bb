import { describe, expect, test } from 'vitest';
import { citationSchema } from '../../../../../domain/consultation/citation.ts';
import { citeEvidence } from '../../../../../domain/consultation/sources/cite-evidence.ts';
import type { Evidence } from '../../../../../domain/consultation/sources/evidence.ts';
import { quoteConclusion } from '../../../../../domain/consultation/sources/quote-conclusion.ts';
import { showEvidence } from '../../../../../domain/consultation/sources/show-evidence.ts';
import { nodeHasher } from '../../../../../infra/installation/node-hasher.ts';

const trial: Evidence = {
  source: 'pubmed',
  id: '30000001',
  kind: 'trial',
  title: 'Two doses of naloxone by nose',
  text: 'METHODS: We compared 2 mg with 4 mg [3].\nCONCLUSIONS: Both doses worked [1, 2].',
  url: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
  published: '2021-03-09',
  authors: ['Doe JQ'],
  journal: 'Journal of Invented Medicine',
  doi: '10.1000/inv.1',
};
const label: Evidence = {
  source: 'openfda',
  id: '0A1B2C3D-0000-4000-8000-000000000001',
  kind: 'label',
  title: 'Naloxone',
  text: 'Boxed warning: Beware.\nIndications: Opioid overdose.',
};

const cite = (from: number, ...evidence: readonly Evidence[]) =>
  citeEvidence(evidence, { from, sha256: nodeHasher.sha256 });

describe('external evidence as citations', () => {
  test('is numbered after the documents and names its source', () => {
    const citations = cite(3, trial, label);
    for (const citation of citations) expect(citationSchema.parse(citation)).toEqual(citation);
    expect(citations).toMatchObject([
      {
        n: 3,
        docKey: 'pubmed-30000001',
        source: 'pubmed',
        url: trial.url,
        version: 1,
        pages: [],
        sourceType: 'trial',
        excerpt: 'Both doses worked (1, 2).',
        pmid: '30000001',
        publicationYear: 2021,
        authors: ['Doe JQ'],
      },
      { n: 4, docKey: 'openfda-0a1b2c3d-0000-4000-8000-000000000001', sourceType: 'drug_label' },
    ]);
  });

  test('can be cited with everything that a model was shown of it', () => {
    const [citation] = citeEvidence([trial], {
      from: 1,
      sha256: nodeHasher.sha256,
      excerptOf: ({ text }) => text,
    });
    expect(citation?.excerpt).toBe(trial.text);
  });

  test('is shown separately, as not checked by the hospital, with title, journal, year, conclusion and address', () => {
    expect(showEvidence(cite(2, trial))).toBe(
      [
        'Found outside this hospital, and not checked by it:',
        '',
        '[2] Two doses of naloxone by nose (Journal of Invented Medicine, 2021, trial):',
        'Both doses worked (1, 2).',
        'https://pubmed.ncbi.nlm.nih.gov/30000001/',
      ].join('\n'),
    );
    expect(showEvidence([])).toBe('');
  });
});

describe('the conclusion of evidence', () => {
  const of = (text: string, kind: Evidence['kind'] = 'article') => quoteConclusion({ ...trial, kind, text });

  test('is the section with that name', () => {
    expect(of('BACKGROUND: A.\nInterpretation: It works.\nFUNDING: None.')).toBe('It works.');
    expect(of("METHODS: B.\nAUTHORS' CONCLUSIONS: Unclear.")).toBe('Unclear.');
  });

  test('is the last sentences when there are no sections', () => {
    const filler = 'We looked at many things in many places. '.repeat(30);
    const quoted = of(`${filler}It helped vs. placebo in 3 of 4 patients. It is safe.`);
    expect(quoted).toMatch(/^\[…\] .*It helped vs\. placebo in 3 of 4 patients\. It is safe\.$/);
    expect(quoted.length).toBeLessThan(520);
  });

  test('is the beginning of a drug label', () => {
    expect(of(`Boxed warning: Beware.\n${'Indications: Many things. '.repeat(40)}`, 'label')).toMatch(
      /^Boxed warning: Beware\..* \[…\]$/s,
    );
  });

  test('is cut between sentences when long, or at least between words', () => {
    const sentences = of(`CONCLUSIONS: ${'It is safe. '.repeat(100)}`);
    expect(sentences).toMatch(/It is safe\. \[…\]$/);
    expect(of(`CONCLUSIONS: ${'word '.repeat(200)}`)).toMatch(/word \[…\]$/);
    expect(of(`CONCLUSIONS: ${'x'.repeat(3000)}`).length).toBeLessThan(520);
  });
});
