import { printPage, printPdf } from './print-page.ts';
import type { Trap } from './trap.ts';

const zones = `# Oak Ridge EMS 7.12 Pediatric medication zones

Find the zone of the child on the tape, then read down.

GREY ZONE 3-5 kg

| Drug | Dose | Volume |
|---|---|---|
| Epinephrine 0.1 mg/mL IV | 0.04 mg | 0.4 mL |
| Midazolam 5 mg/mL IM | 0.8 mg | 0.16 mL |

PINK ZONE 6-7 kg

| Drug | Dose | Volume |
|---|---|---|
| Epinephrine 0.1 mg/mL IV | 0.065 mg | 0.65 mL |
| Midazolam 5 mg/mL IM | 1.3 mg | 0.26 mL |

RED ZONE 8-9 kg

| Drug | Dose | Volume |
|---|---|---|
| Epinephrine 0.1 mg/mL IV | 0.085 mg | 0.85 mL |
| Midazolam 5 mg/mL IM | 1.7 mg | 0.34 mL |
`;

const sections = `# Formulary 22 Ketamine

| Patient | Route | Dose |
|---|---|---|
| ADULT | | |
| Pain | IV | 20 mg |
| Sedation | IM | 300 mg |
| PEDIATRIC | | |
| Pain | IV | 0.2 mg/kg |
| Sedation | IM | 3 mg/kg |
`;

const merged = `# Standing order 31 Seizure

## Midazolam by age

| Route | Age | Dose |
|---|---|---|
| Intramuscular | < 1 year | 1.2 mg |
| | 1-5 years | 2.4 mg |
| | 6-11 years | 4.8 mg |
| | ≥ 12 years | 9.6 mg |
| Intranasal | < 1 year | 1.4 mg |
| | 1-5 years | 2.8 mg |
| | 6-11 years | 5.6 mg |
| | ≥ 12 years | 9.8 mg |
`;

const words = `# Protocol 614 Allergic reaction

## Diphenhydramine

Give diphenhydramine by mouth according to age:

- 2-5 years: 6 mg
- 6-11 years: 12.5 mg
- 12 years and older: 25 mg
`;

const twoPages = printPdf('Fever', [
  printPage([
    {
      lines: [
        'HARBOR COUNTY EMS',
        'Protocol 530-P: Pediatric Fever',
        '',
        'GENERAL',
        'Undress the child. Offer water. Do not use ice or alcohol.',
        'Transport when younger than 3 months, when drowsy or when the neck is stiff.',
      ],
    },
  ]),
  printPage([
    {
      lines: [
        'ACETAMINOPHEN 160 mg/5 mL',
        'Give acetaminophen by mouth once, 15 mg/kg, for a fever above 38.5 C.',
      ],
    },
  ]),
]);

const zoneCards = printPdf(
  'Pediatric cards',
  (
    [
      ['GREY 3-5 kg', '0.4 mL', '0.16 mL'],
      ['PINK 6-7 kg', '0.65 mL', '0.26 mL'],
      ['RED 8-9 kg', '0.85 mL', '0.34 mL'],
    ] as const
  ).map(([zone, epinephrine, midazolam]) =>
    printPage([
      { lines: ['SUMMIT EMS PEDIATRIC CARDS', '', zone] },
      {
        rows: [
          ['Drug', 'Volume'],
          ['Epinephrine 0.1 mg/mL IV', epinephrine],
          ['Midazolam 5 mg/mL IM', midazolam],
        ],
        columns: [54, 300],
        ruled: true,
      },
    ]),
  ),
);

const fluids = `# Fluids 3

| Weight | Bolus | Maintenance |
|---|---|---|
| < 10 kg | 10 mL/kg | 4 mL/kg/h |
| 10-20 kg | 20 mL/kg | 40 mL and 2 mL/kg/h |
| > 20 kg | 500 mL | 60 mL and 1 mL/kg/h |
| Adult | 1000 mL | 125 mL/h |
`;

const adultColumns = `# Drug sheet 8

| Drug | Adult dose | Pediatric dose | Maximum |
|---|---|---|---|
| Morphine | 4 mg IV | 0.1 mg/kg IV | 10 mg |
| Fentanyl | 100 mcg IN | 1.5 mcg/kg IN | 200 mcg |
`;

const bothInOneStep = `# Hollow Creek EMS 5.3 Pediatric asthma

## Treatment

1. Give terbutaline as soon as two inhaled treatments of asthma have failed: it must not wait for transport.
2. Pediatric terbutaline dose: 0.01 mg/kg subcutaneously, at most 0.25 mg in a child and 0.5 mg in an adult.
3. Continuous positive airway pressure for those who are awake and tire, with a mask that fits.
4. Have a bag and mask of the right size at hand before the patient is moved anywhere.
5. Let the patient sit as is most comfortable, with the parents beside, and keep the room calm.
6. Watch the heart rate: terbutaline raises it. Stop when it stays above 180.
`;

export const patientChartTraps: readonly Trap[] = [
  {
    name: 'of a zone for each table only that of the stated weight is shown',
    kind: 'chart',
    documents: [{ fileName: '7.12 Pediatric zones.md', content: zones }],
    question: 'midazolam IM seizing infant 7 kg',
    expects: { quotes: ['PINK ZONE 6-7 kg', '1.3 mg'], never: ['1.7 mg', '0.8 mg'] },
  },
  {
    name: 'a weight between two zones shows both and says that it is between them',
    kind: 'chart',
    documents: [{ fileName: '7.12 Pediatric zones.md', content: zones }],
    question: 'midazolam IM seizing infant 5.5 kg',
    expects: {
      quotes: ['GREY ZONE 3-5 kg', '0.8 mg', 'PINK ZONE 6-7 kg', '1.3 mg'],
      warns: [/lies between "GREY ZONE 3-5 kg" and "PINK ZONE 6-7 kg"/],
      never: ['1.7 mg'],
    },
  },
  {
    name: 'tables of zones asked without a weight are not answered with the first zone alone',
    kind: 'chart',
    documents: [{ fileName: '7.12 Pediatric zones.md', content: zones }],
    question: 'pediatric midazolam IM dose by zone',
    expects: {
      quotes: ['GREY ZONE 3-5 kg', '0.8 mg', 'PINK ZONE 6-7 kg', '1.3 mg', 'RED ZONE 8-9 kg', '1.7 mg'],
    },
  },
  {
    name: 'a section for adults inside a table is not shown for a child',
    kind: 'population',
    documents: [{ fileName: 'Formulary 22 Ketamine.md', content: sections }],
    question: 'ketamine dose for pain, 5 year old',
    expects: { quotes: ['PEDIATRIC', '0.2 mg/kg'], never: ['20 mg', '300 mg'] },
  },
  {
    name: "a step for children that also gives the adult's amount is quoted for an adult",
    kind: 'population',
    documents: [{ fileName: '5.3 Pediatric status asthmaticus.md', content: bothInOneStep }],
    question: 'maximum terbutaline dose for an adult with asthma',
    expects: { quotes: ['0.5 mg in an adult'], remarks: ['written for children'] },
  },
  {
    name: 'a section for children inside a table is not shown for an adult',
    kind: 'population',
    documents: [{ fileName: 'Formulary 22 Ketamine.md', content: sections }],
    question: 'ketamine dose for pain, 54 year old man',
    expects: { quotes: ['ADULT', '20 mg'], never: ['0.2 mg/kg', '3 mg/kg'] },
  },
  {
    name: 'a merged cell names the route in the row of the stated age',
    kind: 'chart',
    documents: [{ fileName: '31 Seizure.md', content: merged }],
    question: 'midazolam for a seizing 8 year old',
    expects: {
      shows: [
        { value: '4.8 mg', by: ['Intramuscular'] },
        { value: '5.6 mg', by: ['Intranasal'] },
      ],
      never: ['2.4 mg', '9.6 mg'],
    },
  },
  {
    name: 'a chart in words names the alternative that the stated age is in',
    kind: 'chart',
    documents: [{ fileName: '614 Allergic reaction.md', content: words }],
    question: 'diphenhydramine dose for a 7 year old',
    expects: {
      quotes: ['6-11 years: 12.5 mg'],
      warns: [/stated age, 7 years, is in "6-11 years"/],
      onlyWith: [{ value: '25 mg', by: ['12 years and older'] }],
    },
  },
  {
    name: 'an age below all of a chart in words is said to be so',
    kind: 'chart',
    documents: [{ fileName: '614 Allergic reaction.md', content: words }],
    question: 'diphenhydramine dose for a 1 year old',
    expects: { warns: [/below all that is given here/] },
  },
  {
    name: 'the page is that of the line and not of the document',
    kind: 'page',
    documents: [{ fileName: '530-P Pediatric Fever.pdf', content: twoPages }],
    question: 'acetaminophen dose fever child',
    expects: { onPage: [{ line: '15 mg/kg', page: 2 }] },
  },
  {
    name: 'of a card for each zone the page of the stated weight is shown, and no other',
    kind: 'chart',
    documents: [{ fileName: 'Pediatric cards.pdf', content: zoneCards }],
    question: 'epinephrine IV infant 7 kg',
    expects: {
      quotes: ['PINK 6-7 kg'],
      never: ['0.85 mL', '0.4 mL'],
      onPage: [{ line: '0.65 mL', page: 2 }],
    },
  },
  {
    name: 'the weight that the conversation knows chooses the row, also for a child',
    kind: 'patient',
    documents: [{ fileName: 'Fluids 3.md', content: fluids }],
    question: 'fluid bolus',
    context: { patientAge: 0.5, patientWeight: 7 },
    expects: { quotes: ['10 mL/kg'], never: ['500 mL', '1000 mL', '20 mL/kg'] },
  },
  {
    name: 'the row for adults answers for a weight above all rows',
    kind: 'population',
    documents: [{ fileName: 'Fluids 3.md', content: fluids }],
    question: 'fluid bolus adult 80 kg',
    expects: { quotes: ['1000 mL'], never: ['10 mL/kg'] },
  },
  {
    name: 'the column for adults is not shown for a child, the maximum is',
    kind: 'population',
    documents: [{ fileName: 'Drug sheet 8.md', content: adultColumns }],
    question: 'fentanyl IN dose 6 year old',
    expects: { quotes: ['1.5 mcg/kg IN', '200 mcg'], never: ['100 mcg'] },
  },
];
