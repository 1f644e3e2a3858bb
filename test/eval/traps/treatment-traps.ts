import type { Trap, TrapDocument } from './trap.ts';

const choking = `FALL RIVER EMS

CHOLINERGIC POISONING

RECOGNITION
Wet lungs, small pupils and a slow pulse after contact with a pesticide point to cholinergic poisoning.

TREATMENT
1. Take off all clothing and wash the skin before anything else.
2. Atropine 2 mg IV for adults, doubled every 5 minutes until the lungs are dry.
3. Do not give succinylcholine.

SUPPLIES
Each ambulance carries six vials.
`;

const hypoglycemia = `# Low Blood Glucose (Hypoglycemia)

Written for the crews of the valley.

## Assessment

Measure the glucose of whoever is confused.

## Treatment

1. Awake adult: 20 g of glucose by mouth.
2. Adult who cannot swallow: dextrose 10% 250 mL IV.
3. Child: dextrose 10% 5 mL/kg IV, at most 250 mL.

## Special considerations

Hypoglycemia after a sulfonylurea comes back.
`;

const guideline = `# Guideline for the Management of Acute Heart Failure

## Emergency care

In acute heart failure the first management is an assessment of volume and perfusion.

Furosemide 40 mg IV is given as a bolus for congestion.

Nitroglycerin lowers the preload. Avoid nitroglycerin if the systolic pressure is below 90 mmHg.
`;

const metformin = (body: string): TrapDocument => ({
  fileName: 'metformin.md',
  content: `# Metformin\n\n## Dosing in renal impairment\n\n${body}\n`,
  metadata: { sourceType: 'drug_formulary' },
});

const list = metformin(
  '- eGFR 45 to 59: at most 2000 mg a day\n- eGFR 30 to 44: at most 1000 mg a day\n- eGFR below 30: contraindicated',
);
const table = metformin(
  '| eGFR | Daily dose |\n| --- | --- |\n| 45 to 59 | at most 2000 mg |\n| 30 to 44 | at most 1000 mg |\n| below 30 | do not use |',
);

/** Longer than an excerpt, with a dose after the step that limits it. */
const slowPulse = `STONE HARBOR EMS

SLOW PULSE (BRADYCARDIA)

TREATMENT
${Array.from({ length: 24 }, (_, at) => `${at + 1}. Look at item ${at + 1} of the card of the crew, which is kept in the pocket of the bag, and call it out to the others.`).join('\n')}
25. When the pulse stays below 40 in spite of all that, and only then: ${'the pads are placed by two of the crew, and '.repeat(20)}the drug is prepared.
26. Zanodrine 9 mg IV.
`;

/** Traps about the treatment of a condition, and about a monograph that names its drug only in the title. */
export const treatmentTraps: readonly Trap[] = [
  {
    name: 'A treatment is not answered with the title of its document',
    kind: 'list',
    documents: [{ fileName: 'cholinergic-poisoning.txt', content: choking }],
    question: 'cholinergic poisoning treatment',
    expects: {
      quotes: [
        'Take off all clothing and wash the skin before anything else.',
        'Atropine 2 mg IV for adults, doubled every 5 minutes until the lungs are dry.',
        'Do not give succinylcholine.',
      ],
      never: ['six vials'],
    },
  },
  {
    name: 'No later step is quoted without the one before it that bounds it',
    kind: 'threshold',
    documents: [{ fileName: 'slow-pulse.txt', content: slowPulse }],
    question: 'bradycardia treatment',
    expects: { quotes: ['Look at item 1 of the card'], never: ['Zanodrine 9 mg'] },
  },
  {
    name: 'The treatment of a condition is quoted where another section repeats the condition',
    kind: 'population',
    documents: [{ fileName: 'low-glucose.md', content: hypoglycemia }],
    question: 'hypoglycemia treatment',
    expects: {
      quotes: ['20 g of glucose by mouth'],
      shows: [
        { value: '5 mL/kg', by: ['Child', 'at most 250 mL'] },
        { value: 'dextrose 10% 250 mL IV', by: ['Adult who cannot swallow'] },
      ],
      never: ['#', 'crews of the valley'],
    },
  },
  {
    name: 'The sentences of a section are quoted with the one that repeats the question',
    kind: 'prohibition',
    documents: [{ fileName: 'acute-heart-failure.md', content: guideline }],
    question: 'acute heart failure emergency management',
    expects: {
      quotes: [
        'Furosemide 40 mg IV is given as a bolus for congestion.',
        'Avoid nitroglycerin if the systolic pressure is below 90 mmHg.',
      ],
    },
  },
  {
    name: 'A contraindication that names no drug is about that of its monograph',
    kind: 'prohibition',
    documents: [list],
    question: 'metformin dose',
    expects: { warns: ['Metformin: eGFR below 30: contraindicated'] },
  },
  {
    name: 'A row that forbids is a warning with the heads of its columns',
    kind: 'prohibition',
    documents: [table],
    question: 'metformin dose',
    expects: { warns: ['Metformin: eGFR: below 30; Daily dose: do not use'] },
  },
  {
    name: 'A document about two drugs lends the warning of one to none',
    kind: 'prohibition',
    documents: [
      {
        fileName: 'two.md',
        content:
          '# Metformin and zanoglipin\n\n- Zanoglipin with eGFR below 30: contraindicated\n- Metformin 500 mg with the evening meal\n- The first dose is not to be given in hospital.\n',
        metadata: { sourceType: 'drug_formulary' },
      },
    ],
    question: 'metformin dose',
    expects: {
      quotes: ['Metformin 500 mg with the evening meal'],
      never: ['Metformin: Zanoglipin', 'Metformin: The first dose'],
    },
  },
];
