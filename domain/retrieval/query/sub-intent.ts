import { doseUnitSource } from '../../clinical-text/unit-patterns.ts';
import type { QueryEntities } from './query-entities.ts';
import type { QueryIntent } from './query-intent.ts';

/** A finer intent of a query, e.g. `dosing` of a drug. The intent alone decides the ranking. */
export const subIntents = [
  'contraindications',
  'interactions',
  'allergy',
  'side_effects',
  'maximum_dose',
  'repeat_dose',
  'administration',
  'energy',
  'dosing',
  'settings',
  'indications',
  'monitoring',
  'criteria',
  'diagnosis',
  'workup',
  'treatment',
  'comparison',
  'causes',
  'equipment',
  'steps',
] as const;
export type SubIntent = (typeof subIntents)[number];

type Asked = {
  readonly intent: QueryIntent;
  readonly entities: QueryEntities;
  /** Lower case, as written and as searched. */
  readonly text: string;
};
type Rule = { readonly is: SubIntent; readonly says: RegExp; readonly only?: (asked: Asked) => boolean };

const namesDrug = ({ entities: { drugs } }: Asked): boolean => drugs.length > 0;

/** The first match applies: prohibitions before instructions, and the specific before the general. */
const rules: readonly Rule[] = [
  {
    is: 'interactions',
    says: /\b(?:interact\w*|together with|combin(?:e|ed|ing) with|mix(?:ed|ing)? with)\b/,
    only: namesDrug,
  },
  { is: 'allergy', says: /\ballerg(?:y|ic|ies) to\b|\ballergy\b/, only: namesDrug },
  { is: 'side_effects', says: /\b(?:side effects?|adverse|toxicit(?:y|ies)|toxic effects?)\b/ },
  {
    is: 'contraindications',
    says: /\b(?:contra-?indicat\w*|when not to|should not|must not|safe to|is it safe|ok to|okay to|can i give|can we give|avoid|withhold|precautions?)\b/,
  },
  { is: 'maximum_dose', says: /\bmax(?:imum)?\b/, only: namesDrug },
  { is: 'repeat_dose', says: /\b(?:repeat\w*|second dose|how often|intervals?)\b/, only: namesDrug },
  { is: 'energy', says: /\b(?:joules?|j\/kg|energy)\b/ },
  {
    is: 'administration',
    says: /\b(?:how (?:fast|quick(?:ly)?|slow(?:ly)?)|over (?:how|what)|routes?|(?:slow|fast|rapid) push|drip|infus(?:e|ed|ion)|dilut\w*|concentration|infusion rate|administ(?:er|ration))\b/,
    only: namesDrug,
  },
  {
    is: 'dosing',
    says: new RegExp(
      String.raw`\b(?:dos(?:e|es|ing|age)|how much|how many (?:${doseUnitSource}|doses)|titrat\w*)\b|(?<![a-z])(?:${doseUnitSource})\/kg\b`,
    ),
  },
  {
    is: 'settings',
    says: /\b(?:settings?|flow|lpm|l\/min|cm ?h2o|ratios?|gauge|siz(?:e|es|ing))\b/,
    only: ({ entities: { procedures } }) => procedures.length > 0,
  },
  {
    is: 'indications',
    says: /\b(?:indicat(?:ion|ions|ed)|what is [a-z]{3,40} (?:for|used for)|used for|when (?:to|do (?:i|we)|should (?:i|we)) (?:give|use))\b/,
  },
  { is: 'monitoring', says: /\b(?:monitor\w*|reassess\w*|recheck\w*|follow[- ]?up)\b/ },
  {
    is: 'comparison',
    says: /\b(?:versus|vs|difference between|compared? (?:to|with)|distinguish|tell apart|differentiate|better than)\b/,
  },
  { is: 'causes', says: /\b(?:causes? of|etiolog\w*|why (?:is|does|do|are))\b/ },
  {
    is: 'diagnosis',
    says: /\b(?:diagnos(?:e|ed|es|ing|is)(?! (?:criteria|codes?)\b)|differential(?! (?:count|blood))|ddx|rule out)\b/,
  },
  {
    is: 'workup',
    says: /\b(?:work[ -]?ups?|tests?|testing|labs?|imaging|diagnostics?(?! criteria\b))\b/,
  },
  {
    is: 'criteria',
    says: /\b(?:criteria|criterion|scores?|scale|threshold|cut[- ]?offs?|meets?|qualif\w*|eligib\w*)\b/,
  },
  { is: 'treatment', says: /\b(?:treat\w*|manag(?:e|ed|es|ing|ement)|therap(?:y|ies|eutic))\b/ },
  { is: 'equipment', says: /\b(?:equipment|supplies|devices?|kits?)\b/ },
  { is: 'steps', says: /\b(?:how (?:to|do (?:i|you|we))|steps?|procedure|technique|perform\w*|insert\w*)\b/ },
];

/** The default of each intent when no word is more specific. */
const ofIntent: Partial<Readonly<Record<QueryIntent, SubIntent>>> = {
  contraindication_check: 'contraindications',
  medication_dosing: 'dosing',
  procedure_steps: 'steps',
  differential_diagnosis: 'diagnosis',
  treatment: 'treatment',
  assessment_criteria: 'criteria',
};

/** Returns the finer intent of a query; `undefined` where nothing indicates one. Does not affect the results. */
export const subIntentOf = (asked: Asked): SubIntent | undefined =>
  rules.find(({ says, only }) => says.test(asked.text) && (only?.(asked) ?? true))?.is ??
  ofIntent[asked.intent];
