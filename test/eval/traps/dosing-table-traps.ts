import { printPage, printPdf } from './print-page.ts';
import type { Trap } from './trap.ts';

const html = `<html><head><title>Formulary 9 Pediatric dosing</title></head><body><h1>Formulary 9 Pediatric dosing</h1>
<table><tr><th rowspan="2">Weight</th><th colspan="2">Ondansetron</th><th colspan="2">Midazolam</th></tr>
<tr><th>PO</th><th>IV</th><th>IM</th><th>IV</th></tr>
<tr><td>5-9 kg</td><td>1 mg</td><td>0.7 mg</td><td>1.4 mg</td><td>0.6 mg</td></tr>
<tr><td>10-14 kg</td><td>2 mg</td><td>1.2 mg</td><td>2.4 mg</td><td>1.1 mg</td></tr>
<tr><td>15-19 kg</td><td>4 mg</td><td>1.7 mg</td><td>3.4 mg</td><td>1.6 mg</td></tr></table></body></html>`;
const rowspan = `<html><head><title>Guide 12 Fever</title></head><body><h1>Guide 12 Fever</h1>
<table><tr><th>Drug</th><th>Age</th><th>Dose</th></tr>
<tr><td rowspan="3">Ibuprofen</td><td>6-11 months</td><td>50 mg</td></tr><tr><td>1-3 years</td><td>100 mg</td></tr><tr><td>4-6 years</td><td>150 mg</td></tr>
<tr><td rowspan="2">Acetaminophen</td><td>6-11 months</td><td>120 mg</td></tr><tr><td>1-3 years</td><td>180 mg</td></tr></table></body></html>`;
const lb = `# Chart 4 Ibuprofen by weight

| Weight (lb) | Weight (kg) | Ibuprofen |
|---|---|---|
| 12-17 | 5.5-7.9 | 50 mg |
| 18-23 | 8-10.9 | 75 mg |
| 24-35 | 11-15.9 | 100 mg |
| 36-47 | 16-21.9 | 150 mg |
`;
const drugs = [
  'Adenosine',
  'Amiodarone',
  'Atropine',
  'Calcium chloride',
  'Dextrose 10%',
  'Diphenhydramine',
  'Epinephrine',
  'Fentanyl',
  'Glucagon',
  'Ketamine',
  'Lidocaine',
  'Lorazepam',
  'Midazolam',
  'Naloxone',
  'Ondansetron',
  'Sodium bicarbonate',
];
const zonesAll = [
  'Grey 3-5 kg',
  'Pink 6-7 kg',
  'Red 8-9 kg',
  'Purple 10-11 kg',
  'Yellow 12-14 kg',
  'White 15-18 kg',
  'Blue 19-23 kg',
  'Orange 24-29 kg',
  'Green 30-36 kg',
];
const big = `# Reference 20 Pediatric drug doses

| Drug | ${zonesAll.join(' | ')} |
|---|${'---|'.repeat(zonesAll.length)}
${drugs.map((d, i) => `| ${d} | ${zonesAll.map((_, z) => `${(i + 1) * 10 + z}.${z} mg`).join(' | ')} |`).join('\n')}
`;
const long = `# Reference 21 Pediatric doses by weight

| Weight | ${drugs.join(' | ')} |
|---|${'---|'.repeat(drugs.length)}
${Array.from({ length: 36 }, (_, w) => `| ${w + 3} kg | ${drugs.map((_, i) => `${w + 3}.${i + 10} mg`).join(' | ')} |`).join('\n')}
`;
const rows = Array.from(
  { length: 60 },
  (_, i) => [`${i + 3} kg`, `${(i + 3) * 2}.5 mg`, `${i + 3}.25 mL`] as const,
);
const pdf = printPdf('Ketamine', [
  printPage([
    { lines: ['NORTH LAKE EMS', 'Protocol 77-P: Pediatric Ketamine', '', 'KETAMINE 50 mg/mL IM BY WEIGHT'] },
    { rows: [['Weight', 'Dose', 'Volume'], ...rows.slice(0, 30)], columns: [54, 200, 360], ruled: true },
  ]),
  printPage([
    { rows: [['Weight', 'Dose', 'Volume'], ...rows.slice(30)], columns: [54, 200, 360], ruled: true },
  ]),
]);
const prose = `# Protocol 88 Croup

## Dexamethasone

For patients under 10 kg: dexamethasone 4 mg by mouth.

For patients 10-19 kg: dexamethasone 8 mg by mouth.

For patients 20 kg and over: dexamethasone 16 mg by mouth.

## Adults

Dexamethasone 10 mg by mouth.
`;
const wide = `# Sheet 5 Broselow

| Drug | Grey | Pink | Red |
|---|---|---|---|
| Weight | 3-5 kg | 6-7 kg | 8-9 kg |
| Epinephrine | 0.4 mL | 0.65 mL | 0.85 mL |
| Atropine | 1.1 mL | 1.3 mL | 1.7 mL |
`;
export const dosingTableTraps: readonly Trap[] = [
  {
    name: 'a column under a head of two rows is named by both',
    kind: 'chart',
    documents: [{ fileName: 'f9.html', content: html }],
    question: 'ondansetron IV dose child 12 kg',
    expects: {
      shows: [{ value: '1.2 mg', by: ['10-14 kg', 'Ondansetron', 'IV'] }],
      never: ['1.7 mg', '0.7 mg'],
    },
  },
  {
    name: 'a drug that spans rows is named in the row of the stated age',
    kind: 'chart',
    documents: [{ fileName: 'g12.html', content: rowspan }],
    question: 'ibuprofen dose for a 2 year old with fever',
    expects: { shows: [{ value: '100 mg', by: ['Ibuprofen', 'Dose'] }], never: ['150 mg', '50 mg'] },
  },
  {
    name: 'a weight in pounds finds its row',
    kind: 'chart',
    documents: [{ fileName: 'Chart 4.md', content: lb }],
    question: 'ibuprofen dose 20 lb child',
    expects: { shows: [{ value: /\b75 mg/, by: ['Ibuprofen'] }], never: ['100 mg', '50 mg'] },
  },
  {
    name: 'a weight in kilograms finds its row beside one in pounds',
    kind: 'chart',
    documents: [{ fileName: 'Chart 4.md', content: lb }],
    question: 'ibuprofen dose 9 kg child',
    expects: { shows: [{ value: /\b75 mg/, by: ['Ibuprofen'] }], never: ['100 mg', '50 mg'] },
  },
  {
    name: 'of a wide chart the column of the stated weight is shown for the drug asked for',
    kind: 'chart',
    documents: [{ fileName: 'ref20.md', content: big }],
    question: 'naloxone dose 16 kg child',
    expects: {
      shows: [{ value: '145.5 mg', by: ['White 15-18 kg', 'Naloxone'] }],
      never: ['144.4 mg', '146.6 mg'],
    },
  },
  {
    name: 'of a wide chart without a weight the row of the drug asked for is shown whole',
    kind: 'chart',
    documents: [{ fileName: 'ref20.md', content: big }],
    question: 'pediatric naloxone dose',
    expects: {
      shows: [
        { value: '140.0 mg', by: ['Grey 3-5 kg'] },
        { value: '148.8 mg', by: ['Green 30-36 kg'] },
      ],
      never: ['130.0 mg'],
    },
  },
  {
    name: 'of a chart with a column for each drug the row of the stated weight is shown',
    kind: 'chart',
    documents: [{ fileName: 'ref21.md', content: long }],
    question: 'naloxone dose 16 kg child',
    expects: { shows: [{ value: '16.23 mg', by: ['16 kg', 'Naloxone'] }], never: ['17.23 mg', '15.23 mg'] },
  },
  {
    name: 'of a chart with a column for each drug that of the drug asked for is shown for all weights',
    kind: 'chart',
    documents: [{ fileName: 'ref21.md', content: long }],
    question: 'pediatric naloxone dose by weight',
    expects: {
      shows: [
        { value: '3.23 mg', by: ['3 kg', 'Naloxone'] },
        { value: '38.23 mg', by: ['38 kg', 'Naloxone'] },
      ],
    },
  },
  {
    name: 'a row of a chart on its second page is cited there',
    kind: 'page',
    documents: [{ fileName: '77-P Ketamine.pdf', content: pdf }],
    question: 'ketamine IM dose child 40 kg',
    expects: {
      shows: [{ value: '80.5 mg', by: ['40 kg', 'Dose'] }],
      never: ['78.5 mg'],
      onPage: [{ line: '80.5 mg', page: 2 }],
    },
  },
  {
    name: 'paragraphs for weights name the one that the stated weight is in',
    kind: 'chart',
    documents: [{ fileName: '88 Croup.md', content: prose }],
    question: 'dexamethasone dose croup 14 kg',
    expects: { quotes: ['10-19 kg: dexamethasone 8 mg'], warns: [/14 kg, is in/] },
  },
  {
    name: 'a colour zone that the question names finds its column',
    kind: 'chart',
    documents: [{ fileName: 's5.md', content: wide }],
    question: 'epinephrine dose pink on the broselow',
    expects: { shows: [{ value: '0.65 mL', by: ['Pink'] }], never: ['0.85 mL'] },
  },
  {
    name: 'a weight finds the column of its zone where a row below the colours gives the weights',
    kind: 'chart',
    documents: [{ fileName: 's5.md', content: wide }],
    question: 'epinephrine dose 7 kg baby',
    expects: { shows: [{ value: '0.65 mL', by: ['Pink'] }], never: ['0.85 mL'] },
  },
];
