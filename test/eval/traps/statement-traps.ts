import { printPage, printPdf } from './print-page.ts';
import type { Trap } from './trap.ts';

const heatCollapse = `NORTH FORK FIRE AND RESCUE
Protocol 688 Collapse In Heat

TREATMENT
1. Move to shade and take off heavy clothing.
2. Before the ride, give the following in this order: ❶❷
Cold saline 500 mL IV
Glucose 15 g by mouth

TRANSPORT
3. Go to the nearest department that can cool.

NOTES
❶ Saline kept above 10 C does not cool.
❷ Glucose comes after the meter was read.
❸ Ambulances carry four bags of ice.
`;

const nitroglycerin = `NORTH FORK FIRE AND RESCUE
Protocol 305 Chest Pain

ADULT CHEST PAIN OF SUSPECTED CARDIAC ORIGIN

1. Obtain a 12-lead ECG within 10 minutes of contact.
2. Aspirin 324 mg chewed.
3. Nitroglycerin 0.4 mg sublingual, repeat every 5 minutes up to 3 doses while SBP is ≥
   110 mmHg. Withhold for SBP <
   100 mmHg, heart rate < 50 or >
   150, or a right ventricular infarction.
4. Fentanyl 50 mcg IV for pain that remains.
`;

const sepsisPdf = printPdf('Adult sepsis', [
  printPage([
    {
      lines: [
        'GREAT PLAINS EMS',
        'Guideline 91: Adult sepsis',
        '',
        'TREATMENT',
        '1. Lactated Ringer 30 mL/kg IV for a mean arterial pressure of less than',
        '65 mmHg or a lactate of at least',
        '4 mmol/L. Stop at signs of overload.',
        '2. Norepinephrine 4 to',
        '20 mcg/min for a pressure that stays low after fluid.',
      ],
    },
  ]),
]);

const pacing = `<!doctype html><html><head><title>Bradycardia</title></head><body>
<h1>Protocol 118 Adult Bradycardia</h1>
<p>Atropine 1 mg IV for a heart rate &lt;
50 with poor perfusion. Pace at once when the rate is &le; 40, or the pressure
is &lt;
90 systolic after the first dose.</p>
</body></html>`;

const temperature = `# 402 Targeted temperature after arrest

## Indications

- Return of circulation, and a Glasgow Coma Score between 3 and
  8, and a temperature above
  34 °C.
- Age of at least
  18 years.

## Procedure

1. Cold saline 30 mL/kg IV, not more than
   2 L, while the temperature is greater than
   33 °C.
`;

const suction = `# Airway: suctioning of the newborn and the child

## Procedure

1. Open the airway by head tilt and chin lift.
2. Suction the mouth before the nose.
3. Insert the catheter no deeper than the corner of the mouth to the earlobe.
4. Infants under 1 year: do not tilt the head; keep it in a neutral position.
5. Stop after 10 seconds and ventilate.
`;

const ketorolacList = `# 226 Ketorolac

## Indications

1. Ketorolac 15 mg IV for flank pain or musculoskeletal pain.
2. Give slowly over one minute.
3. May be repeated once after 30 minutes.

Exceptions: pregnancy, kidney disease, age over 65 years, active bleeding, or a head injury.
`;

const cooling = printPdf('Heat stroke', [
  printPage(
    [
      {
        lines: [
          'RIVER BEND EMS',
          'Protocol 233: Heat stroke',
          '',
          'COOLING',
          ...Array.from({ length: 40 }, (_, index) =>
            index === 0
              ? '1. Immerse the patient in cold water up to the neck.'
              : index % 10 === 0
                ? `${index / 10 + 1}. Watch airway and pulse during immersion, round ${index / 10}.`
                : '',
          ).filter((line) => line !== ''),
        ],
      },
    ],
    { head: 'River Bend EMS   Protocol 233', foot: 'Approved by the medical director   Page 1 of 2' },
  ),
  printPage(
    [
      {
        lines: [
          '5. Stop at a core temperature of 38.5 C.',
          '6. Do not immerse patients who are in cardiac arrest, or infants: use wet sheets and fans.',
          '',
          'TRANSPORT',
          '7. Cool first, transport second.',
        ],
      },
    ],
    { head: 'River Bend EMS   Protocol 233', foot: 'Approved by the medical director   Page 2 of 2' },
  ),
]);

/** Much text about the subject before the requested list, and more after it. */
const balloonPump = `# 78 Balloon pump transfer

DEFINITIONS:

Balloon pump center: a hospital with a balloon pump team that is in house at all hours, for balloon pump transfer.

PRINCIPLES:

${Array.from(
  { length: 14 },
  (_, at) =>
    `${at + 1}. Balloon pump transfer ${at + 1}: the crew tells the team of the center what was agreed upon with the physician, who goes along, and ${['at which age the heart was first treated', 'who stays at the scene', 'which road is taken'][at % 3]}.`,
).join('\n')}

POLICY:

I. Patients who meet ALL of the following are taken to the balloon pump center:
A. 16 to 70 years old
B. Shock that does not respond to two pressors
C. Scene time of no more than 12 minutes
D. No order to withhold resuscitation

II. Others are taken to the nearest hospital:
A. Patients who improve
B. Patients of whom the physician decides so
`;

const triage = `# Policy 77 Stroke center triage

Transport directly to a comprehensive stroke center when all of the following are present:

1. Last known well within 24 hours.
2. A score of 4 or more on the severity scale.
3. Blood glucose above 60 mg/dL.
4. Transport time of 30 minutes or less.
`;

const magnesium = `# 512 Asthma, adult

## Severe attack

1. Albuterol 5 mg by nebulizer, continuous.
2. Magnesium sulfate 2 g IV over 20 minutes.
   - In renal failure give 1 g only.
   - In pregnancy call the physician first.
3. Methylprednisolone 125 mg IV.
`;

const nitrate = `# Protocol 618 Pulmonary Edema

## Treatment

- Nitroglycerin may be given by EMT-Basic crews from the patient's own supply: 0.4 mg under the tongue.
- CPAP at 5 to 10 cmH2O.

## Transport

- Nearest receiving center.

## Documentation

- Record the time of each dose.

## Special considerations

- Do not give nitroglycerin within 48 hours of sildenafil, tadalafil or vardenafil.
`;

const morphine = `# Protocol 220 Pain Management

## Adult

1. Morphine 4 mg IV slowly. May repeat every 10 minutes as needed.
2. Ketorolac 15 mg IV once.

## Pediatric

1. Morphine 0.1 mg/kg IV, single dose no more than 4 mg.

## Notes

- The total dose of morphine for an adult must not exceed 12 mg.
- Ketorolac is contraindicated in pregnancy, renal failure and active bleeding.
`;

const cpap = `# 144 CPAP

## Indications

- Pulmonary edema, asthma, COPD and drowning with labored breathing.

## Procedure

1. Start at 5 cmH2O and raise to 10 cmH2O as needed.
2. Coach the patient.

## Contraindications

- Respiratory arrest
- Pneumothorax
- Vomiting
- Systolic pressure below 90 mmHg
`;

const restraint = `# Policy 31 Restraint

Soft restraints may be applied to a patient who endangers the crew.

Staff should attempt calming words first. Two limbs are tied to the frame of the cot.

Patients must never be restrained face down. Hobble restraints are prohibited.
`;

const tourniquet = `# 360 Bleeding control

1. Direct pressure.
2. A tourniquet may be applied two inches above the wound for bleeding from a limb.
3. Write the time on it.

A tourniquet that was placed must not be loosened in the field. It is not indicated for bleeding from the
scalp, the neck or the trunk.
`;

const inferior = `# 306 Inferior infarction

Nitroglycerin 0.4 mg sublingual may be given. An inferior infarction alone is not a contraindication to nitroglycerin.

Hold nitroglycerin for a right ventricular infarction or a systolic pressure below 100 mmHg.
`;

const haloperidol = `# 940 Agitation

## Adult

1. Haloperidol 5 mg IM.
2. Diphenhydramine 50 mg IM.

## Cautions

- Avoid haloperidol in Parkinson's disease and with a QTc above 500 ms.
`;

const lidocaineMax = `# 771 Local anesthesia

| Drug | Dose |
|---|---|
| Lidocaine 1% plain | 3 mg/kg |
| Bupivacaine 0.25% | 2 mg/kg |

Lidocaine plain: maximum 300 mg in all. Bupivacaine: maximum 175 mg in all.
`;

const acetaminophen = `# 615 Fever

## Treatment

Acetaminophen 650 mg by mouth every 6 hours.

## Limits

- No more than 3 g of acetaminophen in 24 hours from all sources.
- With liver disease no more than 2 g in 24 hours.
`;

const ketamineMax = `# 718 Pain, pediatric

1. Ketamine 1 mg/kg intranasal, once.

The dose is rounded down to the nearest 5 mg. Nobody is given more than 50 mg whatever the weight.
`;

const naloxoneMax = `# 655 Opioid overdose

Naloxone 0.4 mg IV, 2 mg IM or 4 mg intranasal. Repeat every 3 minutes until breathing is adequate.

CALL THE BASE PHYSICIAN after a total of 12 mg by all routes.
`;

export const statementTraps: readonly Trap[] = [
  {
    name: 'thresholds that the page breaks at a sign are quoted whole',
    kind: 'threshold',
    documents: [{ fileName: '305 Chest Pain.txt', content: nitroglycerin }],
    question: 'nitroglycerin dose chest pain',
    expects: { quotes: ['SBP is ≥ 110 mmHg', 'SBP < 100 mmHg', 'heart rate < 50 or > 150'] },
  },
  {
    name: 'thresholds that a printed page breaks after "less than" and "to" are quoted whole',
    kind: 'threshold',
    documents: [{ fileName: '91 Adult sepsis.pdf', content: sepsisPdf }],
    question: 'fluid bolus for septic shock adult',
    expects: { quotes: ['less than 65 mmHg', 'at least 4 mmol/L', '30 mL/kg'] },
  },
  {
    name: 'a range that a printed page breaks is quoted with both ends',
    kind: 'threshold',
    documents: [{ fileName: '91 Adult sepsis.pdf', content: sepsisPdf }],
    question: 'norepinephrine rate septic shock',
    expects: { quotes: ['4 to 20 mcg/min'] },
  },
  {
    name: 'thresholds of a web page that breaks its lines are quoted whole',
    kind: 'threshold',
    documents: [{ fileName: '118 Bradycardia.html', content: pacing }],
    question: 'when do I start pacing in bradycardia',
    expects: { quotes: ['rate is ≤ 40', /< ?\n?90/] },
  },
  {
    name: 'bounds within the items of a list are quoted whole',
    kind: 'threshold',
    documents: [{ fileName: '402 Temperature.md', content: temperature }],
    question: 'who gets targeted temperature management after cardiac arrest',
    expects: { quotes: ['between 3 and 8', 'above 34', 'at least 18 years'] },
  },
  {
    name: 'the step that forbids a manoeuvre for infants is quoted with the manoeuvre',
    kind: 'list',
    documents: [{ fileName: 'Suctioning.md', content: suction }],
    question: 'how do I open the airway before suctioning',
    expects: { quotes: ['head tilt and chin lift', 'Infants under 1 year: do not tilt the head'] },
  },
  {
    name: 'the exceptions below a list are said with the list',
    kind: 'list',
    documents: [{ fileName: '226 Ketorolac.md', content: ketorolacList }],
    question: 'toradol dose for flank pain',
    expects: { quotes: ['Ketorolac 15 mg IV'], warns: ['pregnancy, kidney disease, age over 65 years'] },
  },
  {
    name: 'the item that forbids on the next page is said with the list of the page before',
    kind: 'list',
    documents: [{ fileName: '233 Heat stroke.pdf', content: cooling }],
    question: 'cold water immersion for heat stroke how to',
    expects: {
      quotes: ['Immerse the patient in cold water'],
      warns: ['Do not immerse patients who are in cardiac arrest, or infants'],
      never: ['Approved by the medical director'],
    },
  },
  {
    name: 'criteria of which all must be met are quoted to the last one',
    kind: 'list',
    documents: [{ fileName: '77 Stroke triage.md', content: triage }],
    question: 'criteria for a comprehensive stroke center',
    expects: {
      quotes: [
        'all of the following',
        'within 24 hours',
        'score of 4 or more',
        'above 60 mg/dL',
        '30 minutes or less',
      ],
    },
  },
  {
    name: 'criteria are found by words that are each in another of them',
    kind: 'list',
    documents: [{ fileName: '78 Balloon pump transfer.md', content: balloonPump }],
    question: 'balloon pump transfer criteria age scene time',
    expects: {
      quotes: ['all of the following', '16 to 70 years', 'Scene time of no more than 12 minutes', 'No order'],
    },
  },
  {
    name: 'what a step says of renal failure and pregnancy is quoted with the step',
    kind: 'list',
    documents: [{ fileName: '512 Asthma.md', content: magnesium }],
    question: 'magnesium dose severe asthma',
    expects: {
      quotes: ['2 g IV over 20 minutes', 'renal failure give 1 g only', 'pregnancy call the physician'],
    },
  },
  {
    name: 'a permission is quoted with the prohibition far below it',
    kind: 'prohibition',
    documents: [{ fileName: '618 Pulmonary Edema.md', content: nitrate }],
    question: 'can I give nitro in pulmonary edema',
    expects: { warns: ['Do not give nitroglycerin within 48 hours of sildenafil'] },
  },
  {
    name: 'a question about a drug taken at home gets the prohibition first',
    kind: 'prohibition',
    documents: [{ fileName: '618 Pulmonary Edema.md', content: nitrate }],
    question: 'can i give ntg if he took viagra yesterday',
    expects: {
      quotes: ['Do not give nitroglycerin within 48 hours of sildenafil'],
      before: [['Do not give nitroglycerin', "from the patient's own supply"]],
    },
  },
  {
    name: 'an exclusion list is warned of where the question does not name it',
    kind: 'prohibition',
    documents: [{ fileName: '220 Pain Management.md', content: morphine }],
    question: 'ketorolac IV dose',
    expects: { quotes: ['Ketorolac 15 mg IV'], warns: ['contraindicated in pregnancy, renal failure'] },
  },
  {
    name: 'contraindications that are a list under a heading are quoted before the indications',
    kind: 'prohibition',
    documents: [{ fileName: '144 CPAP.md', content: cpap }],
    question: 'can I use CPAP with a pneumothorax',
    expects: { quotes: ['Pneumothorax'], before: [['Pneumothorax', 'Pulmonary edema, asthma']] },
  },
  {
    name: 'contraindications that are a list under a heading are said with the settings',
    kind: 'prohibition',
    documents: [{ fileName: '144 CPAP.md', content: cpap }],
    question: 'cpap settings',
    expects: {
      quotes: ['5 cmH2O'],
      warns: ['Respiratory arrest', 'Pneumothorax', 'Systolic pressure below 90'],
    },
  },
  {
    name: 'what must never be done is quoted where a question asks what may',
    kind: 'prohibition',
    documents: [{ fileName: '31 Restraint.md', content: restraint }],
    question: 'may I restrain a violent patient face down',
    expects: { quotes: ['must never be restrained face down'] },
  },
  {
    name: 'where something is not indicated is said with where it may be done',
    kind: 'prohibition',
    documents: [{ fileName: '360 Bleeding.md', content: tourniquet }],
    question: 'should I put a tourniquet on a bleeding neck wound',
    expects: { warns: [/not indicated for bleeding from the\s+scalp, the neck/] },
  },
  {
    name: 'a sentence that denies a contraindication is no warning',
    kind: 'prohibition',
    documents: [{ fileName: '306 Inferior infarction.md', content: inferior }],
    question: 'nitro in inferior MI allowed?',
    expects: {
      quotes: ['alone is not a contraindication'],
      warns: ['right ventricular infarction or a systolic pressure below 100'],
    },
  },
  {
    name: 'a disease in which a drug is to be avoided is warned of with its dose',
    kind: 'prohibition',
    documents: [{ fileName: '940 Agitation.md', content: haloperidol }],
    question: 'haldol im dose agitated adult',
    expects: { quotes: ['Haloperidol 5 mg IM'], warns: ["Avoid haloperidol in Parkinson's disease"] },
  },
  {
    name: 'a dose that may be repeated is shown with the maximum in the notes',
    kind: 'maximum',
    documents: [{ fileName: '220 Pain Management.md', content: morphine }],
    question: 'morphine dose adult pain',
    expects: { quotes: ['Morphine 4 mg IV'], warns: ['must not exceed 12 mg'] },
  },
  {
    name: 'the maximum below a table is shown with the row that it bounds',
    kind: 'maximum',
    documents: [{ fileName: '771 Local anesthesia.md', content: lidocaineMax }],
    question: 'lidocaine plain dose per kg for local anesthesia',
    expects: { shows: [{ value: '3 mg/kg', by: ['Lidocaine'] }], warns: ['maximum 300 mg in all'] },
  },
  {
    name: 'limits for a day and for liver disease are shown with a dose',
    kind: 'maximum',
    documents: [{ fileName: '615 Fever.md', content: acetaminophen }],
    question: 'tylenol dose for fever adult',
    expects: { quotes: ['650 mg by mouth'], warns: ['No more than 3 g', 'liver disease no more than 2 g'] },
  },
  {
    name: 'a highest dose in words is shown with a dose per kilogram',
    kind: 'maximum',
    documents: [{ fileName: '718 Pain.md', content: ketamineMax }],
    question: 'intranasal ketamine dose per kg child pain',
    expects: { quotes: ['1 mg/kg intranasal'], warns: ['more than 50 mg whatever the weight'] },
  },
  {
    name: 'a total over all routes is shown with the dose of one',
    kind: 'maximum',
    documents: [{ fileName: '655 Opioid overdose.md', content: naloxoneMax }],
    question: 'narcan intranasal dose opioid overdose',
    expects: { quotes: ['4 mg intranasal'], warns: ['total of 12 mg by all routes'] },
  },
  {
    name: 'the notes marked at a step that gives several things are shown where no drug is named',
    kind: 'list',
    documents: [{ fileName: '688 Collapse in heat.txt', content: heatCollapse }],
    question: 'what do we give before the ride in heat collapse and in what order',
    expects: {
      quotes: ['Cold saline 500 mL IV', 'does not cool', 'after the meter was read'],
      never: ['four bags of ice'],
    },
  },
];
