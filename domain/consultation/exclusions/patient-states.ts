import { conceptByName } from '../../language/terminology/concepts.ts';
import { analyzeText } from '../../retrieval/lexical/analyze-text.ts';

/**
 * A state of a patient that contraindications name in many words. The words of a measured function, such as "eGFR", are
 * those of the state: a list excludes by either.
 */
type PatientState = { readonly name: string; readonly words: RegExp };

const states: readonly PatientState[] = [
  {
    name: 'renal failure',
    words:
      /\b(?:renal|kidney)\s(?:[a-z]{1,12}\s){0,2}(?:failure|impairment|insufficiency|dysfunction|disease|injury)\b|\bimpaired (?:renal|kidney)\b|\b(?:dialysis|ha?emodialysis|esrd|eskd|ckd|aki)\b|\b(?:e?gfr|crcl|creatinine clearance)\s?[<≤]|\b(?:reduced|poor|abnormal) (?:renal|kidney) function\b|\bbad kidneys?\b/i,
  },
  {
    name: 'liver failure',
    words:
      /\b(?:hepatic|liver)\s(?:[a-z]{1,12}\s){0,2}(?:failure|impairment|insufficiency|dysfunction|disease)\b|\bimpaired (?:hepatic|liver)\b|\bcirrho(?:sis|tic)\b/i,
  },
  { name: 'breastfeeding', words: /\bbreast-?\s?feeding\b|\blactati(?:on|ng)\b|\bnursing mothers?\b/i },
];

/** What a text says of the state of a patient, by name. */
export const statesIn = (text: string): readonly string[] =>
  states.filter(({ words }) => words.test(text)).map(({ name }) => name);

/** The conditions that a text names itself. */
export const conditionsIn = (text: string): ReadonlySet<string> =>
  new Set(analyzeText(text).concepts.filter((name) => conceptByName.get(name)?.kind === 'condition'));
