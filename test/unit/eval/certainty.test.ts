import { describe, expect, it } from 'vitest';
import { findRegressions } from '../../eval/find-regressions.ts';
import { presentedAs } from '../../eval/presented-as.ts';
import { askUnanswerable } from '../../eval/unanswerable/ask-unanswerable.ts';
import { containsWords } from '../../eval/unanswerable/holds-words.ts';
import { summarizeCertainty } from '../../eval/unanswerable/summarize-certainty.ts';
import { readUnanswerableQueries } from '../../eval/unanswerable/unanswerable-queries.ts';

const never = new AbortController().signal;

describe('unanswerable questions', () => {
  it('are numerous, unique, and in the same half as their paraphrases', async () => {
    const queries = await readUnanswerableQueries();
    const ids = new Set(queries.map(({ id }) => id));
    expect(queries.length).toBeGreaterThan(200);
    expect(ids.size).toBe(queries.length);
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
    for (const { id, paraphraseOf } of queries) {
      if (paraphraseOf === undefined) continue;
      expect(ids).toContain(paraphraseOf);
      expect(id.startsWith(`${paraphraseOf}-`)).toBe(true);
    }
  });

  it('are excluded when a passage contains their words after all, inflected or as a synonym', async () => {
    expect(containsWords('Give acetaminophen suppositories.', 'acetaminophen suppository')).toBe(true);
    expect(containsWords('Tylenol is given by mouth.', 'acetaminophen')).toBe(true);
    expect(containsWords('Splint the fracture.', 'colles fracture')).toBe(false);
    const all = await askUnanswerable(async () => ({ results: [] }), never);
    const asked = await askUnanswerable(
      async () => ({ results: [{ text: 'Tylenol for fever.', weak: true }] }),
      never,
    );
    expect(all.filter(({ id }) => !asked.some((one) => one.id === id)).map(({ absent }) => absent)).toEqual([
      'acetaminophen',
      'acetaminophen',
    ]);
    expect(new Set(all.map(({ presented }) => presented))).toEqual(new Set(['nothing']));
    expect(new Set(asked.map(({ presented }) => presented))).toEqual(new Set(['weak']));
  });
});

describe('the certainty of results', () => {
  it('is taken from the first result', () => {
    expect(presentedAs([])).toBe('nothing');
    expect(presentedAs([{ weak: true }, {}])).toBe('weak');
    expect(presentedAs([{}, { weak: true }])).toBe('strong');
  });

  it('is counted in both directions, in halves by number and by kind', () => {
    const { all, tuning, final, kinds, takenForAnswers, calledWeak } = summarizeCertainty(
      [
        { id: 'un-001', kind: 'drug', presented: 'strong' },
        { id: 'un-001-b', kind: 'drug', presented: 'weak' },
        { id: 'un-002', kind: 'ward', presented: 'nothing' },
      ],
      [
        { id: 'q-1', presented: 'strong' },
        { id: 'q-2', presented: 'nothing' },
        { id: 'q-4', presented: 'weak' },
      ],
    );
    expect(all).toEqual({
      unanswerable: 3,
      takenForAnswers: 1,
      nothingFound: 1,
      answerable: 3,
      calledWeak: 2,
    });
    expect(tuning).toMatchObject({ unanswerable: 1, takenForAnswers: 0, answerable: 2, calledWeak: 2 });
    expect(final).toMatchObject({ unanswerable: 2, takenForAnswers: 1, answerable: 1, calledWeak: 0 });
    expect(kinds).toEqual({
      drug: { unanswerable: 2, takenForAnswers: 1 },
      ward: { unanswerable: 1, takenForAnswers: 0 },
    });
    expect([takenForAnswers, calledWeak]).toEqual([['un-001'], ['q-2', 'q-4']]);
  });

  it('fails a comparison with a baseline in either direction', () => {
    const figures = { all: { questions: 1 } };
    const sure = summarizeCertainty(
      [{ id: 'un-1', kind: 'drug', presented: 'weak' }],
      [{ id: 'q-1', presented: 'strong' }],
    );
    const wrong = summarizeCertainty(
      [{ id: 'un-1', kind: 'drug', presented: 'strong' }],
      [{ id: 'q-1', presented: 'weak' }],
    );
    expect(findRegressions({ figures, certainty: sure }, { figures, certainty: wrong })).toEqual([]);
    expect(findRegressions({ figures, certainty: wrong }, { figures, certainty: sure })).toEqual([
      'Unanswerable questions that are answered as if they were sure rose from 0.000 to 1.000.',
      'Answerable questions that are called weak rose from 0.000 to 1.000.',
    ]);
  });
});
