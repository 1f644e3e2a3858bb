import { writeDocx } from '../../../scripts/samples/write-docx.ts';
import { type PrintedBlock, printPage, printPdf } from './print-page.ts';
import type { TrapDocument } from './trap.ts';

/** A page of Juniper County, which is fictitious. */
const page = (number: string, name: string, at: number, of: number, blocks: readonly PrintedBlock[]) =>
  printPage(blocks, {
    head: `JUNIPER COUNTY EMS          ${number}  ${name}`,
    foot: `Effective 2025-01-15          Page ${at} of ${of}`,
  });

const chestPain = printPdf('Chest Pain', [
  page('C-4', 'Chest Pain', 1, 2, [
    { lines: ['CHEST PAIN, SUSPECTED CARDIAC', '', 'ALL PROVIDERS'] },
    {
      lines: [
        '•  Oxygen to keep SpO2 between 92 % and',
        '   96 %. Not for patients above that.',
        '•  Aspirin 324 mg chewed unless allergic or actively bleeding.',
        '•  12-lead within 10 minutes.',
        '',
        'ADVANCED EMT',
        '•  IV access. Saline 250 mL for SBP <',
        '   90 mmHg; repeat once.',
        '•  Nitroglycerin 0.4 mg SL every 5 min for SBP >',
        '   100 mmHg, up to 3 doses. See cautions on the next page.',
        '',
        'PARAMEDIC',
        '•  Fentanyl 1 mcg/kg IV, maximum 100 mcg, for pain that remains.',
        '•  Metoclopramide 10 mg IV for nausea.',
      ],
    },
  ]),
  page('C-4', 'Chest Pain', 2, 2, [
    {
      lines: [
        'CAUTIONS',
        '•  Nitroglycerin is not given in right ventricular infarction, with a heart rate below 50 or',
        '   above 130, or within 24 hours of sildenafil (48 hours of tadalafil).',
        '•  Fentanyl: halve the dose above the age of 70.',
        '•  Metoclopramide is not given in Parkinson disease or to patients under 18.',
        '',
        'TRANSPORT',
        '•  STEMI: nearest PCI hospital within 60 minutes; otherwise nearest hospital.',
      ],
    },
  ]),
]);

const anaphylaxis = printPdf('Allergic Reaction', [
  page('M-2', 'Allergic Reaction', 1, 1, [
    { lines: ['ALLERGIC REACTION AND ANAPHYLAXIS', ''] },
    {
      left: [
        'ADULT',
        '1. Epinephrine 1 mg/mL: 0.5 mg IM.',
        '2. Repeat in 5 min, 3 doses in all.',
        '3. Diphenhydramine 50 mg IV.',
        '4. Saline 1 L for SBP below 90.',
      ],
      right: [
        'PEDIATRIC (UNDER 40 KG)',
        '1. Epinephrine 1 mg/mL: 0.15 mg IM',
        '   below 25 kg, 0.3 mg from 25 kg.',
        '2. Repeat in 5 min, 2 doses in all.',
        '3. Diphenhydramine 1 mg/kg IV.',
      ],
    },
    {
      lines: [
        'NOTES',
        'Epinephrine has no absolute contraindication in anaphylaxis.',
        'Do not give diphenhydramine to infants under 1 year.',
      ],
    },
  ]),
]);

const monographs = writeDocx({
  title: 'Drug formulary',
  blocks: [
    { heading: 'Drug formulary', level: 0 },
    { heading: 'KETAMINE', level: 1 },
    { heading: 'Class', level: 2 },
    { paragraph: 'Dissociative anesthetic.' },
    { heading: 'Indications', level: 2 },
    {
      bullets: ['Moderate to severe pain', 'Agitation that endangers the patient', 'Induction of intubation'],
    },
    { heading: 'Contraindications', level: 2 },
    { bullets: ['Age under 3 months', 'Known schizophrenia', 'Penetrating injury of the eye'] },
    { heading: 'Adult dose', level: 2 },
    {
      table: [
        ['Indication', 'Dose', 'Route', 'Maximum'],
        ['Pain', '0.3 mg/kg', 'IV over 10 min', '30 mg'],
        ['Pain', '1 mg/kg', 'IN', '75 mg'],
        ['Agitation', '4 mg/kg', 'IM', '400 mg'],
        ['Intubation', '2 mg/kg', 'IV push', '200 mg'],
      ],
    },
    { heading: 'Pediatric dose', level: 2 },
    {
      table: [
        ['Indication', 'Dose', 'Route', 'Maximum'],
        ['Pain', '0.2 mg/kg', 'IV over 10 min', '20 mg'],
        ['Agitation', 'Call the physician', '', ''],
      ],
    },
    { heading: 'LABETALOL', level: 1 },
    { heading: 'Indications', level: 2 },
    { bullets: ['Hypertension in stroke that is to be lysed'] },
    { heading: 'Contraindications', level: 2 },
    { bullets: ['Asthma', 'Heart rate below 60', 'Second or third degree heart block', 'Heart failure'] },
    { heading: 'Adult dose', level: 2 },
    { paragraph: '10 mg IV over 2 minutes. May be repeated once after 10 minutes. Not more than 20 mg.' },
    { heading: 'Pediatric dose', level: 2 },
    { paragraph: 'Not used.' },
  ],
});

const bradycardia = `<!doctype html><html><head><title>C-7 Bradycardia</title></head><body>
<h1>C-7 Bradycardia</h1>
<table>
<tr><th></th><th>Adult</th><th>Pediatric</th></tr>
<tr><td>Threshold</td><td>Rate below 50 with poor perfusion</td><td>Rate below 60 with poor perfusion after ventilation</td></tr>
<tr><td>First drug</td><td>Atropine 1 mg IV</td><td>Epinephrine 0.01 mg/kg IV of 0.1 mg/mL</td></tr>
<tr><td>Second drug</td><td>Epinephrine 2 to 10 mcg/min</td><td>Atropine 0.02 mg/kg IV, at least 0.1 mg, at most 0.5 mg</td></tr>
<tr><td>Pacing</td><td>80/min, raise to capture</td><td>Physician order only</td></tr>
</table>
<h2>Do not</h2>
<ul><li>Do not give atropine to a transplanted heart.</li><li>Do not wait for atropine in third degree block.</li></ul>
</body></html>`;

const weightRows = [
  ['5 kg', '0.05 mg', '20 mL', '0.5 mg', '10 J'],
  ['10 kg', '0.1 mg', '40 mL', '1 mg', '20 J'],
  ['15 kg', '0.15 mg', '60 mL', '1.5 mg', '30 J'],
  ['20 kg', '0.2 mg', '80 mL', '2 mg', '40 J'],
  ['30 kg', '0.3 mg', '120 mL', '3 mg', '60 J'],
] as const;

const pediatricCard = printPdf('Pediatric card', [
  page('P-1', 'Pediatric card', 1, 1, [
    { lines: ['PEDIATRIC RESUSCITATION CARD', 'Weights by tape. Doses are already worked out.', ''] },
    {
      rows: [['Weight', 'Epinephrine', 'Dextrose 10%', 'Midazolam IN', 'Defibrillation'], ...weightRows],
      columns: [54, 140, 240, 345, 455],
      ruled: true,
    },
    {
      lines: [
        'Epinephrine 0.1 mg/mL, IV or IO, every 4 minutes in cardiac arrest only.',
        'Midazolam 5 mg/mL.',
      ],
    },
  ]),
]);

const seizure = writeDocx({
  title: 'N-3 Seizure',
  blocks: [
    { heading: 'N-3 Seizure', level: 0 },
    { paragraph: 'For patients of all ages who seize when the crew arrives.' },
    { heading: 'Treatment', level: 1 },
    {
      steps: [
        'Airway, oxygen, glucose. Treat a glucose below 60 mg/dL under M-5.',
        'Adult: midazolam 10 mg IM, or 5 mg IV when a line is in place.',
        'Child: midazolam 0.2 mg/kg IM or IN, no more than 10 mg; see card P-1.',
        'May be repeated once after 5 minutes.',
        'In pregnancy from 20 weeks: magnesium 4 g IV over 15 minutes before midazolam.',
      ],
    },
    { heading: 'Limits', level: 1 },
    {
      bullets: [
        'Two doses in all without a physician.',
        'Halve midazolam in patients above 70 years and after alcohol or opioids.',
        'No midazolam when the seizure has stopped.',
      ],
    },
  ],
});

const stroke = `# N-1 Stroke

## Recognition

Use the face, arm and speech test, then the severity score.

## Destination

A. Last known well less than 4.5 hours: nearest stroke center.

B. Last known well 4.5 to 24 hours and a severity score of 5 or more: comprehensive center when it adds no more than
20 minutes.

C. All others: nearest hospital.

Exceptions: cardiac arrest, an airway that cannot be managed, and pregnancy go to the nearest hospital.

## Blood pressure

Labetalol 10 mg IV for a systolic pressure above 185 only when the receiving physician asks for it. Otherwise do not
lower the pressure.

## Glucose

Treat a glucose below 60 mg/dL under M-5 before a stroke is called.
`;

const refusal = `JUNIPER COUNTY EMS AGENCY
POLICY A-12
SUBJECT: REFUSAL OF CARE

I.   PURPOSE
     To say who may refuse care and how a refusal is taken.

II.  WHO MAY REFUSE
     A.  Adults with capacity.
     B.  Emancipated minors.
     C.  Parents or guardians, for their children.

III. WHO MAY NOT REFUSE
     A.  Patients on an involuntary psychiatric hold.
     B.  Patients with a Glasgow Coma Score below 15.
     C.  Minors without a parent or guardian present, unless emancipated.

IV.  PROCEDURE
     A.  Explain the risks, death among them where it is one.
     B.  Base contact is required when:
         1.  the patient is younger than 2 years or older than 75 years,
         2.  a drug was given, except oral glucose,
         3.  blood pressure, pulse or SpO2 is abnormal.
     C.  Both crew members sign.
`;

/** Documents of one agency in realistic layouts, which all compete for each question. */
export const agencyDocuments: readonly TrapDocument[] = [
  { fileName: 'C-4 Chest Pain.pdf', content: chestPain },
  { fileName: 'M-2 Allergic Reaction.pdf', content: anaphylaxis },
  { fileName: 'Drug formulary.docx', content: monographs },
  { fileName: 'C-7 Bradycardia.html', content: bradycardia },
  { fileName: 'P-1 Pediatric card.pdf', content: pediatricCard },
  { fileName: 'N-3 Seizure.docx', content: seizure },
  { fileName: 'N-1 Stroke.md', content: stroke },
  { fileName: 'A-12 Refusal.txt', content: refusal },
].map((document) => ({ ...document, metadata: { agency: 'Juniper County' } }));
