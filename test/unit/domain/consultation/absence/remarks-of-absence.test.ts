import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

type Written = { readonly texts: readonly string[]; readonly about?: Partial<Passage> };

const passagesOf = ({ texts, about = {} }: Written, at: number): readonly Passage[] =>
  texts.map((text, index) =>
    givenPassage({
      docKey: `doc-${at}`,
      chunkId: `doc-${at}@1#${index}`,
      title: 'Standing Orders',
      fileName: `${at}.pdf`,
      text,
      index,
      firstPage: index + 1,
      lastPage: index + 1,
      ...about,
    }),
  );

/** What is said before the excerpts, when the first passage of each document was found. */
const remarksOn = (question: string, ...documents: readonly Written[]): string => {
  const read = documents.map(passagesOf);
  const { remarks = [] } = composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    read.flatMap(([first], at) => (first ? [{ passage: first, score: 0.9 - at * 0.3 }] : [])),
    { wholeDocument: (docKey) => read.find(([first]) => first?.docKey === docKey) ?? [] },
  );
  return remarks.join('\n');
};

const absence =
  /None of|No document|not say what applies|do not name|does not name|is not mentioned|gives an amount of(?! )/;

type Case = {
  readonly question: string;
  /** What is quoted, without the thing that is asked for. */
  readonly quoted: string;
  /** The remark if no part of the documents has it. */
  readonly remark: string;
  /** Wordings of it; any of them, anywhere, makes the remark untrue. */
  readonly wordings: readonly string[];
};

const cases: readonly Case[] = [
  {
    question: 'aspirin for chest pain on warfarin',
    quoted: 'Aspirin 324 mg PO for chest pain',
    remark: 'None of the results names warfarin',
    wordings: ['Warfarin', 'Coumadin', 'patients who take warfarin are bleeding'],
  },
  {
    question: 'push D50 for hypoglycemia',
    quoted: 'Dextrose 10% 125 mL IV for hypoglycemia',
    remark: 'None of these excerpts names D50',
    wordings: ['D50 is kept in the second bag', 'Dextrose 50%', '50% dextrose'],
  },
  {
    question: 'fentanyl for 4 yo',
    quoted: 'Fentanyl 50 mcg IV for pain',
    remark: '[1] does not say what applies to children.',
    wordings: [
      'For children call first',
      'Pediatric patients: 1 mcg/kg',
      'Infants go with their parents',
      'Use the Broselow tape',
      'Newborns are kept warm',
    ],
  },
  {
    question: 'fentanyl for a pregnant patient',
    quoted: 'Fentanyl 50 mcg IV for pain',
    remark: 'None of these excerpts mentions pregnancy.',
    wordings: ['Pregnant patients lie on their left side', 'In the third trimester call first'],
  },
  {
    question: 'ketamine dose for pain',
    quoted: 'Ketamine is kept in the second bag for pain',
    remark: 'None of these excerpts gives an amount of ketamine',
    wordings: ['Ketamine 0.3 mg/kg IV', 'Ketamine\n0.3 mg/kg slowly'],
  },
  {
    question: 'policy 907A',
    quoted: 'Rules of the crew of policy',
    remark: 'No document that was found has the number 907A',
    wordings: ['Policy #907A', 'see 907A', 'Number: 907-A'],
  },
];

const away = 'The crew writes a report of every patient and signs it before the end of the shift. '.repeat(
  12,
);

describe('a remark that something is absent', () => {
  for (const { question, quoted, remark, wordings } of cases) {
    it(`is made when no passage has it: ${question}`, () => {
      expect(remarksOn(question, { texts: [quoted, away] })).toContain(remark);
    });

    it(`is not made when any unquoted passage has it: ${question}`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...wordings), fc.integer({ min: 1, max: 4 }), (wording, before) => {
          const texts = [
            quoted,
            ...Array.from({ length: before }, () => away),
            `${away}\n\n${wording}\n\n${away}`,
          ];
          expect(remarksOn(question, { texts })).not.toContain(remark.slice(0, -1));
        }),
        { numRuns: 20 },
      );
    });
  }

  it('names the page on which a cited document has it', () => {
    expect(
      remarksOn('aspirin for chest pain on warfarin', {
        texts: ['Aspirin 324 mg PO for chest pain', away, `${away}\n\nWarfarin`],
      }),
    ).toContain('warfarin is named in [1], page 3, which is not quoted here.');
  });

  it.each([
    ['the title', { title: 'Warfarin and Bleeding' }],
    ['the file name', { fileName: 'Warfarin_and_Bleeding.pdf' }],
    ['a heading', { sectionPath: ['Patients on Warfarin'] }],
  ])('is not made when %s has it', (_, about) => {
    const remarks = remarksOn('aspirin for chest pain on warfarin', {
      texts: ['Aspirin 324 mg PO for chest pain'],
      about,
    });
    expect(remarks).not.toMatch(absence);
  });

  it('is not made when a document that is found and not cited has it', () => {
    const remarks = remarksOn(
      'aspirin for chest pain on warfarin',
      { texts: ['Aspirin 324 mg PO for chest pain'] },
      { texts: ['Blood thinners', 'Warfarin'] },
    );
    expect(remarks).not.toContain('None of the results');
  });

  it.each([
    ['Neonatal Resuscitation', 'newborn heart rate under 60'],
    ['Newborn Care', 'apgar of a newborn'],
    ['Pediatric Chart', 'fentanyl for 4 yo'],
  ])('is never made of children in a document about them: %s', (title, question) => {
    expect(
      remarksOn(question, { texts: ['Fentanyl: call. Heart rate below 60: compress'], about: { title } }),
    ).not.toContain('what applies to children');
  });

  it('does not miss the tape in a chart of its colours', () => {
    const texts = ['Purple: 10 kg, normal saline 200 mL. Yellow: 13 kg, normal saline 260 mL'];
    expect(remarksOn('broselow purple normal saline bolus', { texts })).not.toMatch(absence);
  });

  it('calls a document written for adults one, for a child', () => {
    const about = { title: 'Pain Management, Adult' };
    expect(remarksOn('fentanyl for 4 yo', { texts: ['Fentanyl 50 mcg IV for pain'], about })).toContain(
      '[1] is written for adults.',
    );
  });
});
