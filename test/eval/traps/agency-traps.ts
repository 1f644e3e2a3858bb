import { agencyDocuments } from './agency-documents.ts';
import type { Trap } from './trap.ts';

const ofAgency = (traps: readonly Omit<Trap, 'documents'>[]): readonly Trap[] =>
  traps.map((trap) => ({ ...trap, documents: agencyDocuments }));

export const agencyTraps: readonly Trap[] = ofAgency([
  {
    name: 'a dose among steps by level comes with the caution of the next page',
    kind: 'prohibition',
    question: 'nitro dose chest pain',
    expects: {
      citesFirst: 'C-4 Chest Pain.pdf',
      quotes: ['Nitroglycerin 0.4 mg SL every 5 min for SBP > 100 mmHg, up to 3 doses'],
      warns: ['not given in right ventricular infarction', 'within 24 hours of sildenafil'],
      never: ['Effective 2025-01-15', 'Page 1 of 2'],
    },
  },
  {
    name: 'a pulse that forbids a drug is said before its dose',
    kind: 'prohibition',
    question: 'can I give nitro hr 140',
    expects: { before: [['heart rate below 50', 'Nitroglycerin 0.4 mg SL']] },
  },
  {
    name: 'the bullet that bounds oxygen is quoted whole',
    kind: 'threshold',
    question: 'oxygen saturation target chest pain',
    expects: { quotes: ['between 92 % and 96 %', 'Not for patients above that'] },
  },
  {
    name: 'a threshold broken at its sign is quoted whole among steps by level',
    kind: 'threshold',
    question: 'fluid bolus hypotension chest pain',
    expects: { quotes: ['Saline 250 mL for SBP < 90 mmHg'] },
  },
  {
    name: 'the dose that is halved for the old is shown with the dose',
    kind: 'population',
    question: 'fentanyl dose chest pain 80 year old',
    expects: {
      quotes: ['Fentanyl 1 mcg/kg IV, maximum 100 mcg'],
      warns: ['halve the dose above the age of 70'],
    },
  },
  {
    name: 'columns of a page beside each other are not mixed for adults',
    kind: 'population',
    question: 'epinephrine IM dose adult anaphylaxis',
    expects: {
      shows: [{ value: '0.5 mg IM', by: ['ADULT'] }],
      onlyWith: [{ value: '0.15 mg IM', by: ['PEDIATRIC'] }],
    },
  },
  {
    name: 'columns of a page beside each other are not mixed for children',
    kind: 'population',
    question: 'epinephrine IM dose anaphylaxis child 18 kg',
    expects: {
      shows: [{ value: '0.15 mg IM', by: ['PEDIATRIC', 'below 25 kg'] }],
      onlyWith: [{ value: '0.5 mg IM', by: ['ADULT'] }],
    },
  },
  {
    name: 'infants for whom a drug is forbidden are named where it is asked for a child',
    kind: 'prohibition',
    question: 'benadryl for hives in an infant 10 months',
    expects: { warns: ['Do not give diphenhydramine to infants under 1 year'] },
  },
  {
    name: 'a monograph gives the dose of the indication with route and maximum',
    kind: 'indication',
    question: 'ketamine IV dose for pain adult',
    expects: {
      shows: [{ value: '0.3 mg/kg', by: ['Pain', 'IV over 10 min', '30 mg', 'Adult'] }],
      onlyWith: [
        { value: '4 mg/kg', by: ['Agitation'] },
        { value: '0.2 mg/kg', by: ['Pediatric'] },
      ],
      warns: ['Penetrating injury of the eye'],
    },
  },
  {
    name: 'a monograph gives the contraindications of the drug asked for, all of them, and no others',
    kind: 'list',
    question: 'labetalol contraindications',
    expects: {
      quotes: ['Asthma', 'Heart rate below 60', 'Second or third degree heart block', 'Heart failure'],
      onlyWith: [{ value: 'Known schizophrenia', by: ['KETAMINE'] }],
    },
  },
  {
    name: 'a drug that is not for children is said not to be, and has no dose for them',
    kind: 'population',
    question: 'labetalol pediatric dose',
    expects: {
      shows: [{ value: 'Not used', by: ['Pediatric'] }],
      onlyWith: [{ value: '10 mg IV over 2 minutes', by: ['Adult'] }],
    },
  },
  {
    name: 'a table of adults beside children shows each drug under its column',
    kind: 'chart',
    question: 'atropine dose bradycardia adult',
    expects: {
      shows: [{ value: '1 mg IV', by: ['Adult'] }],
      onlyWith: [{ value: '0.02 mg/kg', by: ['Pediatric'] }],
      warns: ['Do not give atropine to a transplanted heart'],
    },
  },
  {
    name: 'a child with a slow heart gets the drug of its own column first',
    kind: 'chart',
    question: 'first drug for bradycardia in a 4 year old',
    expects: {
      shows: [{ value: '0.01 mg/kg', by: ['Pediatric', 'First drug'] }],
      onlyWith: [{ value: '1 mg IV', by: ['Adult'] }],
    },
  },
  {
    name: 'a card of five columns gives the column of the drug asked for',
    kind: 'chart',
    question: 'intranasal midazolam dose 15 kg kid',
    expects: {
      shows: [{ value: '1.5 mg', by: ['15 kg', 'Midazolam IN'] }],
      onlyWith: [
        { value: '0.15 mg', by: ['Epinephrine'] },
        { value: '2 mg', by: ['20 kg'] },
      ],
    },
  },
  {
    name: 'a card gives the energy for the weight',
    kind: 'chart',
    question: 'defib joules 20 kg',
    expects: {
      shows: [{ value: '40 J', by: ['20 kg', 'Defibrillation'] }],
      onlyWith: [{ value: '60 J', by: ['30 kg'] }],
    },
  },
  {
    name: 'what a column of a card is for is said below it, and shown with it',
    kind: 'indication',
    question: 'epinephrine iv 10 kg child cardiac arrest',
    expects: {
      shows: [{ value: '0.1 mg', by: ['10 kg', 'Epinephrine'] }],
      warns: ['in cardiac arrest only'],
    },
  },
  {
    name: 'steps for adults, children and the pregnant are quoted together with their limits',
    kind: 'maximum',
    question: 'midazolam dose adult seizure',
    expects: {
      quotes: ['midazolam 10 mg IM, or 5 mg IV when a line is in place'],
      warns: ['Two doses in all', 'Halve midazolam in patients above 70 years'],
      onlyWith: [{ value: '0.2 mg/kg', by: ['Child'] }],
    },
  },
  {
    name: 'a pregnant patient gets what goes before the drug of the others',
    kind: 'population',
    question: 'pregnant 30 weeks seizing',
    expects: { quotes: ['magnesium 4 g IV over 15 minutes before midazolam'] },
  },
  {
    name: 'the exceptions below routes of transport are said with the routes',
    kind: 'list',
    question: 'stroke last known well 10 hours score 6 which hospital',
    expects: {
      quotes: ['4.5 to 24 hours', /no more than\s+20 minutes/],
      warns: ['Exceptions: cardiac arrest, an airway'],
    },
  },
  {
    name: 'a pressure that must not be lowered is said with the drug that lowers it',
    kind: 'prohibition',
    question: 'should I treat bp 210 in stroke with labetalol',
    expects: {
      quotes: ['only when the receiving physician asks for it'],
      warns: [/do not\s+lower the pressure/],
    },
  },
  {
    name: 'who may not refuse is said where a question asks who may',
    kind: 'prohibition',
    question: 'can a 16 year old refuse transport without parents',
    expects: { quotes: ['Minors without a parent or guardian present, unless emancipated'] },
  },
  {
    name: 'a list of a policy is quoted with all of its items',
    kind: 'list',
    question: 'when is base contact required for a refusal',
    expects: {
      quotes: [
        'younger than 2 years or older than 75',
        'except oral glucose',
        'blood pressure, pulse or SpO2',
      ],
    },
  },
  {
    name: 'a drug that this agency does not have is said to be missing',
    kind: 'missing',
    question: 'lorazepam dose seizure',
    expects: { remarks: [/lorazepam/i] },
  },
  {
    name: 'a known drug of the patient is checked against the prohibitions of the requested drug',
    kind: 'patient',
    question: 'can I give nitro',
    context: { patientAge: 58, currentMedications: ['Cialis'] },
    expects: { warns: ['48 hours of tadalafil'] },
  },
  {
    name: 'a question about the pediatric dose follows the drug of the question before',
    kind: 'follow-up',
    asked: ['ketamine IV dose for pain'],
    question: 'and for kids?',
    expects: { shows: [{ value: '0.2 mg/kg', by: ['Pediatric'] }] },
  },
]);
