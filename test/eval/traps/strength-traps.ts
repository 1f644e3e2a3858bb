import type { Trap } from './trap.ts';

const anaphylaxis = `# Protocol 702 Anaphylaxis

## Treatment

1. Epinephrine (1 mg/mL) 0.01 mg/kg IM into the thigh, maximum 0.3 mg.
2. Repeat once after 5 minutes.
`;
const arrest = `# Protocol 705 Cardiac arrest

## Treatment

1. Epinephrine (0.1 mg/mL) 1 mg IV every 3 to 5 minutes.
2. Chest compressions without a pause.
`;

const fentanyl = (number: string, title: string, dose: string): string => `# Protocol ${number} ${title}

## Treatment

1. Splint the limb.
2. Fentanyl ${dose} IV for pain.
3. Reassess every 5 minutes.
`;

const saline = (number: string, title: string, dose: string): string => `# Protocol ${number} ${title}

## Treatment

1. Normal saline ${dose} IV for shock.
2. Reassess after each bolus.
`;

export const strengthTraps: readonly Trap[] = [
  {
    name: 'two strengths of one drug are distinguished before anything is quoted',
    kind: 'concentration',
    documents: [
      { fileName: '702 Anaphylaxis.md', content: anaphylaxis },
      { fileName: '705 Cardiac arrest.md', content: arrest },
    ],
    question: 'epinephrine dose',
    expects: {
      remarks: [/\[\d\] is 1 mg\/mL for IM/, /\[\d\] is 0\.1 mg\/mL for IV/],
      quotes: ['1 mg/mL', '0.1 mg/mL'],
    },
  },
  {
    name: 'one strength of a drug is not remarked on',
    kind: 'concentration',
    documents: [{ fileName: '702 Anaphylaxis.md', content: anaphylaxis }],
    question: 'epinephrine dose for anaphylaxis',
    expects: { quotes: ['0.01 mg/kg'], never: ['more than one strength'] },
  },
  {
    name: 'a dose a thousand times that of other documents is remarked on and shown as it is',
    kind: 'unit',
    documents: [
      { fileName: '801 Fracture.md', content: fentanyl('801', 'Fracture', '1 mg/kg') },
      { fileName: '802 Burn.md', content: fentanyl('802', 'Burn', '1 mcg/kg') },
      { fileName: '803 Dislocation.md', content: fentanyl('803', 'Dislocation', '1 mcg/kg') },
    ],
    question: 'fentanyl dose for pain',
    expects: { quotes: ['1 mg/kg'], remarks: [/Fentanyl 1 mg\/kg IV in \[\d\]: a thousand times as much/] },
  },
  {
    name: 'a dose that is a tenth of that of other documents is remarked on',
    kind: 'unit',
    documents: [
      { fileName: '801 Fracture.md', content: fentanyl('801', 'Fracture', '0.1 mcg/kg') },
      { fileName: '802 Burn.md', content: fentanyl('802', 'Burn', '1 mcg/kg') },
      { fileName: '803 Dislocation.md', content: fentanyl('803', 'Dislocation', '1 mcg/kg') },
    ],
    question: 'fentanyl dose for pain of a fracture',
    expects: { quotes: ['0.1 mcg/kg'], remarks: [/Fentanyl 0\.1 mcg\/kg IV in \[\d\]: a tenth/] },
  },
  {
    name: 'doses that differ as doses do are not remarked on',
    kind: 'unit',
    documents: [
      { fileName: '801 Fracture.md', content: fentanyl('801', 'Fracture', '0.5 mcg/kg') },
      { fileName: '802 Burn.md', content: fentanyl('802', 'Burn', '1 mcg/kg') },
      { fileName: '803 Dislocation.md', content: fentanyl('803', 'Dislocation', '2 mcg/kg') },
    ],
    question: 'fentanyl dose for pain',
    expects: { quotes: ['0.5 mcg/kg'], never: ['as much as', 'a tenth'] },
  },
  {
    name: 'a fluid in milligrams is remarked on',
    kind: 'unit',
    documents: [
      { fileName: '811 Sepsis.md', content: saline('811', 'Sepsis', '20 mg/kg') },
      { fileName: '812 Burn shock.md', content: saline('812', 'Burn shock', '20 mL/kg') },
    ],
    question: 'normal saline bolus for septic shock',
    expects: { quotes: ['20 mg/kg'], remarks: [/Normal saline 20 mg\/kg IV in \[\d\], where .* 20 mL\/kg/] },
  },
  {
    name: 'a dose for children without "/kg" is remarked on where its neighbour has it',
    kind: 'unit',
    documents: [
      {
        fileName: '821-P Pediatric seizure.md',
        content: `# Protocol 821-P Pediatric seizure

## Treatment

1. Midazolam 0.1 mg/kg IV or 0.2 mg IM for a seizure.
2. Maximum single dose 5 mg.
`,
      },
    ],
    question: 'midazolam dose for a seizing child',
    expects: { quotes: ['0.2 mg IM'], remarks: [/Midazolam 0\.2 mg IM in \[1\] is without "\/kg"/] },
  },
];
