import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composeExtractiveAnswer,
  noExclusionList,
  prohibitionsHeading,
} from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

const ask = (question: string, text: string) => {
  const passage = givenPassage({ title: 'Ketorolac', text });
  const { answer, citations } = composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    [{ passage, score: 0.9 }],
    { wholeDocument: () => [passage] },
  );
  return { answer, excerpt: citations[0]?.excerpt ?? '' };
};

const reasons = [
  'Active bleeding',
  'Peptic ulcer',
  'Renal failure',
  'Pregnancy',
  'Known allergy to aspirin',
  'Age < 2 years',
];
const doses = [
  'Ketorolac 15 mg IV once, maximum 60 mg a day',
  'Ketorolac 30 mg IM, precautions apply',
  'Ketorolac 0.5 mg/kg IV for children, do not exceed 15 mg',
];

const titles = [
  'Contraindications',
  'CONTRAINDICATIONS',
  'Absolute contraindications',
  'Exclusions',
  'Ketorolac Exclusions',
];
const questions = [
  'ketorolac contraindications',
  'contraindications for ketorolac',
  'when is toradol contraindicated',
];

describe('an answer about the contraindications of a drug', () => {
  it('quotes the list that is titled so whole and before any dose, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...questions),
        fc.constantFrom(...titles),
        fc.shuffledSubarray(reasons, { minLength: 3 }),
        fc.shuffledSubarray(doses, { minLength: 1 }),
        fc.boolean(),
        (question, title, listed, given, isFirst) => {
          const list = `## ${title}\n\n${listed.map((one) => `- ${one}`).join('\n')}`;
          const dosing = `## Dosing\n\n${given.map((one) => `- ${one}`).join('\n')}`;
          const { excerpt } = ask(
            question,
            `# Ketorolac\n\n${(isFirst ? [list, dosing] : [dosing, list]).join('\n\n')}`,
          );
          for (const one of listed) expect(excerpt).toContain(one);
          const firstDose = excerpt.search(/\d mg|mg\/kg/);
          for (const one of listed) if (firstDose >= 0) expect(excerpt.indexOf(one)).toBeLessThan(firstDose);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('lists no dose among what is forbidden', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...questions),
        fc.shuffledSubarray(doses, { minLength: 1 }),
        (question, given) => {
          const { answer } = ask(
            question,
            `# Ketorolac\n\n## Dosing\n\n${given.map((one) => `- ${one}`).join('\n')}\n\n## Notes\n\nDo not give ketorolac in bleeding.`,
          );
          const [, listed = ''] = answer.split(prohibitionsHeading);
          const list = listed.split('\n\n')[0] ?? '';
          expect(list).toContain('bleeding');
          expect(list).not.toMatch(/15 mg IV|30 mg IM/);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('says that the documents have no such list, only where they have none', () => {
    const silent = '# Ketorolac\n\nKetorolac 15 mg IV. Do not give ketorolac in bleeding.';
    expect(ask('ketorolac contraindications', silent).answer).toContain(noExclusionList);
    expect(ask('ketorolac dose', silent).answer).not.toContain(noExclusionList);
    for (const title of titles)
      expect(
        ask('ketorolac contraindications', `${silent}\n\n## ${title}\n\n- Peptic ulcer`).answer,
      ).not.toContain(noExclusionList);
  });
});
