import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { piecesOf, unmarkedCuts } from '../../../support/quoted-source.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/**
 * Invariants of a quotation for any layout: documents are generated in many shapes, because every shape that
 * a rule was written for has a neighbour that it was not.
 */

/** A fixed seed: the same documents every time. */
const always = { seed: 28, numRuns: 50 } as const;

/** The answer from one document, cut into passages at some blank lines. */
const answerFrom = (question: string, text: string, title = 'Emergency drugs') => {
  const parts = text.split(/(?<=\n\n)(?=FILLER)/);
  let start = 0;
  const passages = parts.map((part, index) => {
    const passage = givenPassage({
      docKey: 'generated',
      chunkId: `generated@1#${index}`,
      title,
      text: part.trimEnd(),
      index,
      start,
      end: start + part.trimEnd().length,
    });
    start += part.length;
    return passage;
  });
  return composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    passages.slice(0, 3).map((passage, at) => ({ passage, score: 0.9 - at * 0.1 })),
    { wholeDocument: () => passages },
  );
};

/** A section about something else that is too long to be quoted next to the answer. */
const filler = (name: string): string =>
  [
    `FILLER ${name}`,
    ...Array.from(
      { length: 12 },
      (_, at) => `The ${name} of shelf ${at} is looked through by the crew, wiped and put back.`,
    ),
  ].join('\n\n');

const drugNames = [
  'Adrenaline',
  'Hydrocortisone',
  'Chlorphenamine',
  'Midazolam',
  'Ketamine',
  'Naloxone',
] as const;
const bands = [
  'Adult',
  'Child over 12 years',
  'Child 6-12 years',
  'Child 6 months to 6 years',
  'Child under 6 months',
];

const drugLine = fc.constantFrom(
  (drug: string) => drug,
  (drug: string) => `${drug}:`,
  (drug: string) => `${drug} (IM or slow IV)`,
  (drug: string) => `${drug} IM:`,
  (drug: string) => drug.toUpperCase(),
  (drug: string) => `## ${drug}`,
  (drug: string) => `• ${drug}`,
  (drug: string) => `${drug} is given slowly.`,
);
const bandLine = fc.constantFrom(
  (band: string, dose: string) => `${band}: ${dose}`,
  (band: string, dose: string) => `• ${band}: ${dose}`,
  (band: string, dose: string) => `- ${band} ${dose}`,
  (band: string, dose: string) => `${band}\n${dose}`,
  (band: string, dose: string) => `${band}\n\n${dose}`,
  (band: string, dose: string) => `${dose} (${band.toLowerCase()})`,
);
const between = fc.constantFrom('\n', '\n\n');

/**
 * A chart of drugs, each a line with its name and below it a dose for each of some ages. No two doses are the
 * same.
 */
const chart = fc.record({
  drugs: fc.shuffledSubarray([...drugNames], { minLength: 2 }),
  drugLine,
  bandLine,
  afterDrug: between,
  afterBand: between,
  bandsShown: fc.integer({ min: 2, max: bands.length }),
  note: fc.constantFrom('', 'Repeat after 5 minutes if needed.', 'Give slowly.'),
  hasFiller: fc.boolean(),
});

const writeChart = ({
  drugs,
  drugLine: head,
  bandLine: item,
  afterDrug,
  afterBand,
  bandsShown,
  note,
  hasFiller,
}: typeof chart extends fc.Arbitrary<infer T> ? T : never) => {
  const doses = new Map<string, string>();
  const sections = drugs.map((drug, at) => {
    const items = bands.slice(0, bandsShown).map((band, index) => {
      const dose = `${101 + at * 20 + index} mg`;
      doses.set(dose, drug);
      return item(band, dose);
    });
    return [[head(drug), items.join(afterBand)].join(afterDrug), ...(note === '' ? [] : [note])].join('\n\n');
  });
  const text = sections
    .flatMap((section, at) => [section, ...(hasFiller ? [filler(`store ${at}`)] : [])])
    .join('\n\n');
  return { text, doses };
};

/** The last drug that the visible text names before a dose. */
const drugBefore = (lines: readonly string[], at: number): string | undefined => {
  for (let line = at; line >= 0; line -= 1) {
    const named = drugNames.filter((drug) => (lines[line] ?? '').toLowerCase().includes(drug.toLowerCase()));
    if (named.length > 0) return named.at(-1);
  }
  return undefined;
};

describe('a quotation', () => {
  it('never shows a dose below another drug, or below none', () => {
    fc.assert(
      fc.property(
        chart,
        fc.nat(),
        fc.constantFrom('dose', 'dose child 8 years', 'dose in children', 'adult dose', ''),
        (given, which, asked) => {
          const { text, doses } = writeChart(given);
          const drug = given.drugs[which % given.drugs.length] ?? '';
          const { answer } = answerFrom(`${drug.toLowerCase()} ${asked}`.trim(), text);
          const pieces = piecesOf(answer);
          expect(pieces.length).toBeGreaterThan(0);
          for (const lines of pieces) {
            lines.forEach((line, at) => {
              for (const [dose, own] of doses) {
                if (!line.includes(dose)) continue;
                expect({ dose, drug: drugBefore(lines, at) }).toEqual({ dose, drug: own });
              }
            });
          }
        },
      ),
      always,
    );
  });

  it('marks every omitted line of a chart', () => {
    fc.assert(
      fc.property(chart, fc.nat(), fc.constantFrom('dose', 'dose child 8 years'), (given, which, asked) => {
        const { text } = writeChart(given);
        const drug = given.drugs[which % given.drugs.length] ?? '';
        const { answer } = answerFrom(`${drug.toLowerCase()} ${asked}`, text);
        expect(unmarkedCuts(text, piecesOf(answer))).toEqual([]);
      }),
      always,
    );
  });
});

const steps = [
  'Take a 10 mL syringe with 10 mL of normal saline',
  'Discard 1 mL, so that 9 mL are left',
  'Draw up 1 mL of the cardiac strength',
  'Turn the syringe over three times',
  'Put a label with the strength on it',
  'Give 0.5 to 1 mL every 2 minutes until the systolic pressure is above 90 mmHg',
];
const substeps = ['wear gloves', 'let a second person read the vial', 'keep the needle capped'];

const procedure = fc.record({
  head: fc.constantFrom(
    'PUSH-DOSE EPINEPHRINE',
    '## Push-dose epinephrine',
    'Push-dose epinephrine:',
    'Mixing instructions for push-dose epinephrine',
    'Push-dose epinephrine is prepared as follows:',
  ),
  mark: fc.constantFrom(
    (at: number) => `${at}. `,
    (at: number) => `${at}) `,
    (at: number) => `Step ${at}: `,
    () => '• ',
    (at: number) => `${String.fromCharCode(64 + at)}. `,
  ),
  ends: fc.constantFrom('', '.', ' epinephrine.'),
  stepsShown: fc.integer({ min: 3, max: steps.length }),
  afterHead: between,
  afterStep: between,
  hasSubsteps: fc.boolean(),
  before: fc.integer({ min: 0, max: 2 }),
  isLong: fc.boolean(),
});

const writeProcedure = ({
  head,
  mark,
  ends,
  stepsShown,
  afterHead,
  afterStep,
  hasSubsteps,
  before,
  isLong,
}: typeof procedure extends fc.Arbitrary<infer T> ? T : never) => {
  const lines = steps.slice(-stepsShown).map((step, at) => {
    const rest = isLong ? `, ${'as it was shown to the crew in the last lesson, '.repeat(4)}with care` : '';
    const own = `${mark(at + 1)}${step}${rest}${ends}`;
    return hasSubsteps && at === 1
      ? [own, ...substeps.map((sub, n) => `   ${'abc'[n]}. ${sub}`)].join(afterStep)
      : own;
  });
  const written = [head, lines.join(afterStep)].join(afterHead);
  const chapters = [
    'SHOCK\n\n1. Give normal saline 500 mL IV\n\n2. Epinephrine is considered where the pressure stays low',
    'ANAPHYLAXIS\n\n1. Epinephrine 0.3 mg IM\n\n2. Repeat epinephrine after 10 minutes',
  ].slice(0, before);
  return { text: [...chapters, written, filler('cupboard')].join('\n\n'), steps: lines, head };
};

describe('a quoted procedure', () => {
  const questions = [
    'how do I prepare push-dose epinephrine',
    'push dose epinephrine',
    'push-dose epi dose',
    'mixing push dose epinephrine',
  ];
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

  it('omits no step silently, including the first ones', () => {
    fc.assert(
      fc.property(procedure, fc.constantFrom(...questions), (given, question) => {
        const { text, head } = writeProcedure(given);
        const { answer } = answerFrom(question, text, 'Shock');
        const heading = head.replace(/^#+ |:$/g, '');
        expect(unmarkedCuts(text, piecesOf(answer), [heading])).toEqual([]);
      }),
      always,
    );
  });

  it('is complete when no longer than a page of a small screen', () => {
    fc.assert(
      fc.property(procedure, fc.constantFrom(...questions), (given, question) => {
        const { text, steps: written } = writeProcedure({ ...given, isLong: false });
        const { answer } = answerFrom(question, text, 'Shock');
        const shown = letters(piecesOf(answer).flat().join(' '));
        const quoted = written.filter((step) => shown.includes(letters(step)));
        expect(quoted.length === 0 || quoted.length === written.length).toBe(true);
      }),
      always,
    );
  });
});

const leadIns = [
  'Ketamine must not be given in any of the following:',
  'Contraindications to ketamine:',
  'Do not give ketamine to patients with:',
  'CONTRAINDICATIONS',
];
const conditions = [
  'raised eye pressure',
  'known allergy to it',
  'a pressure above 180',
  'an open skull',
  'chest pain',
];
const list = fc.record({
  leadIn: fc.constantFrom(...leadIns),
  mark: fc.constantFrom(
    () => '• ',
    () => '- ',
    (at: number) => `${at}. `,
    (at: number) => `${'abcde'[at - 1]}) `,
  ),
  items: fc.integer({ min: 2, max: conditions.length }),
  afterLead: between,
  afterItem: between,
  hasFiller: fc.boolean(),
});

const writeList = ({
  leadIn,
  mark,
  items,
  afterLead,
  afterItem,
  hasFiller,
}: typeof list extends fc.Arbitrary<infer T> ? T : never) => {
  const shown = conditions.slice(0, items);
  const written = [leadIn, shown.map((item, at) => `${mark(at + 1)}${item}`).join(afterItem)].join(afterLead);
  return {
    text: [
      'Ketamine 0.3 mg/kg IV for pain.',
      ...(hasFiller ? [filler('bag')] : []),
      written,
      filler('box'),
    ].join('\n\n'),
    items: shown,
  };
};

describe('a list in a quotation or a warning', () => {
  const questions = [
    'ketamine dose',
    'ketamine contraindications',
    'can I give ketamine',
    'ketamine for pain with chest pain',
  ];

  it('has its lead-in before its items, and an item or a mark after its lead-in', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...questions), (given, question) => {
        const { text, items } = writeList(given);
        const { answer } = answerFrom(question, text, 'Ketamine');
        const lead = given.leadIn.replace(/:$/, '').toLowerCase();
        for (const lines of piecesOf(answer)) {
          const shown = lines.join('\n').toLowerCase();
          const first = Math.min(...items.map((item) => shown.indexOf(item)).filter((at) => at >= 0));
          if (Number.isFinite(first)) expect(shown.slice(0, first)).toContain(lead);
          if (shown.includes(lead)) expect(Number.isFinite(first) || shown.includes('[…')).toBe(true);
        }
        expect(unmarkedCuts(text, piecesOf(answer))).toEqual([]);
      }),
      always,
    );
  });

  it('is one warning with head and items', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...questions), (given, question) => {
        const { text, items } = writeList(given);
        const { warnings } = answerFrom(question, text, 'Ketamine');
        const lead = given.leadIn.replace(/:$/, '').toLowerCase();
        for (const warning of warnings.map((one) => one.toLowerCase())) {
          const held = items.filter((item) => warning.includes(item));
          if (held.length > 0 || warning.includes(lead)) {
            expect(warning).toContain(lead);
            expect(held).toEqual([...items]);
          }
        }
      }),
      always,
    );
  });
});

describe('a page with a column for adults and one for children', () => {
  const column = (dose: string): string => `## Fentanyl\n\n• IM ${dose}\n\n• Repeat once`;

  it.each(['## ADULT\n\n## PEDIATRIC', 'ADULT PEDIATRIC', 'Adults\n\nChildren'])(
    'names both populations above the text below %j, and warns that a dose may be for either',
    (heads) => {
      const text = `# Pain\n\n${heads}\n\n${column('100 mcg')}\n\n${column('1 mcg/kg')}`;
      const { answer } = answerFrom('fentanyl dose', text, 'Pain');
      expect(answer).not.toMatch(/page 1, pediatric/i);
      for (const [place = '', ...lines] of piecesOf(answer))
        if (lines.join().includes('mcg'))
          expect(`${place}\n${lines[0]}`).toContain('see the page for whom a dose is');
    },
  );

  it('gives no such warning when each population has its own section', () => {
    const text = `# Pain\n\n## ADULT\n\n${column('100 mcg')}\n\n## PEDIATRIC\n\n${column('1 mcg/kg')}`;
    expect(answerFrom('fentanyl dose', text, 'Pain').answer).not.toContain('columns');
  });
});
