import { printPage, printPdf } from './print-page.ts';
import type { Trap } from './trap.ts';

const weights = [
  ['4 kg', '0.4 mg', '0.08 mL'],
  ['8 kg', '0.8 mg', '0.16 mL'],
  ['12 kg', '1.2 mg', '0.24 mL'],
  ['16 kg', '1.6 mg', '0.32 mL'],
  ['24 kg', '2.4 mg', '0.48 mL'],
] as const;

const seizureChart = (ruled: boolean): Uint8Array =>
  printPdf('Pediatric Seizure', [
    printPage([
      {
        lines: [
          'CEDAR VALLEY EMS',
          'Treatment Protocol 412-P: Pediatric Seizure',
          '',
          'INDICATION',
          'Seizure that lasts longer than 5 minutes or returns without recovery.',
          '',
          'MIDAZOLAM 5 mg/mL, INTRAMUSCULAR, BY WEIGHT',
        ],
      },
      { rows: [['Weight', 'Dose', 'Volume'], ...weights], columns: [54, 200, 360], ruled },
      { lines: ['Repeat once after 5 minutes. Contact base before a third dose.'] },
    ]),
  ]);

const colourChart = `# Pediatric dosing by length

Tape colours stand for the weight of a child.

| Drug | Grey 3-5 kg | Pink 6-7 kg | Red 8-9 kg | Purple 10-11 kg |
|---|---|---|---|---|
| Epinephrine 0.1 mg/mL IV | 0.4 mL | 0.65 mL | 0.85 mL | 1.05 mL |
| Amiodarone 50 mg/mL IV | 0.4 mL | 0.66 mL | 0.86 mL | 1.06 mL |
| First defibrillation | 8 J | 13 J | 17 J | 21 J |
`;

export const chartTraps: readonly Trap[] = [
  {
    name: 'a ruled weight chart gives the dose of the stated weight, with weight and column',
    kind: 'chart',
    documents: [{ fileName: '412-P Pediatric Seizure.pdf', content: seizureChart(true) }],
    question: 'midazolam IM dose for a seizing child of 16 kg',
    expects: {
      shows: [{ value: '1.6 mg', by: ['16 kg', 'Dose'] }],
      onlyWith: weights.map(([weight, dose]) => ({ value: dose, by: [weight] })),
    },
  },
  {
    name: 'a weight chart without rules gives the dose of the stated weight, with weight and column',
    kind: 'chart',
    documents: [{ fileName: '412-P Pediatric Seizure.pdf', content: seizureChart(false) }],
    question: 'midazolam IM dose for a seizing child of 8 kg',
    expects: {
      shows: [{ value: '0.8 mg', by: ['8 kg', 'Dose'] }],
      onlyWith: weights.map(([weight, dose]) => ({ value: dose, by: [weight] })),
    },
  },
  {
    name: 'a chart by colours shows the column of the stated weight under its head',
    kind: 'chart',
    documents: [{ fileName: 'Length based dosing.md', content: colourChart }],
    question: 'first defibrillation energy pediatric 9 kg',
    expects: {
      shows: [{ value: '17 J', by: ['Red 8-9 kg'] }],
      onlyWith: [
        { value: '8 J', by: ['Grey 3-5 kg'] },
        { value: '13 J', by: ['Pink 6-7 kg'] },
        { value: '21 J', by: ['Purple 10-11 kg'] },
      ],
    },
  },
  {
    name: 'a chart by colours asked without a weight shows the choice, not the first column',
    kind: 'chart',
    documents: [{ fileName: 'Length based dosing.md', content: colourChart }],
    question: 'pediatric defibrillation joules first shock',
    expects: {
      shows: [
        { value: '8 J', by: ['Grey 3-5 kg'] },
        { value: '21 J', by: ['Purple 10-11 kg'] },
      ],
    },
  },
];
