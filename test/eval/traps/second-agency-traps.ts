import { secondAgencyDocuments } from './second-agency-documents.ts';
import type { Trap } from './trap.ts';

const ofAgency = (traps: readonly Omit<Trap, 'documents'>[]): readonly Trap[] =>
  traps.map((trap) => ({ ...trap, documents: secondAgencyDocuments }));

export const secondAgencyTraps: readonly Trap[] = ofAgency([
  {
    name: 'columns by level of training keep their heads: what a paramedic gives is not what an EMT may',
    kind: 'chart',
    question: 'albuterol dose paramedic respiratory distress',
    expects: {
      shows: [{ value: '5 mg neb', by: ['Paramedic'] }],
      onlyWith: [{ value: '2.5 mg neb', by: ['AEMT'] }],
    },
  },
  {
    name: 'a question what an EMT may do is answered with what is not allowed',
    kind: 'prohibition',
    question: 'can an EMT give epinephrine for asthma',
    expects: {
      shows: [{ value: 'not allowed', by: ['EMT'] }],
      onlyWith: [{ value: '0.3 mg IM', by: ['AEMT'] }],
    },
  },
  {
    name: 'pearls at the end forbid what a column allows',
    kind: 'prohibition',
    question: 'cpap pressure respiratory distress',
    expects: { quotes: ['cmH2O'], warns: ['not applied with a pneumothorax', /pressure is under 90/] },
  },
  {
    name: 'two indications of a drug in one list are distinguished',
    kind: 'indication',
    question: 'glucagon dose beta blocker overdose adult',
    expects: {
      shows: [{ value: '5 mg IV', by: ['Beta blocker overdose', 'Adult'] }],
      onlyWith: [{ value: '1 mg IM', by: ['Low glucose'] }],
      warns: ['Pheochromocytoma'],
    },
  },
  {
    name: 'a drug that is not for children is shown as such in its column',
    kind: 'population',
    question: 'diltiazem dose 9 year old',
    expects: {
      shows: [{ value: 'Not for children', by: ['Diltiazem', 'Pediatric'] }],
      onlyWith: [{ value: '0.25 mg/kg', by: ['Adult'] }],
    },
  },
  {
    name: 'a prohibition in a separate column is shown with the dose',
    kind: 'prohibition',
    question: 'diltiazem dose afib rvr',
    expects: {
      shows: [{ value: '0.25 mg/kg', by: ['Adult', 'Diltiazem'] }],
      warns: ['WPW, pressure under 100'],
    },
  },
  {
    name: 'a maximum within the cell of a dose is shown with it',
    kind: 'maximum',
    question: 'terbutaline pediatric dose asthma 13 year old',
    expects: { shows: [{ value: '0.01 mg/kg SC, at most 0.25 mg', by: ['Pediatric', 'Terbutaline'] }] },
  },
  {
    name: 'atropine for poisoning is not shown as atropine for a slow heart',
    kind: 'indication',
    question: 'atropine dose organophosphate poisoning adult',
    expects: {
      shows: [{ value: '2 mg IV', by: ['Organophosphates', 'Adult'] }],
      onlyWith: [{ value: '1 mg IV', by: ['Slow heart'] }],
    },
  },
  {
    name: 'vital signs are read for the stated age, each under its head',
    kind: 'chart',
    question: 'normal heart rate 2 year old',
    expects: {
      shows: [{ value: '90-150', by: ['1 to 3 years', 'Heart rate'] }],
      onlyWith: [{ value: '75-140', by: ['4 to 6 years'] }],
    },
  },
  {
    name: 'the lowest pressure of an infant is not that of a newborn',
    kind: 'threshold',
    question: 'lowest systolic bp 6 month old',
    expects: {
      shows: [{ value: /\| 70 \|/, by: ['1 to 12 months', 'Lowest systolic'] }],
      onlyWith: [{ value: /\| 60 \|/, by: ['0 to 1 month'] }],
    },
  },
  {
    name: 'a table without units or numbers is read for age and severity',
    kind: 'chart',
    question: 'how many autoinjectors severe nerve agent exposure 6 year old',
    expects: { shows: [{ value: /Two \|$/m, by: ['2 to 9 years', 'Severe'] }] },
  },
  {
    name: 'a warning above a table is said with what the table gives',
    kind: 'prohibition',
    question: 'autoinjectors moderate exposure adult',
    expects: {
      shows: [{ value: /Two \| Three/, by: ['10 years and older', 'Moderate'] }],
      warns: ['no treatment before decontamination'],
    },
  },
  {
    name: 'who must not be pronounced is said with the criteria to stop',
    kind: 'prohibition',
    question: 'when can I stop cpr in the field',
    expects: {
      quotes: ['not witnessed by EMS', 'No shock was delivered', 'End-tidal CO2 is under 10'],
      warns: ['younger than 18 years', 'hypothermia below 30'],
    },
  },
  {
    name: 'a prohibition for the patient asked about comes before the criteria',
    kind: 'prohibition',
    question: 'can we terminate resuscitation on a 12 year old',
    expects: {
      quotes: ['must not be ended in the field', 'younger than 18 years'],
      before: [['must not be ended', 'may be ended in the field']],
    },
  },
  {
    name: 'numbered paragraphs of a section are quoted with those that bound them',
    kind: 'list',
    question: 'txa dose bleeding trauma',
    expects: {
      quotes: ['1 g IV over 10 minutes, adults only', 'Within 3 hours of injury'],
      warns: ['Not with a known clotting disorder'],
    },
  },
  {
    name: 'two salts of a drug are not given the same dose',
    kind: 'concentration',
    question: 'calcium gluconate dose massive transfusion',
    expects: { quotes: ['Calcium gluconate is 3 g'], warns: ['Never in one line with bicarbonate or blood'] },
  },
  {
    name: 'the dose of the old is shown for the old, not that of adults alone',
    kind: 'population',
    question: 'droperidol dose agitated 78 year old',
    expects: {
      shows: [{ value: '2.5 mg IM', by: ['Geriatric'] }],
      onlyWith: [{ value: '5 mg IM. May repeat', by: ['Adult'] }],
      warns: ['No droperidol with a long QT'],
    },
  },
  {
    name: 'a drug that a known medication forbids is said to be forbidden',
    kind: 'patient',
    question: 'droperidol dose for agitation',
    context: { patientAge: 34, currentMedications: ['methadone'] },
    expects: { warns: ['with methadone'] },
  },
  {
    name: 'a child gets what a physician must order with that order',
    kind: 'population',
    question: 'midazolam combative 14 year old',
    expects: {
      shows: [{ value: '0.1 mg/kg IM', by: ['Pediatric', 'physician order only'] }],
      onlyWith: [{ value: 'Midazolam 5 mg', by: ['Adult'] }],
    },
  },
  {
    name: 'a drug of other agencies is not replaced by another without a word',
    kind: 'missing',
    question: 'ketamine dose agitation',
    expects: { remarks: [/ketamine/i] },
  },
]);
