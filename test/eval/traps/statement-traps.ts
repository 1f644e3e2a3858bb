import type { Trap } from './trap.ts';

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

const suction = `# Airway: suctioning of the newborn and the child

## Procedure

1. Open the airway by head tilt and chin lift.
2. Suction the mouth before the nose.
3. Insert the catheter no deeper than the corner of the mouth to the earlobe.
4. Infants under 1 year: do not tilt the head; keep it in a neutral position.
5. Stop after 10 seconds and ventilate.
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

export const statementTraps: readonly Trap[] = [
  {
    name: 'thresholds that the page breaks at a sign are quoted whole',
    kind: 'threshold',
    documents: [{ fileName: '305 Chest Pain.txt', content: nitroglycerin }],
    question: 'nitroglycerin dose chest pain',
    expects: { quotes: ['SBP is ≥ 110 mmHg', 'SBP < 100 mmHg', 'heart rate < 50 or > 150'] },
  },
  {
    name: 'the step that forbids a manoeuvre for infants is quoted with the manoeuvre',
    kind: 'list',
    documents: [{ fileName: 'Suctioning.md', content: suction }],
    question: 'how do I open the airway before suctioning',
    expects: { quotes: ['head tilt and chin lift', 'Infants under 1 year: do not tilt the head'] },
  },
  {
    name: 'a permission is quoted with the prohibition that stands far below it',
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
    name: 'a dose that may be repeated is shown with the maximum that stands in the notes',
    kind: 'maximum',
    documents: [{ fileName: '220 Pain Management.md', content: morphine }],
    question: 'morphine dose adult pain',
    expects: { quotes: ['Morphine 4 mg IV'], warns: ['must not exceed 12 mg'] },
  },
  {
    name: 'an exclusion list is warned of where the question does not name it',
    kind: 'prohibition',
    documents: [{ fileName: '220 Pain Management.md', content: morphine }],
    question: 'ketorolac IV dose',
    expects: { quotes: ['Ketorolac 15 mg IV'], warns: ['contraindicated in pregnancy, renal failure'] },
  },
];
