import type { Trap } from './trap.ts';

const anaphylaxis = `# Protocol 140 Anaphylaxis

## Epinephrine

- Intramuscular: epinephrine 1 mg/mL, 0.3 mg (0.3 mL) in the thigh.
- Intravenous, in cardiac arrest only: epinephrine 0.1 mg/mL, 1 mg (10 mL).
`;

const adultSeizure = `---
title: Seizure
protocol_number: "512"
---
# Adult seizure

1. Midazolam 10 mg IM once.
2. Check glucose.
`;
const childSeizure = `---
title: Seizure
protocol_number: "512-P"
---
# Pediatric seizure

1. Midazolam 0.2 mg/kg IM, maximum 10 mg.
2. Check glucose.
`;

const croup = `# Protocol 330 Croup

Nebulized epinephrine lowers the work of breathing [2]. Give epinephrine 5 mL of 1 mg/mL by nebulizer [3].

Dexamethasone 0.6 mg/kg by mouth, maximum 16 mg [2].
`;

export const sourceTraps: readonly Trap[] = [
  {
    name: 'two concentrations of a drug are each shown with the route that they are for',
    kind: 'concentration',
    documents: [{ fileName: '140 Anaphylaxis.md', content: anaphylaxis }],
    question: 'epinephrine dose for anaphylaxis IM',
    expects: {
      quotes: ['Intramuscular: epinephrine 1 mg/mL, 0.3 mg'],
      onlyWith: [{ value: '1 mg (10 mL)', by: ['Intravenous, in cardiac arrest only'] }],
    },
  },
  {
    name: 'a question without an age is answered for adults first and says which is for children',
    kind: 'population',
    documents: [
      { fileName: '512-P Seizure.md', content: childSeizure },
      { fileName: '512 Seizure.md', content: adultSeizure },
    ],
    question: 'midazolam IM dose for seizure',
    expects: {
      citesFirst: '512 Seizure.md',
      onlyWith: [{ value: '0.2 mg/kg', by: ['pediatric'] }],
      remarks: ['names no age'],
    },
  },
  {
    name: 'a question about a child does not get the dose of the adult protocol unlabelled',
    kind: 'population',
    documents: [
      { fileName: '512-P Seizure.md', content: childSeizure },
      { fileName: '512 Seizure.md', content: adultSeizure },
    ],
    question: 'midazolam IM dose for a seizing 4 year old',
    expects: {
      citesFirst: '512-P Seizure.md',
      quotes: ['0.2 mg/kg'],
      onlyWith: [{ value: 'Midazolam 10 mg IM once', by: ['adult'] }],
    },
  },
  {
    name: 'a drug that no document names is said to be missing before anything is quoted',
    kind: 'missing',
    documents: [{ fileName: '512 Seizure.md', content: adultSeizure }],
    question: 'magnesium sulfate dose for eclampsia',
    expects: { remarks: [/magnesium|nothing in the loaded documents/i] },
  },
  {
    name: "the source's own reference marks are not those of the answer",
    kind: 'source mark',
    documents: [{ fileName: '330 Croup.md', content: croup }],
    question: 'dexamethasone dose croup',
    expects: { quotes: ['0.6 mg/kg by mouth'], never: [/\[[23]\]/] },
  },
];
