import type { Trap, TrapDocument } from './trap.ts';

const opioids: TrapDocument = {
  fileName: '410-opioid-overdose.md',
  content: `# Protocol 410 Opioid overdose

## Adults

1. Naloxone 0.8 mg IM. The maximum total of naloxone is 7 mg.
2. Support breathing.

## Children

1. Naloxone 0.1 mg/kg IM, maximum 2 mg.
`,
};

const sedation: TrapDocument = {
  fileName: '420-agitation.md',
  content: `# Protocol 420 Agitation

1. Midazolam 5 mg IM. The maximum total of midazolam is 11 mg.
`,
};

const rhythm: TrapDocument = {
  fileName: '430-fast-rhythms.md',
  content: `# Protocol 430 Supraventricular tachycardia

1. Adenosine 6 mg IV, maximum total 18 mg.
2. Diltiazem 20 mg IV, maximum total 45 mg.
`,
};

const documents = [opioids, sedation, rhythm];

export const followUpTraps: readonly Trap[] = [
  {
    name: 'a follow-up is answered for the drug that the question before was about',
    kind: 'follow-up',
    documents,
    asked: ['naloxone dose'],
    question: 'max total',
    expects: {
      quotes: ['maximum total of naloxone is 7 mg'],
      never: ['11 mg'],
      remarks: ['Read as: naloxone dose, max total.'],
    },
  },
  {
    name: 'a question for a number that leans on nothing gets no number',
    kind: 'follow-up',
    documents,
    question: 'max total',
    expects: { never: ['7 mg', '11 mg', '18 mg'], remarks: ['does not say what it is about'] },
  },
  {
    name: 'a follow-up that could be about two drugs asks which',
    kind: 'follow-up',
    documents,
    asked: ['adenosine or diltiazem for svt'],
    question: 'max dose?',
    expects: { never: ['18 mg', '45 mg'], remarks: ['- adenosine', '- diltiazem'] },
  },
  {
    name: 'another drug takes the place of the one before',
    kind: 'follow-up',
    documents,
    asked: ['adenosine dose for svt'],
    question: 'what about diltiazem',
    expects: {
      quotes: ['Diltiazem 20 mg'],
      remarks: ['Read as: diltiazem dose for supraventricular tachycardia'],
    },
  },
  {
    name: 'a complete question takes nothing from the one before',
    kind: 'follow-up',
    documents,
    asked: ['naloxone dose'],
    question: 'midazolam dose for agitation',
    expects: { quotes: ['Midazolam 5 mg'], never: ['Read as', 'naloxone'] },
  },
];
