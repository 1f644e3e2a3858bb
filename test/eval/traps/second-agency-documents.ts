import { writeDocx } from '../../../scripts/samples/write-docx.ts';
import { printPage, printPdf } from './print-page.ts';
import type { TrapDocument } from './trap.ts';

const levels = printPdf('Respiratory distress', [
  printPage(
    [
      { lines: ['RESPIRATORY DISTRESS', 'Guideline 5-02', ''] },
      {
        rows: [
          ['EMT', 'AEMT', 'Paramedic'],
          ['Assist with own inhaler', 'Albuterol 2.5 mg neb', 'Albuterol 5 mg neb'],
          ['Oxygen to 94 %', 'CPAP 5 cmH2O', 'CPAP up to 10 cmH2O'],
          ['Epinephrine: not allowed', 'Epinephrine 0.3 mg IM', 'Epinephrine 0.5 mg IM'],
        ],
        columns: [54, 220, 390],
        ruled: true,
      },
      {
        lines: [
          '',
          'PEARLS',
          'CPAP needs a patient who is awake. It is not applied with a pneumothorax, after facial trauma,',
          'or when the systolic pressure is under 90.',
          'Epinephrine is a last resort above the age of 50 or with known coronary disease.',
        ],
      },
    ],
    { head: 'Copper Basin EMS Authority', foot: '5-02   rev. 3' },
  ),
]);

const drugList = `# Copper Basin medication list

| Medication | Indication | Adult | Pediatric | Contraindications |
|---|---|---|---|---|
| Glucagon | Low glucose without a line | 1 mg IM | 0.5 mg IM under 25 kg, 1 mg above | Pheochromocytoma |
| Glucagon | Beta blocker overdose | 5 mg IV | 0.05 mg/kg IV | Pheochromocytoma |
| Diltiazem | Atrial fibrillation, fast | 0.25 mg/kg IV, at most 20 mg | Not for children | WPW, pressure under 100, heart failure |
| Terbutaline | Asthma | 0.25 mg SC | 0.01 mg/kg SC, at most 0.25 mg | Age under 12 without an order, chest pain |
| Atropine | Slow heart | 1 mg IV | 0.02 mg/kg IV, 0.1 to 0.5 mg | Heart transplant |
| Atropine | Organophosphates | 2 mg IV, doubled every 5 min | 0.05 mg/kg IV | None |
`;

const vitalSigns = writeDocx({
  title: '9-01 Pediatric vital signs',
  blocks: [
    { heading: '9-01 Pediatric vital signs', level: 0 },
    {
      table: [
        ['Age', 'Heart rate', 'Respirations', 'Lowest systolic'],
        ['0 to 1 month', '100-180', '30-60', '60'],
        ['1 to 12 months', '100-160', '30-60', '70'],
        ['1 to 3 years', '90-150', '24-40', '72'],
        ['4 to 6 years', '75-140', '22-34', '78'],
        ['7 to 12 years', '70-120', '18-30', '84'],
      ],
    },
    { paragraph: 'Values are for a calm child; fever adds 10 beats for each degree.' },
    { heading: 'Use', level: 1 },
    { steps: ['Count for a whole minute.', 'A pressure below the lowest is shock unless proven otherwise.'] },
  ],
});

const nerveAgents = `<!doctype html><html><head><title>8-03 Nerve agents</title></head><body>
<h1>8-03 Nerve agents</h1>
<p><strong>WARNING: no treatment before decontamination, except of severe exposure.</strong></p>
<table>
<caption>Autoinjectors by age and severity</caption>
<tr><th>Age</th><th>Mild</th><th>Moderate</th><th>Severe</th></tr>
<tr><td>Under 2 years</td><td>None</td><td>Half of one</td><td>One</td></tr>
<tr><td>2 to 9 years</td><td>None</td><td>One</td><td>Two</td></tr>
<tr><td>10 years and older</td><td>One</td><td>Two</td><td>Three</td></tr>
</table>
<h2>After that</h2>
<dl><dt>Seizure</dt><dd>Diazepam 10 mg IM for adults; children 0.2 mg/kg, at most 5 mg.</dd>
<dt>Wheezing</dt><dd>Atropine again every 5 minutes until secretions dry; there is no maximum.</dd></dl>
</body></html>`;

const termination = `COPPER BASIN EMS AUTHORITY
Administrative policy 2-14
Termination of resuscitation

Resuscitation may be ended in the field by the paramedic in charge after 20 minutes when ALL of these are met:
  1. The arrest was not witnessed by EMS personnel.
  2. No shock was delivered.
  3. There was no return of a pulse at any time.
  4. End-tidal CO2 is under 10 mmHg.

Resuscitation must not be ended in the field for:
  a. patients younger than 18 years,
  b. pregnancy of more than 20 weeks,
  c. hypothermia below 30 C,
  d. drowning in cold water.

The physician is called in all other cases.
`;

const bleeding = `# 6-07 Major bleeding

## 1.0 Tranexamic acid

1.1 Tranexamic acid 1 g IV over 10 minutes, adults only.

1.2 Within 3 hours of injury and with a pulse above 110 or a systolic pressure below 90.

1.3 Not with a known clotting disorder, a seizure since the injury, or an isolated head injury with a GCS of 13 or more.

## 2.0 Calcium

2.1 Calcium chloride 1 g IV after the first unit of blood. Calcium gluconate is 3 g for the same effect.

2.2 Never in one line with bicarbonate or blood.
`;

const sedation = writeDocx({
  title: '7-11 Behavioral emergencies',
  blocks: [
    { heading: '7-11 Behavioral emergencies', level: 0 },
    { heading: 'Adult', level: 1 },
    {
      bullets: [
        'Droperidol 5 mg IM. May repeat once in 15 minutes.',
        'Midazolam 5 mg IM when droperidol cannot be given.',
      ],
    },
    { heading: 'Pediatric, 8 to 17 years', level: 1 },
    {
      bullets: [
        'Diphenhydramine 1 mg/kg IM, at most 50 mg.',
        'Midazolam 0.1 mg/kg IM on a physician order only.',
      ],
    },
    { heading: 'Geriatric, over 65 years', level: 1 },
    { bullets: ['Droperidol 2.5 mg IM, once.', 'No midazolam.'] },
    { heading: 'Safety', level: 1 },
    {
      bullets: [
        'No droperidol with a long QT or with methadone.',
        'Watch breathing and CO2 after every dose.',
      ],
    },
  ],
});

/** Documents of another agency, in layouts that those of the first lack. */
export const secondAgencyDocuments: readonly TrapDocument[] = [
  { fileName: '5-02 Respiratory distress.pdf', content: levels },
  { fileName: 'Medication list.md', content: drugList },
  { fileName: '9-01 Pediatric vital signs.docx', content: vitalSigns },
  { fileName: '8-03 Nerve agents.html', content: nerveAgents },
  { fileName: '2-14 Termination.txt', content: termination },
  { fileName: '6-07 Major bleeding.md', content: bleeding },
  { fileName: '7-11 Behavioral emergencies.docx', content: sedation },
].map((document) => ({ ...document, metadata: { agency: 'Copper Basin' } }));
