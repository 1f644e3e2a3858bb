import { baseForms } from '../../language/base-forms.ts';
import { isNested, matchConcepts, matchDrugs, withoutNested } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { clinicalWordRows } from '../../language/terminology/tables.generated.ts';
import { tokenize } from '../../language/tokenize.ts';
import { unitOf } from '../../language/units-of-measure.ts';
import { isOrdinary } from './ordinary-words.ts';

/** The names in a text by which answers are compared with evidence. */
export type NamedThings = {
  /** Preferred names, or spellings known only as drug names, in order of mention. */
  readonly drugs: readonly string[];
  readonly routes: readonly string[];
  readonly conditions: readonly string[];
  /** Words that are neither in the terminology nor ordinary: any of them may be a drug name. */
  readonly names: readonly string[];
};

const clinicalWords: ReadonlySet<string> = new Set(clinicalWordRows);

const isUsual = (word: string): boolean =>
  isOrdinary(word) || commonWords.has(word) || clinicalWords.has(word) || stopWords.has(word);

/** Shorter words are abbreviations, which are too ambiguous. */
const shortestName = 5;
const asName = /^\p{Ll}[\p{Ll}-]*$/u;

const isName = (word: string): boolean =>
  word.length >= shortestName &&
  asName.test(word) &&
  !isUsual(word) &&
  unitOf(word) === undefined &&
  !baseForms(word).some((form) => form.length >= 3 && isUsual(form));

/** Stems that end drug names: the international non-proprietary names (WHO, "The use of stems", 2018). */
const drugEnding =
  /(?:azepam|azolam|barbital|caine|cillin|cycline|dipine|dronate|floxacin|fentanil|gliptin|gliflozin|glutide|grel|lukast|mab|micin|mycin|nidazole|olol|onium|oxetine|parin|prazole|pril|profen|sartan|semide|setron|statin|stigmine|terol|thiazide|tidine|tinib|triptan|triptyline|vaptan|vir|xaban|zepam|zosin|zole|zine|zolam|ketamine|phylline|dopam|pressin|curium|amine)s?$/;

/** Whether a word ends like a drug name. */
const endsAsDrug = (word: string): boolean => word.length >= 6 && drugEnding.test(word) && !isUsual(word);

/** Drug names that usually mean something else in a sentence. */
const notDrugs = new Set([
  'water',
  'air',
  'contrast',
  'glucose',
  'iron',
  'potassium',
  'sodium',
  'magnesium level',
]);

/** Returns the names in a short text. */
export const findNamedThings = (text: string): NamedThings => {
  const tokens = tokenize(text);
  const stems = tokens.map((token) => stem(token.text));
  const concepts = withoutNested(matchConcepts(tokens, stems, false));
  // "Oxygen saturation" is a finding.
  const drugMatches = withoutNested(matchDrugs(tokens, stems, false)).filter(
    (match) => !isNested(match, concepts),
  );
  const taken = new Set<number>();
  for (const { start, length } of [...drugMatches, ...concepts])
    for (let at = start; at < start + length; at += 1) taken.add(at);
  const namesOf = (kind: 'route' | 'condition'): readonly string[] => [
    ...new Set(concepts.flatMap(({ concept }) => (concept.kind === kind ? [concept.name] : []))),
  ];
  const spelled = tokens.flatMap(({ text: word }, at) =>
    !taken.has(at) && (drugNames.has(word) || endsAsDrug(word)) ? [{ start: at, name: word }] : [],
  );
  const drugs = [...drugMatches.map(({ start, concept }) => ({ start, name: concept.name })), ...spelled]
    .filter(({ name }) => !notDrugs.has(name))
    .sort((one, other) => one.start - other.start)
    .map(({ name }) => name);
  return {
    drugs: [...new Set(drugs)],
    routes: namesOf('route'),
    conditions: namesOf('condition'),
    names: [
      ...new Set(tokens.flatMap(({ text: word }, at) => (!taken.has(at) && isName(word) ? [word] : []))),
    ],
  };
};

/** A drug with its broader concepts, components and classes. */
const withBroader = (name: string): readonly string[] => {
  const concept = conceptByName.get(name);
  return [name, ...(concept === undefined ? [] : [...concept.sortOf, ...concept.broader])];
};

/** Whether a named drug is the wanted one, or belongs to the wanted class. */
export const isDrug = (named: string, wanted: string): boolean => withBroader(named).includes(wanted);
