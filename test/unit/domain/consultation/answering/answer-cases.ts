import type { AnswerEvidence } from '../../../../../domain/consultation/answering/answer-evidence.ts';
import type { AnswerToCheck } from '../../../../../domain/consultation/answering/check-answer.ts';
import { numbered } from './checked.ts';

/**
 * A sentence that a model might write, and its expected treatment. All drugs, documents and doses are made
 * up.
 */
export type AnswerCase = {
  readonly name: string;
  readonly evidence: readonly AnswerEvidence[];
  readonly says: string;
  /** "Replaced" means struck, with the statement of a source in its place. */
  readonly becomes: 'kept' | 'struck' | 'marked' | 'replaced';
  readonly more?: Partial<AnswerToCheck>;
  /** Expected in the shown text. */
  readonly shows?: string;
  readonly never?: string;
};

const sting = numbered(
  {
    title: 'Stings (adult)',
    text: [
      '## TREATMENT',
      '1. Zorvapril 0.5 mg IM (1 mg/mL) into the thigh. May repeat every 5 min, maximum 3 doses.',
      '2. Melvexin 20-40 mg IV over 10 minutes if SBP > 90 mmHg.',
      '3. For wheezing: Tarbolin 5 mg nebulized.',
      '## CONTRAINDICATIONS',
      'Do not give melvexin to patients with glaucoma or who took quellamine within 48 hours.',
    ].join('\n'),
    population: 'adult',
  },
  {
    title: 'Stings (pediatric)',
    text: [
      'Zorvapril 0.01 mg/kg IM (1 mg/mL), maximum single dose 0.3 mg.',
      'Zorvapril 0.01 mg/kg IV (0.1 mg/mL) for cardiac arrest only.',
      '| Weight | Melvexin IV |',
      '|---|---|',
      '| 10-19 kg | 4 mg |',
      '| 20-29 kg | 8 mg |',
    ].join('\n'),
    population: 'pediatric',
  },
);
const plain = numbered(
  'Brellomide 1 g IV over 15 min. Repeat every 4 to 6 hours. Not more than 4 g daily.',
  'Brellomide 15 mg/kg by mouth for children aged 2 to 11 years.',
  'Cordazine 120 mg IV.\nUlvaprost 12 mg IV.\nCordazine is given for rapid pulse, ulvaprost for a slow one.',
  'Give pentrimax 2 puffs by inhaler unless the pulse is above 140. Oxygen if SpO2 < 94%.',
);
const banners = numbered(
  'Zorvapril by age:\n1-5 years (yellow)\nZorvapril 2 mg IM\nRepeat every 20 minutes\n6-11 years (orange)\nZorvapril 4 mg IM\n12 years and older\nZorvapril 8 mg IM',
  'If no vein is found, tarbolin 1 mg IM, once.',
);
const ruled = numbered(
  [
    'Zorvapril 325 mg by mouth unless allergic or active bleeding.',
    'Melvexin 50 mg by mouth within 1 hour. Do not give melvexin to patients with altered mental status or after caustic ingestion.',
    'Brellomide 0.4-2 mg IV; titrate to adequate respirations, not to wakefulness.',
    'Tarbolin 4.5 mg IV every 6 hours. Not in sulfonamide allergy.',
    'Cordazine 10 mmol/hour IV. Never give cordazine as an IV push.',
    'Ulvaprost 50 mg IV for hives. Do not delay sorbexil for ulvaprost.',
  ].join('\n'),
);
const turns = numbered(
  [
    'Zorvapril 6 mg rapid IV push, then 12 mg if no conversion.',
    'Melvexin 300 mg IV after the third shock. May repeat 150 mg once.',
    'Brellomide 150 mg/kg IV over 60 minutes, then 50 mg/kg over 4 hours, then 100 mg/kg over 16 hours.',
    'Tarbolin 4 g IV, or 10 g IM (5 g in each buttock).',
    'Cordazine 10 mg IM once, or 5 mg IV, may repeat once after 5 minutes.',
    'For patients over 65 years or with COPD: cordazine 2.5 mg IV.',
    'Target SpO2 94-98%; in COPD 88-92%.',
    'Ulvaprost 5 mg IV for beta blocker overdose.',
    'Fluids for calcium channel blocker overdose.',
    'Sorbexil 60 units/kg IV bolus (maximum 4000 units), then 12 units/kg/hour (maximum 1000 units/hour).',
    'Hold penthrexin 4 mg SL if quellamine was taken within 24 hours.',
    'Vendrosol 1 L IV rapidly. Hold if rales develop.',
  ].join('\n'),
);
const weights = numbered({
  title: 'Seizures (pediatric)',
  population: 'pediatric',
  text: '| Weight | Zorvapril IM/IN |\n|---|---|\n| 10 kg | 2 mg |\n| 15 kg | 3 mg |\n| 20 kg | 4 mg |',
});
const trial = numbered({
  title: 'A trial',
  source: 'pubmed',
  text: 'Zorvapril 200 mg per day IV reduced the time on pressors, but 90-day mortality did not differ (27.9% v 28.8%).',
});
const adult = { patient: { population: 'adult', ageYears: 40 } } as const;
const child = { patient: { population: 'pediatric', ageYears: 6, weightKg: 20 } } as const;

/** Cases grouped by their fault. */
export const answerCases: readonly AnswerCase[] = [
  // Correct answers in other words.
  {
    name: 'a dose whose source goes on',
    evidence: sting,
    says: 'For adults, give zorvapril 0.5 mg IM (1 mg/mL) into the thigh [1].',
    becomes: 'marked',
    shows: 'May repeat every 5 min, maximum 3 doses [1].',
  },
  {
    name: 'a dose without its strength, where the sources give two strengths',
    evidence: sting,
    says: 'For adults, give zorvapril 0.5 mg IM into the thigh [1].',
    becomes: 'replaced',
    shows: 'Zorvapril 0.5 mg IM (1 mg/mL) into the thigh',
  },
  {
    name: 'the same in micrograms',
    evidence: sting,
    says: 'Adults get 500 micrograms of zorvapril IM [1].',
    becomes: 'replaced',
  },
  {
    name: 'grams as milligrams',
    evidence: plain,
    says: 'Give brellomide 1000 mg IV over 15 minutes [1].',
    becomes: 'replaced',
  },
  {
    name: 'a number in words',
    evidence: sting,
    says: 'For adults zorvapril may be repeated every five minutes, up to three doses [1].',
    becomes: 'replaced',
  },
  {
    name: 'minutes as part of an hour',
    evidence: plain,
    says: 'Infuse brellomide 1 g IV over a quarter of an hour, or 15 min [1].',
    becomes: 'replaced',
  },
  {
    name: 'an interval in another form',
    evidence: plain,
    says: 'Brellomide 1 g IV, repeated q4-6h [1].',
    becomes: 'replaced',
  },
  {
    name: 'a dose for a weight of the table',
    evidence: sting,
    says: 'A child of 20-29 kg gets melvexin 8 mg IV [2].',
    becomes: 'replaced',
  },
  {
    name: 'a dose and its maximum',
    evidence: sting,
    says: 'Children: zorvapril 0.01 mg/kg IM, at most 0.3 mg as a single dose [2].',
    becomes: 'replaced',
  },
  {
    name: 'a ratio for its concentration',
    evidence: sting,
    says: 'For adults zorvapril 0.5 mg IM of the 1:1,000 solution (1 mg/mL) [1].',
    becomes: 'replaced',
  },
  {
    name: 'a prohibition with its time',
    evidence: sting,
    says: 'Do not give melvexin within 48 hours of quellamine [1].',
    becomes: 'replaced',
  },
  {
    name: 'an exception with its bound',
    evidence: plain,
    says: 'Pentrimax 2 puffs are given unless the pulse is above 140 [4].',
    becomes: 'replaced',
  },
  {
    name: 'that the sources are silent',
    evidence: plain,
    says: 'The sources give no dose of ketamine.',
    becomes: 'kept',
  },
  {
    name: 'the weight of the question',
    evidence: sting,
    says: 'Your patient weighs 23 kg.',
    more: { question: 'melvexin for 23 kg', ...child },
    becomes: 'kept',
  },
  {
    name: 'the daily maximum',
    evidence: plain,
    says: 'At most 4 g of brellomide daily [1].',
    becomes: 'replaced',
  },

  // Values.
  {
    name: 'ten times the dose',
    evidence: sting,
    says: 'For adults, give zorvapril 5 mg IM [1].',
    becomes: 'struck',
    never: ' 5 mg',
  },
  {
    name: 'a point that moved',
    evidence: sting,
    says: 'Children: zorvapril 0.1 mg/kg IM [2].',
    becomes: 'struck',
  },
  {
    name: 'a thousand times by its unit',
    evidence: sting,
    says: 'Adults get 0.5 g of zorvapril IM [1].',
    becomes: 'struck',
  },
  {
    name: 'micrograms for milligrams',
    evidence: sting,
    says: 'For adults zorvapril 0.5 mcg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a decimal comma',
    evidence: sting,
    says: 'For adults zorvapril 0,7 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a wrong number in words',
    evidence: sting,
    says: 'For adults zorvapril may be repeated up to four times [1].',
    becomes: 'struck',
    never: 'four',
  },
  {
    name: 'an average of two',
    evidence: sting,
    says: 'For adults give melvexin 30 mg IV [1].',
    becomes: 'struck',
  },
  {
    name: 'the lower end of a range as the dose',
    evidence: sting,
    says: 'For adults give melvexin 20 mg IV over 10 minutes [1].',
    becomes: 'struck',
  },
  {
    name: 'a wider range',
    evidence: sting,
    says: 'For adults give melvexin 20-60 mg IV [1].',
    becomes: 'struck',
  },
  {
    name: 'a dose without its kilograms',
    evidence: sting,
    says: 'Children get zorvapril 0.01 mg IM [2].',
    becomes: 'struck',
  },
  {
    name: 'half a dose',
    evidence: sting,
    says: 'In old age halve the dose of zorvapril [1].',
    becomes: 'struck',
  },
  {
    name: 'digits of another script',
    evidence: sting,
    says: 'For adults zorvapril ٥ mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'full width digits',
    evidence: sting,
    says: 'For adults zorvapril ３ mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a computed dose',
    evidence: sting,
    says: 'For your 20 kg child that is zorvapril 0.2 mg IM [2].',
    more: { question: 'zorvapril for 20 kg', ...child },
    becomes: 'struck',
  },

  // Drugs.
  {
    name: 'the dose of another drug',
    evidence: plain,
    says: 'Give ulvaprost 120 mg IV [3].',
    becomes: 'struck',
  },
  {
    name: 'the doses of two drugs exchanged',
    evidence: plain,
    says: 'Give cordazine 12 mg IV, then ulvaprost 120 mg IV [3].',
    becomes: 'struck',
  },
  { name: 'a drug that no source has', evidence: sting, says: 'Then give xantrolol.', becomes: 'struck' },
  {
    name: 'a known drug that no source has',
    evidence: sting,
    says: 'Ketamine is recommended for sedation.',
    becomes: 'struck',
  },
  {
    name: 'a known drug with the dose of an unknown one',
    evidence: sting,
    says: 'For adults give epinephrine 0.5 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a dose after the drug of the sentence before',
    evidence: plain,
    says: 'Ulvaprost comes first. Then 120 mg IV are given [3].',
    becomes: 'struck',
  },

  // Routes, concentrations, times.
  {
    name: 'another route',
    evidence: sting,
    says: 'For adults, zorvapril 0.5 mg IV [1].',
    becomes: 'struck',
    never: '0.5 mg IV',
  },
  {
    name: 'a route that the source leaves open',
    evidence: numbered('Sorbexil 3 mg once.'),
    says: 'Sorbexil 3 mg IV once [1].',
    becomes: 'struck',
  },
  {
    name: 'another concentration',
    evidence: sting,
    says: 'For adults zorvapril 0.5 mg IM of the 10 mg/mL solution [1].',
    becomes: 'struck',
  },
  {
    name: 'the wrong one of two ratios',
    evidence: numbered('Sorbexil 0.3 mg IM (1:1,000).'),
    says: 'Sorbexil 0.3 mg IM, using 1:10,000 [1].',
    becomes: 'struck',
  },
  {
    name: 'another interval',
    evidence: sting,
    says: 'For adults, repeat zorvapril 0.5 mg IM every 15 min [1].',
    becomes: 'struck',
  },
  {
    name: 'hours for minutes',
    evidence: sting,
    says: 'For adults zorvapril every 5 hours [1].',
    becomes: 'struck',
  },
  {
    name: 'another duration',
    evidence: plain,
    says: 'Brellomide 1 g IV over 2 minutes [1].',
    becomes: 'struck',
  },
  {
    name: 'an interval given as a duration',
    evidence: sting,
    says: 'Give zorvapril 0.5 mg IM over 5 min in adults [1].',
    becomes: 'struck',
  },

  // Bounds.
  {
    name: 'a maximum as the dose',
    evidence: sting,
    says: 'Children get zorvapril 0.3 mg IM [2].',
    becomes: 'struck',
  },
  {
    name: 'a dose as the maximum',
    evidence: sting,
    says: 'For adults the maximum of zorvapril is 0.5 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a threshold the other way',
    evidence: sting,
    says: 'For adults melvexin 20-40 mg IV if SBP < 90 mmHg [1].',
    becomes: 'struck',
  },
  {
    name: 'another threshold',
    evidence: sting,
    says: 'For adults melvexin 20-40 mg IV if SBP > 80 mmHg [1].',
    becomes: 'struck',
  },
  {
    name: 'an exception with another bound',
    evidence: plain,
    says: 'Pentrimax 2 puffs are given unless the pulse is above 180 [4].',
    becomes: 'struck',
  },
  {
    name: 'the threshold of the question as a rule',
    evidence: sting,
    says: 'Melvexin may be given if the SBP is above 85 mmHg [1].',
    more: { question: 'bp 85 mmHg can I give melvexin' },
    becomes: 'struck',
  },

  // Patients.
  {
    name: "an adult's dose for a child",
    evidence: sting,
    says: 'For children give zorvapril 0.5 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: "a child's dose for the adult who was asked about",
    evidence: sting,
    says: 'Give zorvapril 0.01 mg/kg IM [2].',
    more: adult,
    becomes: 'struck',
  },
  {
    name: "an adult's dose for the child who was asked about",
    evidence: sting,
    says: 'Give zorvapril 0.5 mg IM [1].',
    more: child,
    becomes: 'struck',
  },
  {
    name: 'the dose of another weight of the table',
    evidence: sting,
    says: 'A child of 20-29 kg gets melvexin 4 mg IV [2].',
    becomes: 'struck',
  },
  {
    name: 'a dose for ages as if for newborns',
    evidence: plain,
    says: 'Newborns get brellomide 15 mg/kg by mouth [2].',
    becomes: 'struck',
  },
  {
    name: "a child's dose without saying so",
    evidence: sting,
    says: 'Give zorvapril 0.01 mg/kg IM [2].',
    becomes: 'replaced',
    shows: 'Stings (pediatric): Zorvapril 0.01 mg/kg IM',
  },
  {
    name: 'adult and pediatric doses side by side',
    evidence: sting,
    says: 'Zorvapril 0.5 mg IM [1] or 0.01 mg/kg IM [2].',
    becomes: 'replaced',
  },
  {
    name: 'a dose without its route',
    evidence: sting,
    says: 'For adults, zorvapril 0.5 mg [1].',
    becomes: 'replaced',
    shows: 'Zorvapril 0.5 mg IM',
  },

  // Prohibitions.
  {
    name: 'a permission that the source forbids',
    evidence: sting,
    says: 'Melvexin is safe in glaucoma [1].',
    becomes: 'struck',
  },
  {
    name: 'the same with a number',
    evidence: sting,
    says: 'Melvexin may be given within 48 hours of quellamine [1].',
    becomes: 'struck',
  },
  {
    name: 'a dose that the source forbids',
    evidence: numbered('Do not give sorbexil 10 mg IV.'),
    says: 'Give sorbexil 10 mg IV [1].',
    becomes: 'struck',
  },
  {
    name: 'a prohibition that no source has',
    evidence: plain,
    says: 'Never give cordazine to smokers [3].',
    becomes: 'replaced',
  },
  {
    name: 'a dose turned into a prohibition',
    evidence: plain,
    says: 'Do not give cordazine 120 mg IV [3].',
    becomes: 'struck',
  },

  // Citations and forms.
  {
    name: 'a wrong citation of a right number',
    evidence: plain,
    says: 'Cordazine 120 mg IV [1].',
    becomes: 'marked',
    shows: 'Cordazine 120 mg IV [3].',
  },
  {
    name: 'a number within bold type',
    evidence: sting,
    says: 'For adults: **zorvapril 5 mg** IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a number in a row of a table',
    evidence: sting,
    says: '| Adults | zorvapril 5 mg IM [1] |',
    becomes: 'struck',
  },
  { name: 'a number in a heading', evidence: sting, says: '## Zorvapril 5 mg IM', becomes: 'struck' },
  { name: 'a link', evidence: sting, says: 'More on https://example.org/zorvapril [1].', becomes: 'struck' },
  {
    name: 'a telephone number of the question',
    evidence: sting,
    says: 'Call the family at 555-0134.',
    more: { question: 'call 555-0134?' },
    becomes: 'struck',
  },
  {
    name: 'another condition',
    evidence: numbered({ title: 'Seizure', text: 'Midazolam 5 mg IV.' }),
    says: 'For anaphylaxis give midazolam 5 mg IV [1].',
    becomes: 'struck',
  },

  // Lines that name the patients of the lines below.
  {
    name: 'a dose under its age',
    evidence: banners,
    says: 'Children of 6-11 years get zorvapril 4 mg IM [1].',
    becomes: 'replaced',
  },
  {
    name: 'the dose of another age',
    evidence: banners,
    says: 'Children of 6-11 years get zorvapril 2 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'the dose of an age that the patient is not of',
    evidence: banners,
    says: 'Give zorvapril 2 mg IM [1].',
    more: { patient: { population: 'pediatric', ageYears: 9 } },
    becomes: 'struck',
  },
  {
    name: 'the dose of the age that the patient is of',
    evidence: banners,
    says: 'Give zorvapril 4 mg IM [1].',
    more: { patient: { population: 'pediatric', ageYears: 9 } },
    becomes: 'marked',
  },
  {
    name: 'a dose under a circumstance that is absent',
    evidence: banners,
    says: 'If there is no vein, give tarbolin 1 mg IM [2].',
    becomes: 'replaced',
  },
  {
    name: 'an anonymous interval of another source',
    evidence: banners,
    says: 'Repeat every 20 minutes [2].',
    becomes: 'marked',
  },
  {
    name: 'a combination that no source has',
    evidence: banners,
    says: 'Zorvapril can be combined with tarbolin [1][2].',
    becomes: 'struck',
  },
  {
    name: 'a promise that no source gives',
    evidence: banners,
    says: 'Tarbolin is harmless [2].',
    becomes: 'struck',
  },

  // Parts that must stay together.
  {
    name: 'the concentration of the other route',
    evidence: sting,
    says: 'For children zorvapril 0.01 mg/kg IV (1 mg/mL), for cardiac arrest only [2].',
    becomes: 'struck',
  },
  {
    name: 'the concentration of its route',
    evidence: sting,
    says: 'For children in cardiac arrest only, zorvapril 0.01 mg/kg IV of 0.1 mg/mL [2].',
    becomes: 'replaced',
  },
  {
    name: 'a dose without the condition that it has',
    evidence: sting,
    says: 'For children zorvapril 0.01 mg/kg IV of 0.1 mg/mL [2].',
    becomes: 'replaced',
    shows: 'for cardiac arrest only',
  },
  {
    name: 'the duration of another dose',
    evidence: numbered('Sorbexil 5 mg IV over 2 min, or sorbexil 50 mg IV.\nMelvexin 9 mg IV over 30 min.'),
    says: 'Melvexin 9 mg IV over 2 min [1].',
    becomes: 'struck',
  },
  {
    name: 'the same dose for others',
    evidence: sting,
    says: 'The same dose applies to children [1].',
    becomes: 'struck',
  },
  {
    name: 'two doses with what belongs to each',
    evidence: numbered('Sorbexil 5 mg IV over 2 min.\nMelvexin 9 mg IV over 30 min.'),
    says: 'Sorbexil 5 mg IV over 2 min, then melvexin 9 mg IV over 30 min [1].',
    becomes: 'replaced',
  },
  {
    name: 'two doses with what belongs to the other',
    evidence: numbered('Sorbexil 5 mg IV over 2 min.\nMelvexin 9 mg IV over 30 min.'),
    says: 'Sorbexil 5 mg IV over 30 min, then melvexin 9 mg IV over 2 min [1].',
    becomes: 'struck',
  },
  {
    name: 'a denial turned into its contrary',
    evidence: numbered('Sorbexil does not treat wheezing.'),
    says: 'Sorbexil treats wheezing [1].',
    becomes: 'struck',
  },

  // Numbers that are hard to parse.
  {
    name: 'a number in the words of another language',
    evidence: sting,
    says: 'Adults: zorvapril fünfzig mg IM [1].',
    becomes: 'struck',
  },
  { name: 'a Roman numeral', evidence: sting, says: 'Adults: zorvapril L mg IM [1].', becomes: 'struck' },
  {
    name: 'a formula',
    evidence: sting,
    says: 'Adults: zorvapril \\frac{1}{5} mg IM [1].',
    becomes: 'struck',
  },
  { name: 'a dozen', evidence: sting, says: 'For adults a dozen doses of zorvapril [1].', becomes: 'struck' },
  {
    name: 'digits in bold type within a number',
    evidence: sting,
    says: 'For adults zorvapril 0.5**0**5 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'digits as signs of a keyboard',
    evidence: sting,
    says: 'For adults zorvapril 5\ufe0f\u20e3 mg IM [1].',
    becomes: 'struck',
  },
  {
    name: 'a list for adults that goes on for children',
    evidence: sting,
    says: 'Adults:\n- Zorvapril 0.5 mg IM [1]\nChildren:\n- Zorvapril 0.5 mg IM [1]',
    becomes: 'struck',
  },
  {
    name: 'a unit by itself',
    evidence: sting,
    says: 'For children the dose of zorvapril is calculated in mg/kg [2].',
    becomes: 'struck',
  },
  // Exclusions of a source, next to a correct number.
  ...(
    [
      ['an exception named as allowed', 'Zorvapril 325 mg by mouth, also in active bleeding [1].', 'struck'],
      [
        'a prohibition beside a right dose',
        'Melvexin 50 mg by mouth, also with altered mental status [1].',
        'struck',
      ],
      ['a prohibition without its "not"', 'Brellomide 0.4-2 mg IV, titrated to wakefulness [1].', 'struck'],
      [
        'an allergy that the source excludes',
        'Tarbolin 4.5 mg IV every 6 hours, also in sulfonamide allergy [1].',
        'struck',
      ],
      ['a way that the source forbids', 'Cordazine can be given as an IV push in arrest [1].', 'struck'],
      ['what is not to be waited for, first', 'Ulvaprost 50 mg IV is given before sorbexil [1].', 'struck'],
      [
        'the exception as it is',
        'Zorvapril 325 mg by mouth unless there is active bleeding [1].',
        'replaced',
      ],
      ['the aim as it is', 'Brellomide 0.4-2 mg IV, titrated to adequate respirations [1].', 'replaced'],
    ] as const
  ).map(([name, says, becomes]) => ({ name, says, becomes, evidence: ruled })),

  // Doses from another turn, or for other patients and conditions than the surrounding text.
  ...(
    [
      [
        'two doses in the other order',
        'Zorvapril 12 mg rapid IV push, then 6 mg if no conversion [1].',
        'struck',
      ],
      ['the second dose as the first', 'Zorvapril 12 mg rapid IV push [1].', 'struck'],
      ['a slow push of a rapid one', 'Zorvapril 6 mg slow IV push [1].', 'struck'],
      [
        'the first dose repeated for a smaller one',
        'Melvexin 300 mg IV after the third shock, may repeat 300 mg once [1].',
        'struck',
      ],
      ['a dose after another shock', 'Melvexin 300 mg IV after the first shock [1].', 'struck'],
      [
        'amounts exchanged between their times',
        'Brellomide 150 mg/kg IV over 60 minutes, then 100 mg/kg over 4 hours, then 50 mg/kg over 16 hours [1].',
        'struck',
      ],
      ['a total given on each side', 'Tarbolin 10 g IM in each buttock [1].', 'struck'],
      [
        'the dose of younger patients for the old',
        'For patients over 65 years give cordazine 5 mg IV [1].',
        'struck',
      ],
      ['the target of others', 'Target SpO2 of 94-98% in COPD [1].', 'struck'],
      [
        'an antidote of another poison',
        'Ulvaprost 5 mg IV for calcium channel blocker overdose [1].',
        'struck',
      ],
      ['a number as a part in words', 'Give three tenths of a milligram of zorvapril IV [1].', 'struck'],
      ['an amount without a number', 'A gram of melvexin IV is reasonable [1].', 'struck'],
      [
        'a bolus and its own maximum',
        'Sorbexil 60 units/kg IV, at most 4000 units, then 12 units/kg/hour, at most 1000 units/hour [1].',
        'replaced',
      ],
      [
        'both doses in their order',
        'Zorvapril 6 mg rapid IV push, and if there is no conversion 12 mg [1].',
        'replaced',
      ],
      [
        'the smaller dose repeated',
        'Melvexin 300 mg IV after the third shock, repeated once as 150 mg [1].',
        'replaced',
      ],
      [
        'three bags in their order',
        'Brellomide first 150 mg/kg IV over 60 minutes, then 50 mg/kg over 4 hours and finally 100 mg/kg over 16 hours [1].',
        'replaced',
      ],
      [
        'a prohibition in the passive',
        'Penthrexin 4 mg SL must be held if quellamine was taken within 24 hours [1].',
        'replaced',
      ],
      ['a hold behind its dose', 'Vendrosol 1 L IV rapidly, and held if rales develop [1].', 'replaced'],
      [
        'a negation in another language',
        'No administre zorvapril por vía intramuscular en adultos [1].',
        'struck',
      ],
    ] as const
  ).map(([name, says, becomes]) => ({ name, says, becomes, evidence: turns })),
  {
    name: 'the row of another weight, for a child of known weight',
    evidence: weights,
    says: 'For a 15 kg child give zorvapril 4 mg IN [1].',
    more: { question: 'zorvapril IN, 15 kg', patient: { population: 'pediatric', weightKg: 15 } },
    becomes: 'struck',
  },
  {
    name: 'the row of its weight',
    evidence: weights,
    says: 'For a 15 kg child give zorvapril 3 mg IN [1].',
    more: { question: 'zorvapril IN, 15 kg', patient: { population: 'pediatric', weightKg: 15 } },
    becomes: 'replaced',
  },
  {
    name: 'the same dose for other patients, named first',
    evidence: ruled,
    says: 'For children, use the same dose of zorvapril [1].',
    becomes: 'struck',
  },
  {
    name: 'a contraindication from memory',
    evidence: ruled,
    says: 'Contraindications to cordazine and lidocaine include renal failure [1].',
    becomes: 'struck',
  },
  {
    name: 'an effect that a trial did not find',
    evidence: trial,
    says: 'Zorvapril 200 mg per day IV reduced mortality (27.9% v 28.8%) [1].',
    becomes: 'struck',
  },
  {
    name: 'what a trial found',
    evidence: trial,
    says: 'Zorvapril 200 mg per day IV did not change mortality (27.9% v 28.8%) [1].',
    becomes: 'replaced',
  },
];
