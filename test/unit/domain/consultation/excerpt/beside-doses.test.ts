import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

const excerptOf = (question: string, text: string): string => {
  const passage = givenPassage({ title: 'Standing Orders', text });
  const { citations } = composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    [{ passage, score: 0.9 }],
    { wholeDocument: () => [passage] },
  );
  return citations[0]?.excerpt ?? '';
};

const others = (from: number, count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => `Carry the patient down with care, part ${from + at}, and write down the time of each move`,
  );

/** A list with fillers on both sides. */
const listWith = (
  items: readonly string[],
  [before, after]: readonly [number, number],
  mark: string,
): string =>
  [...others(10, before), ...items, ...others(40, after)]
    .map((item) => (/^OR$/i.test(item) ? item : `${mark}${item}`))
    .join('\n');

const layout = fc.record({
  sizes: fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })),
  mark: fc.constantFrom('• ', '- '),
});

describe('a quoted dose', () => {
  it('is shown with the alternative after "OR", however it is set', () => {
    const joined = fc.constantFrom(
      ['Midazolam 10 mg IM once', 'OR', 'Lorazepam 4 mg IV once'],
      ['Midazolam 10 mg IM once', 'OR lorazepam 4 mg IV once'],
      ['Midazolam 10 mg IM once OR', 'Lorazepam 4 mg IV once'],
    );
    fc.assert(
      fc.property(
        joined,
        layout,
        fc.constantFrom('midazolam dose', 'lorazepam dose'),
        (items, { sizes, mark }, question) => {
          const shown = excerptOf(question, `# Seizure\n\n## Treatment\n\n${listWith(items, sizes, mark)}`);
          expect(shown).toMatch(/10 mg IM/);
          expect(shown).toMatch(/4 mg IV/);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is shown with the line that asks for an approval', () => {
    const approval = fc.constantFrom(
      'Base hospital order required',
      'Requires a base physician order',
      'Only with medical control approval',
      'Contact base for an order before the dose',
      'Needs an order from the base hospital',
    );
    fc.assert(
      fc.property(approval, fc.boolean(), layout, (line, isBefore, { sizes, mark }) => {
        const dose = 'Ketamine 0.3 mg/kg IV once';
        const isOnlyBefore = line.startsWith('Contact');
        const items = isBefore || isOnlyBefore ? [line, dose] : [dose, line];
        expect(
          excerptOf('ketamine dose', `# Pain\n\n## Treatment\n\n${listWith(items, sizes, mark)}`),
        ).toContain(line);
      }),
      { numRuns: 30 },
    );
  });

  it('is not left out above the item that repeats it, however long the list is', () => {
    fc.assert(
      fc.property(
        layout,
        fc.constantFrom('MR x1 in 2 min if still seizing', 'May repeat once if still seizing'),
        ({ sizes, mark }, repeat) => {
          const items = ['IM/IN: 5 mg', repeat];
          const shown = excerptOf(
            'midazolam dose still seizing',
            `# Seizure\n\n## Midazolam\n\n${listWith(items, sizes, mark)}`,
          );
          if (shown.includes(repeat)) expect(shown).toMatch(/IM\/IN: 5 mg/);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is shown with the whole of a short list that goes on with a repeat', () => {
    const list = [
      'IV/IO: 1 mg slowly',
      'MR q3 min',
      'Max dose: 0.05 mg/kg',
      'IM/IN: 5 mg',
      'MR x1 if still seizing',
    ];
    const text = `# Seizure\n\nIf seizing: midazolam\n${list.map((item) => `• ${item}`).join('\n')}\n\n## Transport\n\n${others(1, 12).join('\n\n')}`;
    const shown = excerptOf('midazolam if still seizing', text);
    for (const item of list) expect(shown).toContain(item);
  });
});
