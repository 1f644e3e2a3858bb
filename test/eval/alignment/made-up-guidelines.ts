import type { AnswerEvidence } from '../../../domain/consultation/answering/answer-evidence.ts';

/** Guidelines in realistic formats. All drugs, documents and doses are invented, except for a few names. */
const texts: readonly Omit<AnswerEvidence, 'n' | 'source'>[] = [
  {
    title: 'Stings (adult)',
    population: 'adult',
    text: [
      '## TREATMENT',
      '1. Zorvapril 0.5 mg IM (1 mg/mL) into the thigh. May repeat every 5 min, maximum 3 doses.',
      '2. Melvexin 20-40 mg IV over 10 minutes if SBP > 90 mmHg.',
      '3. For wheezing: Tarbolin 5 mg nebulized.',
      '4. Give oxygen. Monitor SpO2 and pulse.',
      '## CONTRAINDICATIONS',
      'Do not give melvexin to patients with glaucoma or who took quellamine within 48 hours.',
    ].join('\n'),
  },
  {
    title: 'Stings (pediatric)',
    population: 'pediatric',
    text: [
      'Zorvapril 0.01 mg/kg IM (1 mg/mL), maximum single dose 0.3 mg.',
      'Zorvapril 0.01 mg/kg IV (0.1 mg/mL) for cardiac arrest only.',
      '| Weight | Melvexin IV |',
      '|---|---|',
      '| 10-19 kg | 4 mg |',
      '| 20-29 kg | 8 mg |',
    ].join('\n'),
  },
  {
    title: 'Cardiac arrest',
    text: [
      'Amiodarone 300 mg IV after the third shock, then 150 mg once.',
      'Adult: epinephrine 1 mg IV every 3-5 minutes.',
      'Child: epinephrine 0.01 mg/kg IV every 3-5 minutes, maximum 1 mg.',
      'Magnesium 4 g IV over 20 minutes for torsades de pointes.',
      'Consider sodium bicarbonate 1 mEq/kg IV if hyperkalemia is suspected.',
      'Do not stop compressions to give drugs.',
      'Defibrillate at 200 J; repeat after 2 minutes.',
    ].join('\n'),
  },
  {
    title: 'Pain',
    text: [
      'Fentanyl 50 mcg IV over 2 minutes. Do not give fentanyl if SBP is below 90 mmHg.',
      'Monitor SpO2 and ventilation after each dose.',
      'Fentanyl may be repeated once after 10 minutes; maximum 100 mcg.',
      'Ketorolac 15 mg IV is given once unless the patient is pregnant.',
      'Morphine 0.1 mg/kg IV for children over 12 months, maximum 5 mg.',
      'Acetaminophen 1 g by mouth every 6 hours, not more than 4 g daily.',
      'Avoid morphine in head injury.',
      'Naloxone must be available before morphine is given.',
    ].join('\n'),
  },
  {
    title: 'Seizures',
    text: [
      'Adults: midazolam 10 mg IM or 5 mg IV.',
      'Children: midazolam 0.2 mg/kg IM, maximum 10 mg.',
      'If the seizure continues after 5 minutes, give levetiracetam 60 mg/kg IV over 10 minutes.',
      'Check blood glucose. Give dextrose 25 g IV if glucose is below 60 mg/dL.',
      'Lorazepam should not be given with olanzapine.',
      'Contact the base hospital before a third dose of midazolam.',
    ].join('\n'),
  },
  {
    title: 'Infusions',
    text: [
      'Heparin 60 units/kg IV bolus (maximum 4000 units), then 12 units/kg/hour (maximum 1000 units/hour).',
      'Norepinephrine 0.05-0.5 mcg/kg/min IV, titrate to MAP 65 mmHg.',
      'Potassium chloride 10 mmol/hour IV. Never give potassium chloride as an IV push.',
      'Acetylcysteine 150 mg/kg IV over 60 minutes, then 50 mg/kg over 4 hours, then 100 mg/kg over 16 hours.',
      'Vancomycin 15 mg/kg IV every 12 hours, adjust to the trough.',
      'Ceftriaxone 2 g IV once daily for 7 days.',
    ].join('\n'),
  },
];

/** The guidelines as numbered evidence. */
export const madeUpGuidelines: readonly AnswerEvidence[] = texts.map((text, at) => ({
  n: at + 1,
  source: 'knowledge_base',
  ...text,
}));
