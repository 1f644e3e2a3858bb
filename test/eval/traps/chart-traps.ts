import { writeDocx } from '../../../scripts/samples/write-docx.ts';
import { printPage, printPdf } from './print-page.ts';
import type { Labelled, Trap } from './trap.ts';

const weights = [
  ['4 kg', '0.4 mg', '0.08 mL'],
  ['8 kg', '0.8 mg', '0.16 mL'],
  ['12 kg', '1.2 mg', '0.24 mL'],
  ['16 kg', '1.6 mg', '0.32 mL'],
  ['24 kg', '2.4 mg', '0.48 mL'],
] as const;

/** No dose of the chart may be shown without its weight. */
const eachWithWeight: readonly Labelled[] = weights.map(([weight, dose]) => ({ value: dose, by: [weight] }));

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

const transposed = `# 733 Pediatric analgesia

## Fentanyl, intranasal, 50 mcg/mL

| Weight (kg) | 10 | 15 | 20 | 30 |
|---|---|---|---|---|
| Dose (mcg) | 15 | 22.5 | 30 | 45 |
| Volume (mL) | 0.3 | 0.45 | 0.6 | 0.9 |
`;

const bannersInOneTable = printPdf('Naloxone by weight', [
  printPage([
    { lines: ['HARBOR BAY AMBULANCE', 'Drug chart 77: Naloxone 1 mg/mL', ''] },
    {
      rows: [
        ['Weight', 'Dose', 'Volume'],
        ['INTRANASAL'],
        ['10 kg', '1 mg', '1 mL'],
        ['20 kg', '2 mg', '2 mL'],
        ['INTRAVENOUS'],
        ['10 kg', '0.1 mg', '0.1 mL'],
        ['20 kg', '0.2 mg', '0.2 mL'],
      ],
      columns: [54, 220, 390],
      ruled: true,
      banners: [1, 4],
    },
  ]),
]);

const longRows = Array.from({ length: 30 }, (_, index) => {
  const weight = index + 3;
  return [`${weight} kg`, `${(weight * 0.02).toFixed(2)} mg`, `${(weight * 0.2).toFixed(1)} mL`] as const;
});

const overTwoPages = printPdf('Atropine by weight', [
  printPage(
    [
      {
        lines: [
          'PINE RIDGE FIRE',
          'Protocol 640-P Pediatric bradycardia',
          '',
          'ATROPINE 0.1 mg/mL, INTRAVENOUS',
        ],
      },
      {
        rows: [['Weight', 'Dose', 'Volume'], ...longRows.slice(0, 15)],
        columns: [54, 220, 390],
        ruled: true,
      },
    ],
    { foot: 'Protocol 640-P   Page 1 of 2' },
  ),
  printPage(
    [
      { rows: longRows.slice(15), columns: [54, 220, 390], ruled: true },
      { lines: ['The highest single dose is 0.5 mg.'] },
    ],
    { foot: 'Protocol 640-P   Page 2 of 2' },
  ),
]);

const mergedCells = `<!doctype html><html><head><title>Glucagon and dextrose by weight</title></head><body>
<h1>Pediatric hypoglycemia 455</h1>
<table>
<tr><th>Weight</th><th>Drug</th><th>Dose</th></tr>
<tr><td rowspan="2">Below 10 kg</td><td>Dextrose 10% IV</td><td>20 mL</td></tr>
<tr><td>Glucagon IM</td><td>0.3 mg</td></tr>
<tr><td rowspan="2">10 to 19 kg</td><td>Dextrose 10% IV</td><td>50 mL</td></tr>
<tr><td>Glucagon IM</td><td>0.5 mg</td></tr>
<tr><td rowspan="2">20 kg and more</td><td>Dextrose 10% IV</td><td>100 mL</td></tr>
<tr><td>Glucagon IM</td><td>1 mg</td></tr>
</table></body></html>`;

const twoHeadRows = `<!doctype html><html><head><title>Sedation</title></head><body>
<h1>Sedation for procedures 812</h1>
<table>
<tr><th rowspan="2">Drug</th><th colspan="2">Adult</th><th colspan="2">Child</th></tr>
<tr><th>First dose</th><th>Repeat</th><th>First dose</th><th>Repeat</th></tr>
<tr><td>Ketamine IV</td><td>80 mg</td><td>40 mg</td><td>1 mg/kg</td><td>0.5 mg/kg</td></tr>
<tr><td>Midazolam IV</td><td>2.5 mg</td><td>1 mg</td><td>0.05 mg/kg</td><td>0.025 mg/kg</td></tr>
</table></body></html>`;

const ageBands = `# 519-P Asthma in children

| Age | Albuterol by nebulizer | Ipratropium by nebulizer |
|---|---|---|
| Under 1 year | 1.25 mg | 125 mcg |
| 1 to 5 years | 2.5 mg | 250 mcg |
| 6 to 11 years | 5 mg | 500 mcg |
| 12 years and older | 7.5 mg | 750 mcg |
`;

const pounds = printPdf('Ondansetron by weight', [
  printPage([
    { lines: ['LAKESHORE COUNTY', 'Protocol 271-P Pediatric vomiting', '', 'ONDANSETRON, ORAL'] },
    {
      rows: [
        ['Pounds', 'Kilograms', 'Dose'],
        ['18-32 lb', '8-14 kg', '2 mg'],
        ['33-65 lb', '15-29 kg', '4 mg'],
        ['66 lb and over', '30 kg and over', '8 mg'],
      ],
      columns: [54, 220, 390],
      ruled: false,
    },
  ]),
]);

const inWord = writeDocx({
  title: 'Pediatric anaphylaxis chart',
  blocks: [
    { heading: 'Pediatric anaphylaxis chart', level: 0 },
    { heading: 'Epinephrine 1 mg/mL, intramuscular', level: 1 },
    {
      table: [
        ['Weight', 'Dose', 'Volume'],
        ['7 kg', '0.07 mg', '0.07 mL'],
        ['14 kg', '0.14 mg', '0.14 mL'],
        ['28 kg', '0.28 mg', '0.28 mL'],
      ],
    },
    { heading: 'Diphenhydramine 50 mg/mL, intravenous', level: 1 },
    {
      table: [
        ['Weight', 'Dose', 'Volume'],
        ['7 kg', '9 mg', '0.18 mL'],
        ['14 kg', '17 mg', '0.34 mL'],
        ['28 kg', '35 mg', '0.7 mL'],
      ],
    },
  ],
});

const plainText = `MESA SPRINGS EMS
PROTOCOL 350-P   PEDIATRIC CARDIAC ARREST

AMIODARONE 50 mg/mL, INTRAVENOUS

Weight      Dose       Volume
5 kg        25 mg      0.5 mL
10 kg       50 mg      1 mL
20 kg       100 mg     2 mL
30 kg       150 mg     3 mL

Repeat the same dose twice at most.
`;

const withoutHeads = printPdf('Ketorolac card', [
  printPage([
    { lines: ['IRON CREEK EMS', 'Card 18-P: Pediatric ketorolac, intravenous', ''] },
    {
      rows: [
        ['10 kg', '5.1', '0.17'],
        ['20 kg', '10.2', '0.34'],
        ['30 kg', '15.3', '0.51'],
      ],
      columns: [54, 220, 390],
      ruled: true,
    },
  ]),
]);

const footnoted = `# 290 Croup

| Age | Dexamethasone by mouth* |
|---|---|
| Under 2 years | 0.15 mg/kg |
| 2 years and older | 0.6 mg/kg |

*Never more than 10 mg in one dose.
`;

const adultAndChild = `# 366 Status epilepticus

| Drug | Adult | Child |
|---|---|---|
| Lorazepam IV | 4 mg | 0.1 mg/kg |
| Levetiracetam IV | 3000 mg | 60 mg/kg |
`;

export const chartTraps: readonly Trap[] = [
  {
    name: 'a ruled weight chart gives the dose of the stated weight, with weight and column',
    kind: 'chart',
    documents: [{ fileName: '412-P Pediatric Seizure.pdf', content: seizureChart(true) }],
    question: 'midazolam IM dose for a seizing child of 16 kg',
    expects: { shows: [{ value: '1.6 mg', by: ['16 kg', 'Dose'] }], onlyWith: eachWithWeight },
  },
  {
    name: 'a weight chart without rules gives the dose of the stated weight, with weight and column',
    kind: 'chart',
    documents: [{ fileName: '412-P Pediatric Seizure.pdf', content: seizureChart(false) }],
    question: 'midazolam IM dose for a seizing child of 8 kg',
    expects: { shows: [{ value: '0.8 mg', by: ['8 kg', 'Dose'] }], onlyWith: eachWithWeight },
  },
  {
    name: 'a chart is read for the weight that the conversation knows',
    kind: 'chart',
    documents: [{ fileName: '412-P Pediatric Seizure.pdf', content: seizureChart(true) }],
    question: 'midazolam IM dose for the seizure',
    context: { patientAge: 5, patientWeight: 24 },
    expects: { shows: [{ value: '2.4 mg', by: ['24 kg', 'Dose'] }], onlyWith: eachWithWeight },
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
  {
    name: 'a colour asked by its name is found in the heads',
    kind: 'chart',
    documents: [{ fileName: 'Length based dosing.md', content: colourChart }],
    question: 'amiodarone volume for a child in the purple zone',
    expects: { shows: [{ value: '1.06 mL', by: ['Purple 10-11 kg'] }] },
  },
  {
    name: 'a chart with weights in its head row shows the number with weight and unit',
    kind: 'chart',
    documents: [{ fileName: '733 Pediatric analgesia.md', content: transposed }],
    question: 'intranasal fentanyl dose child 20 kg',
    expects: {
      shows: [{ value: /(?<![\d.])30(?![\d.])/, by: ['20', 'mcg'] }],
      onlyWith: [{ value: '22.5', by: ['15', 'mcg'] }],
    },
  },
  {
    name: 'rows under a banner within a table are shown with that banner',
    kind: 'chart',
    documents: [{ fileName: '77 Naloxone.pdf', content: bannersInOneTable }],
    question: 'intravenous naloxone for a child of 20 kg',
    expects: {
      shows: [{ value: '0.2 mg', by: ['20 kg', 'INTRAVENOUS'] }],
      onlyWith: [{ value: '2 mg', by: ['INTRANASAL'] }],
    },
  },
  {
    name: 'the rows of a chart on its second page keep the head of the first',
    kind: 'chart',
    documents: [{ fileName: '640-P Bradycardia.pdf', content: overTwoPages }],
    question: 'atropine IV dose for a child of 22 kg',
    expects: {
      shows: [{ value: '0.44 mg', by: ['22 kg', 'Dose'] }],
      onlyWith: [{ value: '4.4 mL', by: ['22 kg', 'Volume'] }],
    },
  },
  {
    name: 'a long chart is not shown from its beginning when a weight is asked for',
    kind: 'chart',
    documents: [{ fileName: '640-P Bradycardia.pdf', content: overTwoPages }],
    question: 'pediatric atropine 14 kg bradycardia',
    expects: {
      shows: [{ value: '0.28 mg', by: ['14 kg', 'Dose'] }],
      warns: ['highest single dose is 0.5 mg'],
    },
  },
  {
    name: 'a merged cell holds for every row beside it',
    kind: 'chart',
    documents: [{ fileName: '455 Hypoglycemia.html', content: mergedCells }],
    question: 'glucagon IM dose child 14 kg',
    expects: {
      shows: [{ value: '0.5 mg', by: ['10 to 19 kg', 'Glucagon'] }],
      onlyWith: [
        { value: '0.3 mg', by: ['Below 10 kg'] },
        { value: '1 mg', by: ['20 kg and more'] },
      ],
    },
  },
  {
    name: 'a table with two head rows names both of them over a value',
    kind: 'chart',
    documents: [{ fileName: '812 Sedation.html', content: twoHeadRows }],
    question: 'ketamine dose for sedation adult',
    expects: {
      shows: [{ value: '80 mg', by: ['Adult', 'First dose'] }],
      onlyWith: [
        { value: '40 mg', by: ['Adult', 'Repeat'] },
        { value: '1 mg/kg', by: ['Child'] },
      ],
    },
  },
  {
    name: 'bands of age are read for the stated age',
    kind: 'chart',
    documents: [{ fileName: '519-P Asthma.md', content: ageBands }],
    question: 'albuterol neb dose 4 year old asthma',
    expects: {
      shows: [{ value: '2.5 mg', by: ['1 to 5 years', 'Albuterol'] }],
      onlyWith: [
        { value: '5 mg', by: ['6 to 11 years'] },
        { value: '1.25 mg', by: ['Under 1 year'] },
      ],
    },
  },
  {
    name: 'a band of age is read for months',
    kind: 'chart',
    documents: [{ fileName: '519-P Asthma.md', content: ageBands }],
    question: 'ipratropium nebulizer 8 month old wheezing',
    expects: {
      shows: [{ value: '125 mcg', by: ['Under 1 year'] }],
      onlyWith: [{ value: '250 mcg', by: ['1 to 5 years'] }],
    },
  },
  {
    name: 'a weight in pounds finds its row in a chart of pounds and kilograms',
    kind: 'chart',
    documents: [{ fileName: '271-P Vomiting.pdf', content: pounds }],
    question: 'zofran dose 44 lb kid vomiting',
    expects: {
      shows: [{ value: '4 mg', by: ['15-29 kg'] }],
      onlyWith: [
        { value: '2 mg', by: ['8-14 kg'] },
        { value: '8 mg', by: ['30 kg'] },
      ],
    },
  },
  {
    name: 'two charts with the same weights are not taken for each other',
    kind: 'chart',
    documents: [{ fileName: 'Anaphylaxis chart.docx', content: inWord }],
    question: 'benadryl IV volume for a child of 14 kg in anaphylaxis',
    expects: {
      shows: [{ value: '0.34 mL', by: ['14 kg', 'Diphenhydramine'] }],
      onlyWith: [{ value: '0.14 mL', by: ['Epinephrine'] }],
    },
  },
  {
    name: 'a chart aligned by blanks in a text file gives dose, weight and column',
    kind: 'chart',
    documents: [{ fileName: '350-P Arrest.txt', content: plainText }],
    question: 'amiodarone dose in cardiac arrest child 20 kg',
    expects: { shows: [{ value: '100 mg', by: ['20 kg'] }], onlyWith: [{ value: '150 mg', by: ['30 kg'] }] },
  },
  {
    name: 'a weight between two rows of a chart is not given the dose of a third',
    kind: 'chart',
    documents: [{ fileName: '350-P Arrest.txt', content: plainText }],
    question: 'amiodarone dose arrest pediatric 26 kg',
    expects: {
      onlyWith: [
        { value: '100 mg', by: ['20 kg'] },
        { value: '150 mg', by: ['30 kg'] },
        { value: '25 mg', by: ['5 kg'] },
      ],
      quotes: [/20 kg|30 kg/],
    },
  },
  {
    name: 'values of a table whose columns have no heads are not given as doses or volumes',
    kind: 'chart',
    documents: [{ fileName: '18-P Ketorolac.pdf', content: withoutHeads }],
    question: 'pediatric ketorolac IV dose 20 kg',
    expects: { never: ['10.2', '0.34'] },
  },
  {
    name: 'the footnote of a chart that bounds its doses is shown with them',
    kind: 'chart',
    documents: [{ fileName: '290 Croup.md', content: footnoted }],
    question: 'dexamethasone for croup 3 year old',
    expects: { shows: [{ value: '0.6 mg/kg', by: ['2 years and older'] }], warns: ['Never more than 10 mg'] },
  },
  {
    name: 'columns for adults and children are distinguished where no age is stated',
    kind: 'chart',
    documents: [{ fileName: '366 Status epilepticus.md', content: adultAndChild }],
    question: 'lorazepam dose status epilepticus',
    expects: {
      shows: [{ value: '4 mg', by: ['Adult'] }],
      onlyWith: [{ value: '0.1 mg/kg', by: ['Child'] }],
    },
  },
];
