import { describe, expect, it } from 'vitest';
import { corpora } from '../../eval/corpora.ts';
import { readDocumentCorpus } from '../../eval/document-corpus.ts';
import { scoreQuery } from '../../eval/summarize-queries.ts';

const lookups = await readDocumentCorpus(corpora['agency-lookups'].folder);
const signals = await readDocumentCorpus(corpora['source-signals'].folder);

describe.each([
  ['agency look-ups', lookups],
  ['source signals', signals],
])('the corpus of %s', (_, { about, documents, questions }) => {
  it('states at its head that it is invented and no guidance', () => {
    expect(about).toMatch(/invented.*no clinical guidance/);
  });

  it('has unique ids, files and wordings, and asks for existing documents', () => {
    const ids = new Set(documents.map(({ id }) => id));
    expect(ids.size).toBe(documents.length);
    expect(new Set(documents.map(({ file }) => file)).size).toBe(documents.length);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    const wordings = questions.map(({ query, filters }) => JSON.stringify([query.toLowerCase(), filters]));
    expect(new Set(wordings).size).toBe(questions.length);
    const asked = questions.flatMap(({ relevant }) => relevant.map(({ document }) => document));
    expect(asked.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('asks for a document first in one half only', () => {
    const halves = new Map<string, Set<number>>();
    for (const { id, relevant } of questions) {
      const document = relevant[0]?.document;
      if (document === undefined) continue;
      halves.set(document, (halves.get(document) ?? new Set()).add(Number(id.slice(2)) % 2));
    }
    for (const [document, half] of halves) expect(half.size, document).toBe(1);
  });
});

describe('the coverage of the corpora', () => {
  it('includes at least 60 look-ups of at least six agencies, two of them with the same numbers', () => {
    expect(lookups.questions.length).toBeGreaterThanOrEqual(60);
    expect(new Set(lookups.documents.map(({ metadata }) => metadata.agency)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(lookups.questions.map(({ category }) => category))).toEqual(
      new Set(['number', 'spelling', 'title', 'subject', 'crowded', 'agency', 'absent', 'no-number']),
    );
  });

  it('includes cases in which each signal must win, and in which it must not', () => {
    expect(new Set(signals.questions.map(({ category }) => category))).toEqual(
      new Set([
        ...['body-named', 'guideline-first', 'not-guideline', 'own-agency'],
        ...['newer-label', 'older-alone', 'equipment', 'equipment-not'],
      ]),
    );
  });

  it('counts a number as reported absent only when nothing seems certain and a remark names it', () => {
    const asked = { id: 'l-1', query: 'C-9', category: 'absent', relevant: [], unwanted: [], absent: 'C-9' };
    const sure = [{ fileName: 'a.md', text: 'x' }];
    const weak = [{ fileName: 'a.md', text: 'x', weak: true as const }];
    const remark = ['No document that was found has the number C-9.'];
    expect(scoreQuery(asked, sure, remark).absenceSaid).toBe(false);
    expect(scoreQuery(asked, weak, []).absenceSaid).toBe(false);
    expect(scoreQuery(asked, weak, remark).absenceSaid).toBe(true);
    expect(scoreQuery(asked, [], remark).absenceSaid).toBe(true);
  });
});
