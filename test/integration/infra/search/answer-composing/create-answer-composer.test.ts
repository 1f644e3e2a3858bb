import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { createAnswerComposer } from '../../../../../infra/search/answer-composing/create-answer-composer.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../../../unit/domain/retrieval/given-passages.ts';

const drugs = ['epinephrine', 'midazolam', 'ketamine', 'fentanyl'];

/** A long document: each passage states one dose, under a list of things to check. */
const bookOf = (docKey: string, count: number): readonly Passage[] =>
  Array.from({ length: count }, (_, index) =>
    givenPassage({
      docKey,
      chunkId: `${docKey}@1#${index}`,
      index,
      title: `Book of ${docKey}`,
      text: [
        `${index + 1}. Care number ${index + 1}:`,
        `Give ${drugs[index % drugs.length]} 0.${(index % 9) + 1} mg IM to adults, repeat in ${index + 5} min.`,
        'A. Look at the airway and the skin.',
        'B. Do not give it to a patient with a known allergy to it.',
      ].join('\n'),
    }),
  );

const shelfOf = (...books: readonly (readonly Passage[])[]) => {
  const listeners = new Set<() => void>();
  return {
    listeners,
    wholeDocument: async (docKey: string) => books.find(([first]) => first?.docKey === docKey) ?? [],
    onDestroyed: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    inPassing: 0,
    threads: 1,
  };
};

const askedOf = (question: string, book: readonly Passage[]) => ({
  interpretation: interpretQuery(question, emptyVocabulary),
  results: book.slice(0, 3).map((passage, at) => ({ passage, score: 0.9 - at / 10 })),
  limit: 5,
});

const inProcess = (
  { interpretation, results, limit }: ReturnType<typeof askedOf>,
  book: readonly Passage[],
) => {
  const { answer, citations, warnings } = composeExtractiveAnswer(interpretation, results, {
    limit,
    wholeDocument: () => book,
  });
  return {
    answer,
    warnings,
    citations: citations.map(({ n, passage, parts, excerpt, score }) => ({
      n,
      passage,
      parts,
      excerpt,
      score,
    })),
  };
};

describe('composing answers in threads', () => {
  it('returns the result of the domain, also once the documents are loaded', async () => {
    const book = bookOf('shock', 30);
    await using composer = createAnswerComposer(shelfOf(book));
    for (const question of ['epinephrine dose', 'can i give midazolam', 'epinephrine dose']) {
      const asked = askedOf(question, book);
      expect(await composer.compose(asked)).toEqual(inProcess(asked, book));
    }
  });

  it('returns the passages themselves, not copies', async () => {
    const book = bookOf('shock', 5);
    await using composer = createAnswerComposer(shelfOf(book));
    const { citations } = await composer.compose(askedOf('epinephrine dose', book));
    expect(citations.length).toBeGreaterThan(0);
    for (const { passage, parts } of citations) {
      expect(book).toContain(passage);
      for (const part of parts) expect(book).toContain(part.passage);
    }
  });

  it('composes from the results when the whole document is unavailable', async () => {
    const book = bookOf('withdrawn', 4);
    await using composer = createAnswerComposer({
      ...shelfOf(book),
      wholeDocument: async () => [],
      inPassing: -1,
    });
    const asked = askedOf('epinephrine dose', book);
    expect(await composer.compose(asked)).toEqual(
      inProcess(
        asked,
        asked.results.map(({ passage }) => passage),
      ),
    );
  });

  it('reloads a document once a newer version replaced it in memory', async () => {
    const [before, after] = [bookOf('shock', 4), bookOf('shock', 4).map((passage) => ({ ...passage }))];
    const changed = after.map((passage) => ({ ...passage, text: passage.text.replace('0.1 mg', '0.7 mg') }));
    const shelf = shelfOf(before);
    let live = before;
    await using composer = createAnswerComposer({ ...shelf, wholeDocument: async () => live });
    expect((await composer.compose(askedOf('epinephrine dose', before))).answer).toContain('0.1 mg');
    live = changed;
    expect((await composer.compose(askedOf('epinephrine dose', changed))).answer).toContain('0.7 mg');
  });

  it('reloads documents after a key was destroyed', async () => {
    const book = bookOf('shock', 20);
    const shelf = shelfOf(book);
    await using composer = createAnswerComposer(shelf);
    const asked = askedOf('epinephrine dose', book);
    const expected = inProcess(asked, book);
    expect(await composer.compose(asked)).toEqual(expected);
    for (const listener of shelf.listeners) listener();
    expect(await composer.compose(asked)).toEqual(expected);
  });

  it('continues with a new thread, which holds no documents, when one has crashed', async () => {
    const book = bookOf('shock', 20);
    // An impossible document, which crashes the thread.
    const broken = [{ ...givenPassage({ docKey: 'broken' }), sectionPath: null as unknown as string[] }];
    const shelf = shelfOf(book, broken);
    await using composer = createAnswerComposer({ ...shelf, inPassing: -1 });
    const asked = askedOf('epinephrine dose', book);
    const expected = inProcess(asked, book);
    expect(await composer.compose(asked)).toEqual(expected);
    await expect(
      composer.compose({ ...asked, results: [{ passage: broken[0] ?? givenPassage(), score: 1 }] }),
    ).rejects.toMatchObject({ reason: { code: 'unavailable', component: 'answer-composer' } });
    expect(await composer.compose(asked)).toEqual(expected);
  });

  it('keeps a limited number of documents, and still answers about all of them', async () => {
    const books = ['one', 'two', 'three', 'four'].map((name) => bookOf(name, 10));
    await using composer = createAnswerComposer({ ...shelfOf(...books), maxCharacters: 15_000 });
    for (const book of [...books, ...books]) {
      const asked = askedOf('epinephrine dose', book);
      expect(await composer.compose(asked)).toEqual(inProcess(asked, book));
    }
  });

  it('reports that an answer took too long, and continues with the next', async () => {
    const [book, slow] = [bookOf('shock', 3), bookOf('long', 6000)];
    await using composer = createAnswerComposer({ ...shelfOf(book, slow), timeout: 1 });
    await expect(composer.compose(askedOf('epinephrine dose', slow))).rejects.toMatchObject({
      reason: { code: 'timeout', component: 'answer-composer' },
    });
  });

  it('keeps the event loop free while it outlines a long book', async () => {
    const book = bookOf('long', 1000);
    await using composer = createAnswerComposer(shelfOf(book));
    const composing = composer.compose(askedOf('epinephrine dose', book));
    let isDone = false;
    const ended = composing.finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await ended;
    // If outlining blocked the event loop, there would be only a single turn.
    expect(turns).toBeGreaterThan(100);
  });
});
