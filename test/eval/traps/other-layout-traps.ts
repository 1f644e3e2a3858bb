import { printPage, printPdf } from './print-page.ts';
import type { Trap, TrapDocument } from './trap.ts';

/** A monograph in the format of ambulance services outside America. */
const nitrate: TrapDocument = {
  fileName: 'nitrate-spray.html',
  content: `<html><head><title>Glyceryl trinitrate</title></head><body>
<h1>Glyceryl trinitrate (GTN)</h1>
<h2>Presentation</h2><p>Metered spray, 400 micrograms a dose.</p>
<h2>Indications</h2><ul><li>Cardiac chest pain</li><li>Pulmonary oedema</li></ul>
<h2>Contra-indications</h2><ul><li>Systolic pressure below 90 mmHg</li><li>Hypovolaemia</li>
<li>Head injury</li><li>Sildenafil within 24 hours, tadalafil within 48 hours</li></ul>
<h2>Side effects</h2><ul><li>Headache</li></ul>
<h2>Dosage</h2>
<table><tr><th>Preparation</th><th>Dose</th><th>Interval</th></tr>
<tr><td>Spray</td><td>400 to 800 micrograms</td><td>5 to 10 minutes</td></tr></table>
</body></html>`,
};

const allergy: TrapDocument = {
  fileName: '5.08 allergic reaction.md',
  content: `# Section 5 - 5.08 Allergic reaction

1. Epinephrine 1 mg/mL 0.4 mg IM, lateral thigh.
2. Shock after 2 IM doses: epinephrine 0.1 mg/mL 0.05 mg IV, slowly.
3. Diphenhydramine 1 mg/kg IV, 40 mg at most. Not under 2 years of age.
4. Do not give epinephrine 0.1 mg/mL by the IM route.
`,
};

const slowHeart: TrapDocument = {
  fileName: '5.20 slow heart.md',
  content: `# Section 5 - 5.20 Slow heart

ADULT

1. Atropine 1 mg IV every 4 minutes, maximum 3 mg.
2. Pace where atropine does not help.

PEDIATRIC (under 14 years)

1. Ventilate first.
2. Atropine 0.02 mg/kg IV, maximum single dose 0.5 mg.
`,
};

const relaxant: TrapDocument = {
  fileName: 'CPG-A0311.txt',
  content: `CPG A0311 Intubation with drugs

Suxamethonium 1.5 mg/kg IV where there is no rocuronium.

Suxamethonium must not be given in: known hyperkalaemia; burns older than 24 hours;
muscular dystrophy; malignant hyperthermia of the patient or a relative; a cord injury older than a day.
`,
};

const opioid: TrapDocument = {
  fileName: 'morphine.html',
  content: `<html><head><title>Morphine</title></head><body><h1>Morphine</h1>
<h2>Indications</h2><ul><li>Severe pain</li></ul>
<h2>Contra-indications</h2><ul><li>Children under 1 year</li><li>Breathing rate below 10 in adults, below 20 in children</li>
<li>Systolic pressure below 90 mmHg in adults</li><li>Head injury with GCS below 9</li></ul>
<h2>Dosage</h2>
<table><tr><th>Age</th><th>First dose IV</th><th>Most in all</th></tr>
<tr><td>Adult</td><td>9 mg</td><td>18 mg</td></tr><tr><td>8 years</td><td>2.4 mg</td><td>4.8 mg</td></tr>
<tr><td>5 years</td><td>1.9 mg</td><td>3.8 mg</td></tr><tr><td>2 years</td><td>1.1 mg</td><td>2.2 mg</td></tr></table>
</body></html>`,
};

/** A page with a bar for each level of clinicians, as extracted: the label next to the first entry. */
const bars: TrapDocument = {
  fileName: 'M-3 allergic reaction.pdf',
  content: printPdf('Protocol M-3 Allergic reaction', [
    printPage([
      { lines: ['Protocol M-3 Allergic reaction'] },
      {
        lines: [
          'EXCLUSION',
          '• Swelling of the lip alone in a patient who takes an ACE inhibitor',
          '• A reaction around the sting only: do not give epinephrine',
        ],
      },
      { lines: ['EMT • Epinephrine by auto-injector, 0.3 mg IM from 30 kg. One dose', '• Oxygen to 94 %'] },
      {
        lines: [
          'PARAMEDIC • Epinephrine 1 mg/mL 0.5 mg IM, up to 3 doses',
          '• Shock after 3 doses: epinephrine infusion 3 to 9 mcg/min IV. Adults only',
          '• Methylprednisolone 120 mg IV',
        ],
      },
      { lines: ['MEDICAL CONTROL: Required before any infusion under 18 years.'] },
    ]),
  ]),
};

const columnsOfDisease: TrapDocument = {
  fileName: '6.02 breathing.pdf',
  content: printPdf('6.02 Trouble breathing', [
    printPage([
      { lines: ['6.02 Trouble breathing'] },
      {
        lines: [
          'Wheezing',
          '• Albuterol 4 mg nebulized, as often as it is needed, with ipratropium in the first one',
          '• Magnesium sulfate 1.5 g IV over 20 minutes where that does not help',
          'Croup',
          '• Racemic epinephrine 0.5 mL nebulized',
          '• Dexamethasone 0.5 mg/kg by mouth, 14 mg at most',
          'Bronchiolitis',
          '• Suction. Do not give albuterol',
          'Wet lungs',
          '• Nitroglycerin 0.4 mg SL where the systolic pressure is above 110',
        ],
      },
    ]),
  ]),
};

const salt: TrapDocument = {
  fileName: 'replacing-potassium.html',
  content: `<html><head><title>Replacing potassium</title></head><body><h1>Replacing potassium</h1>
<p>By mouth potassium is given where it is 3.1 mmol/L or more: two tablets of 12 mmol three times a day.</p>
<p>Potassium chloride by vein: 35 mmol in a litre over 5 hours. Potassium is never given as a bolus.</p>
<p>Severe (below 2.6 mmol/L), or with an arrhythmia: call critical care first.</p>
<p>Where the eGFR is below 30 give half the potassium. Do not replace potassium in anuria.</p>
</body></html>`,
};

/** Steps for adults and for children, one of which ends in a contraindication. */
const wheezing: TrapDocument = {
  fileName: '6.04 wheezing.md',
  content: `# 6.04 Wheezing

## ADULT

• Albuterol 4.5 mg nebulized
• Magnesium sulfate 1.8 g IV for severe asthma. Not in COPD

## PEDIATRIC

• Albuterol 2.2 mg nebulized
• Magnesium sulfate 35 mg/kg IV for severe asthma, by order
`,
};

/** A paragraph about several drugs in turn. */
const afterTube: TrapDocument = {
  fileName: 'CPG-A0318.md',
  content: `# CPG A0318 After intubation

Morphine with midazolam 3 to 9 mL/hr. In shock ketamine 1.5 mg/kg/hr instead. Zopacuronium 7 mg IV is not used where the heart rate is above 120. Keep the head of the bed raised by thirty degrees at all times.
`,
};

/** Documents of other countries and kinds, in their layouts. */
export const otherLayoutTraps: readonly Trap[] = [
  {
    name: 'contra-indications with a hyphen come with the dose',
    kind: 'prohibition',
    documents: [nitrate],
    question: 'gtn dose chest pain',
    expects: {
      quotes: ['400 to 800 micrograms'],
      warns: ['Systolic pressure below 90', 'Hypovolaemia', 'Head injury', 'tadalafil within 48 hours'],
    },
  },
  {
    name: 'contra-indications with a hyphen are said before what permits',
    kind: 'prohibition',
    documents: [nitrate],
    question: 'can I give gtn, took viagra 20 hours ago',
    expects: { before: [['Sildenafil within 24 hours', '400 to 800 micrograms']] },
  },
  {
    name: 'contra-indications with a hyphen are no list to cut',
    kind: 'list',
    documents: [opioid],
    question: 'morphine iv adult',
    expects: {
      shows: [{ value: '9 mg', by: ['Adult', 'First dose IV'] }],
      warns: ['Children under 1 year', 'below 90 mmHg', 'GCS below 9'],
    },
  },
  {
    name: 'an age that is ruled out in three words is said to be',
    kind: 'prohibition',
    documents: [allergy],
    question: 'can i give benadryl to an 18 month old',
    expects: { remarks: ['Not under 2 years of age'], quotes: ['Not under 2 years of age'] },
  },
  {
    name: 'a strength that is forbidden for a route is not given as one for it',
    kind: 'concentration',
    documents: [allergy],
    question: 'epinephrine dose allergic reaction',
    expects: {
      remarks: ['1 mg/mL for IM', '0.1 mg/mL for IV'],
      never: ['0.1 mg/mL for IM', '0.1 mg/mL for IV/IM', '0.1 mg/mL for IM/IV'],
    },
  },
  {
    name: 'the maximum of children is no warning for an adult',
    kind: 'population',
    documents: [slowHeart],
    question: 'max atropine adult',
    expects: { quotes: ['maximum 3 mg'], never: ['maximum single dose 0.5 mg'] },
  },
  {
    name: 'the maximum of adults is no warning for a child',
    kind: 'population',
    documents: [slowHeart],
    question: 'atropine 6 yo slow heart rate',
    expects: { quotes: ['0.02 mg/kg'], never: ['maximum 3 mg'] },
  },
  {
    name: 'a prohibition is not cut where a line of its list ends in a semicolon',
    kind: 'list',
    documents: [relaxant],
    question: 'sux contraindications',
    expects: { warns: [/24 hours; muscular dystrophy; malignant hyperthermia/] },
  },
  {
    name: 'an age between two rows of a monograph shows both',
    kind: 'chart',
    documents: [opioid],
    question: 'morphine for 3 year old',
    expects: {
      shows: [
        { value: '1.1 mg', by: ['2 years', 'First dose IV'] },
        { value: '1.9 mg', by: ['5 years', 'First dose IV'] },
      ],
    },
  },
  {
    name: 'a follow-up for contraindications keeps the child of the question before',
    kind: 'follow-up',
    documents: [opioid],
    asked: ['morphine dose 8 year old'],
    question: 'contraindications?',
    expects: { quotes: ['Children under 1 year'], onlyWith: [{ value: '9 mg', by: ['Adult', '8 years'] }] },
  },
  {
    name: 'what a level of clinicians may do is shown under its level, not under the exclusions above',
    kind: 'prohibition',
    documents: [bars],
    question: 'methylprednisolone dose',
    expects: {
      shows: [{ value: '120 mg IV', by: ['PARAMEDIC'] }],
      never: [/Exclusion:\n• (?:Shock|Methyl)/i],
    },
  },
  {
    name: 'what an EMT may give is distinguished from what a paramedic may give',
    kind: 'prohibition',
    documents: [bars],
    question: 'can an emt give epinephrine for allergic reaction',
    expects: {
      shows: [{ value: '0.3 mg IM', by: ['EMT'] }],
      onlyWith: [
        { value: '0.5 mg IM', by: ['PARAMEDIC'] },
        { value: '3 to 9 mcg/min', by: ['PARAMEDIC'] },
      ],
    },
  },
  {
    name: 'a short line above bullets is the name of their list, not the end of the list before',
    kind: 'indication',
    documents: [columnsOfDisease],
    question: 'magnesium dose',
    expects: {
      shows: [{ value: '1.5 g IV', by: ['Wheezing'] }],
      never: [/not help\nCroup/],
    },
  },
  {
    name: 'a drug of one list is shown under the name of that list',
    kind: 'indication',
    documents: [columnsOfDisease],
    question: 'dexamethasone dose croup',
    expects: { shows: [{ value: '0.5 mg/kg', by: ['Croup', '14 mg at most'] }] },
  },
  {
    name: 'a bound between two quoted paragraphs is not left out',
    kind: 'threshold',
    documents: [salt],
    question: 'potassium 2.3 what to do',
    expects: { quotes: ['below 2.6 mmol/L', 'call critical care first'] },
  },
  {
    name: 'a dose for adults that ends in a prohibition is not shown for a child',
    kind: 'population',
    documents: [wheezing],
    question: 'mag for asthma kid 20 kg',
    expects: { quotes: ['35 mg/kg IV'], never: ['1.8 g IV'] },
  },
  {
    name: 'a prohibition is not said of the drugs that stand before it',
    kind: 'prohibition',
    documents: [afterTube],
    question: 'can i give morphine after intubation',
    expects: { quotes: ['Zopacuronium'], never: [/(?:Morphine|midazolam|ketamine): Zopacuronium/i] },
  },
  {
    name: 'an item of the contraindications that names a known medication is said before the dose',
    kind: 'patient',
    documents: [nitrate],
    context: { currentMedications: ['sildenafil'] },
    question: 'gtn for chest pain',
    expects: { remarks: ['Known medication sildenafil', 'Sildenafil within 24 hours'] },
  },
  {
    name: 'what one illness forbids is no warning for another',
    kind: 'prohibition',
    documents: [columnsOfDisease],
    question: 'can i give albuterol for wheezing',
    expects: {
      onlyWith: [{ value: 'Do not give albuterol', by: ['Bronchiolitis'] }],
      never: ['- Suction. Do not'],
    },
  },
];
