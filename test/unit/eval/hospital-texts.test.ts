import { beforeAll, describe, expect, it } from 'vitest';
import { corpora } from '../../eval/corpora.ts';
import { plainTerms } from '../../eval/plain-bm25/plain-terms.ts';
import { questionStyles, readTextCorpus, type TextCorpus, textKinds } from '../../eval/text-corpus.ts';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const sequencesOf = (words: readonly string[], length: number): readonly string[] =>
  words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));

describe('the corpus of hospital texts', () => {
  let corpus: TextCorpus;
  let byId: ReadonlyMap<string, TextCorpus['texts'][number]>;

  beforeAll(async () => {
    corpus = await readTextCorpus(corpora['hospital-texts'].folder);
    byId = new Map(corpus.texts.map((text) => [text.id, text]));
  });

  it('states at its head that it is invented and no guidance', () => {
    expect(corpus.about).toMatch(/invented.*no clinical guidance/);
  });

  it('has at least 300 texts of all kinds and 400 questions of all styles', () => {
    expect(corpus.texts.length).toBeGreaterThanOrEqual(300);
    expect(corpus.questions.length).toBeGreaterThanOrEqual(400);
    expect(new Set(corpus.texts.map(({ kind }) => kind))).toEqual(new Set(textKinds));
    expect(new Set(corpus.questions.map(({ style }) => style))).toEqual(new Set(questionStyles));
  });

  it('has texts of 80 to 250 words, each with a unique id and title', () => {
    expect(byId.size).toBe(corpus.texts.length);
    expect(new Set(corpus.texts.map(({ title }) => title)).size).toBe(corpus.texts.length);
    for (const { id, text } of corpus.texts) {
      const words = text.split(/\s+/).length;
      expect(words, id).toBeGreaterThanOrEqual(80);
      expect(words, id).toBeLessThanOrEqual(250);
    }
  });

  it('has a question for every text, with unique ids and wordings, about existing texts', () => {
    const { questions } = corpus;
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ query }) => query.toLowerCase())).size).toBe(questions.length);
    const asked = new Set(questions.flatMap(({ relevant }) => relevant.map(({ text }) => text)));
    expect([...asked].sort()).toEqual([...byId.keys()].sort());
    for (const { id, relevant } of questions)
      expect(new Set(relevant.map(({ text }) => text)).size, id).toBe(relevant.length);
  });

  it('asks about a text in one half only, which separates tuning from evaluation', () => {
    const halves = new Map<string, Set<number>>();
    for (const { id, relevant } of corpus.questions) {
      const text = relevant[0]?.text ?? '';
      halves.set(text, (halves.get(text) ?? new Set()).add(Number(id.slice(2)) % 2));
    }
    for (const [text, half] of halves) expect(half.size, text).toBe(1);
  });

  it('asks at least a third of the questions with less than half of their words from the text', () => {
    const strange = corpus.questions.filter(({ query, relevant }) => {
      const { title, text } = byId.get(relevant[0]?.text ?? '') ?? { title: '', text: '' };
      const written = new Set(plainTerms(`${title} ${text}`));
      const asked = [...new Set(plainTerms(query))];
      return asked.filter((term) => written.has(term)).length < asked.length / 2;
    });
    expect(strange.length).toBeGreaterThanOrEqual(corpus.questions.length / 3);
  });

  it('repeats no sequence of five words from the text', () => {
    for (const { id, query, relevant } of corpus.questions) {
      const asked = sequencesOf(wordsOf(query), 5);
      for (const { text } of relevant) {
        const { title, text: body } = byId.get(text) ?? { title: '', text: '' };
        const written = new Set(sequencesOf(wordsOf(`${title} ${body}`), 5));
        expect(
          asked.filter((sequence) => written.has(sequence)),
          id,
        ).toEqual([]);
      }
    }
  });
});
