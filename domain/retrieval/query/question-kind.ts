import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { QueryIntent } from './query-intent.ts';
import type { QueryInterpretation } from './query-interpretation.ts';
import type { SubIntent } from './sub-intent.ts';

/** The kind of answer that a question wants, where parts of documents differ in having it. */
const questionKinds = [
  'interaction',
  'monitoring',
  'harm',
  'contraindication',
  'lookup',
  'pharmacology',
  'evidence',
  'supply',
  'procedure',
  'threshold',
  'dose',
  'treatment',
  'general',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

type Asked = Pick<QueryInterpretation, 'intent' | 'subIntent' | 'entities' | 'searchedFor'> & {
  /** As written and as searched, in lower case. */
  readonly text: string;
};
type Rule = { readonly is: QuestionKind; readonly holds: (asked: Asked) => boolean };

const says =
  (pattern: RegExp) =>
  ({ text }: Asked): boolean =>
    pattern.test(text);
const isAfter =
  (...intents: readonly (QueryIntent | SubIntent)[]) =>
  ({ intent, subIntent }: Asked): boolean =>
    intents.includes(intent) || (subIntent !== undefined && intents.includes(subIntent));

const namesDrug = ({ entities, searchedFor }: Asked): boolean =>
  entities.drugs.length > 0 || tokenize(searchedFor).some(({ text }) => drugNames.has(text));
/** A drug with a factor of its dose: the patient's age, weight or renal function. */
const givesPatient = (asked: Asked): boolean =>
  (asked.entities.ages.length > 0 ||
    asked.entities.weights.length > 0 ||
    /\b(?:crcl|egfr|gfr|creatinine clearance|renal|dialysis|hepatic)\b/.test(asked.text)) &&
  namesDrug(asked);

/** The first rule that matches applies. */
const rules: readonly Rule[] = [
  { is: 'interaction', holds: (asked) => isAfter('interactions')(asked) || says(/\binteract/)(asked) },
  {
    is: 'monitoring',
    holds: says(
      /\bmonitor|\bre-?check|\bre-?assess|\bfollow[- ]?up\b|\bhow (?:often|soon) (?:to |do (?:i|we) |should (?:i|we) |must (?:i|we) )?(?:check|measure|test|repeat)\b|\bmust (?:i|we) check\b/,
    ),
  },
  { is: 'harm', holds: says(/\bside[- ]effects?\b|\badverse\b/) },
  {
    is: 'contraindication',
    holds: isAfter('contraindication_check', 'contraindications', 'allergy'),
  },
  { is: 'lookup', holds: isAfter('protocol_lookup') },
  {
    is: 'pharmacology',
    holds: says(/\bmechanism\b|\bhalf-?life\b|\bonset of action\b|\bpharmaco|\bmetaboli[sz]/),
  },
  { is: 'evidence', holds: says(/\bevidence\b|\btrials?\b|\bstud(?:y|ies)\b|\brationale\b|^why\b/) },
  {
    is: 'supply',
    holds: says(
      /\bstor(?:e|age)\b|\bshelf life\b|\bfridge\b|\breconstitut|\bdilut|\bstrengths?\b|\bsupplied\b/,
    ),
  },
  {
    is: 'procedure',
    holds: (asked) =>
      isAfter('procedure_steps', 'steps')(asked) ||
      says(
        /\blandmarks?\b|\bwhere (?:exactly )?(?:do|should|can|must|to) (?:i |we |you )?(?:stick|insert|puncture|place|inject|cut|put)\b/,
      )(asked),
  },
  {
    is: 'threshold',
    holds: (asked) =>
      isAfter('assessment_criteria', 'criteria', 'differential_diagnosis')(asked) ||
      says(
        /\bthresholds?\b|\bcut[- ]?offs?\b|\btargets?\b|\bdefinition\b|\bmin(?:imum)? (?:age|weight)\b|\bfrom what (?:age|weight)\b/,
      )(asked),
  },
  {
    is: 'dose',
    holds: (asked) =>
      isAfter('medication_dosing', 'dosing', 'maximum_dose', 'repeat_dose', 'administration')(asked) ||
      (asked.intent === 'pediatric_specific' && namesDrug(asked)) ||
      givesPatient(asked),
  },
  { is: 'treatment', holds: isAfter('treatment') },
];

/** Returns the kind of answer that a question wants; `general` when nothing shows it. */
export const questionKindOf = (
  interpretation: Pick<QueryInterpretation, 'original' | 'searchedFor' | 'intent' | 'subIntent' | 'entities'>,
): QuestionKind => {
  const { intent, subIntent, entities, searchedFor, original } = interpretation;
  const text = `${original} \n ${searchedFor}`.toLowerCase();
  const asked: Asked = {
    intent,
    ...(subIntent === undefined ? {} : { subIntent }),
    entities,
    searchedFor,
    text,
  };
  return rules.find(({ holds }) => holds(asked))?.is ?? 'general';
};
