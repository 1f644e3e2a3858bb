import { dosesIn } from '../../clinical-text/doses-named.ts';
import { agesIn } from '../../clinical-text/patient-ages.ts';
import { weightsIn } from '../../clinical-text/patient-weights.ts';
import { withoutPatientsInTerms } from '../../clinical-text/patients-in-terms.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { matchConcepts, withoutNested } from '../../language/concept-matcher.ts';
import { writeOutContractions } from '../../language/contractions.ts';
import { stem } from '../../language/stem.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../language/terminology/ambiguous-abbreviations.ts';
import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { tokenize } from '../../language/tokenize.ts';
import { classifyIntent } from './classify-intent.ts';
import { diseaseStagesIn } from './disease-stages.ts';
import { normalizeQuery } from './normalize-query.ts';
import type { QueryInterpretation } from './query-interpretation.ts';
import { populationOf } from './query-population.ts';
import { findProtocolNumbers } from './query-protocol-numbers.ts';
import { queryVariations } from './query-variations.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { questionDepthOf } from './question-depth.ts';
import { resolveAbbreviation } from './resolve-abbreviation.ts';
import { specialtiesOf } from './specialties.ts';
import { readSpelling } from './spelling.ts';
import { subIntentOf } from './sub-intent.ts';
import { unlistedWords } from './unlisted-words.ts';

/** The most words of a question that are read. */
const maxWords = 120;

type Change = { readonly from: string; readonly to: string };

type Word = { readonly text: string; readonly capitals: boolean };

/** Short words that are abbreviations only after a number; `inCapitalsOnly` has those that are only in capitals. */
const onlyAfterNumber: ReadonlySet<string> = new Set(['mo', 'yo']);
const inCapitalsOnly: ReadonlyMap<string, string> = new Map([
  ['in', 'intranasal'],
  ['or', 'operating room'],
]);

/** Words that precede a person's name. */
const titles: ReadonlySet<string> = new Set(
  'mr mrs miss mister nurse officer deputy captain capt sgt sergeant detective'.split(' '),
);

const expansionOf = (words: readonly Word[], at: number, shouting: boolean): string | undefined => {
  const word = words[at];
  if (!word) return undefined;
  const { text, capitals } = word;
  if (titles.has(words[at - 1]?.text ?? '')) return undefined;
  if (capitals && !shouting) {
    const inCapitals = inCapitalsOnly.get(text);
    if (inCapitals) return inCapitals;
  }
  const ambiguous = ambiguousAbbreviations.get(text);
  if (ambiguous) {
    if (ambiguous.onlyInCapitals && (!capitals || shouting)) return undefined;
    return resolveAbbreviation(
      ambiguous,
      words.map((other) => other.text),
      at,
    );
  }
  if (onlyAfterNumber.has(text) && !/^\d/.test(words[at - 1]?.text ?? '')) return undefined;
  return abbreviations.get(text);
};

/** True when an expansion names a medical concept: its words then ask nothing ("positive airway pressure"). */
const namesConcept = (expansion: string): boolean => {
  const tokens = tokenize(expansion);
  const stems = tokens.map((token) => stem(token.text));
  return matchConcepts(tokens, stems, true).length > 0;
};

/** How single words are read: the correction of misspellings and the expansion of abbreviations. */
export type WordReading = { readonly correct: typeof readSpelling; readonly expand: typeof expansionOf };
/** The reading used in production. */
export const wordReading: WordReading = { correct: readSpelling, expand: expansionOf };

const namesOf = (found: ReturnType<typeof matchConcepts>, kind: ConceptKind): readonly string[] => [
  ...new Set(found.filter(({ concept }) => concept.kind === kind).map(({ concept }) => concept.name)),
];

/**
 * Interprets a question: corrects spelling, expands abbreviations by context, finds drugs, conditions, procedures,
 * routes, ages, weights, doses, protocol numbers, the population and the intent. Accepts any text; reads only its first
 * 1,000 characters. Expansions add to the search: the written form is searched too.
 */
export const interpretQuery = (
  query: string,
  vocabulary: QueryVocabulary,
  { correct, expand }: WordReading = wordReading,
): QueryInterpretation => {
  const text = writeOutContractions(normalizeQuery(query));
  const protocolNumbers = findProtocolNumbers(text, vocabulary);
  const tokens = tokenize(text).slice(0, maxWords);
  const shouting = tokens.filter((token) => token.capitals).length > Math.max(3, tokens.length / 2);
  const { corrections: corrected, suggestions } = correct(tokens, vocabulary, shouting);
  const corrections = [...corrected].map(([from, to]): Change => ({ from, to }));
  const words = tokens.map((token): Word => {
    const correction = corrected.get(token.text);
    return correction === undefined ? token : { text: correction, capitals: false };
  });
  const expansions: Change[] = [];
  /** The words that show the intent: as typed where an expansion names a thing. */
  const asking: string[] = [];
  const searched = words.map((word, at) => {
    const expansion = expand(words, at, shouting);
    asking.push(expansion === undefined || namesConcept(expansion) ? word.text : expansion);
    if (expansion === undefined) return word.text;
    if (!expansions.some(({ from }) => from === word.text))
      expansions.push({ from: word.text, to: expansion });
    return expansion;
  });
  const searchedFor = searched.join(' ');
  const searchedTokens = tokenize(searchedFor);
  const matches = matchConcepts(
    searchedTokens,
    searchedTokens.map((token) => stem(token.text)),
    true,
  );
  const found = withoutNested(matches);
  const asWritten = agesIn(withoutPatientsInTerms(text));
  // Corrected spelling may reveal an age ("8 yaer old"), but removes capitals and points.
  const ages = asWritten.length > 0 ? asWritten : agesIn(withoutPatientsInTerms(searchedFor));
  const asTyped = text.toLowerCase();
  const conditions = namesOf(found, 'condition');
  const entities = {
    drugs: namesOf(found, 'drug'),
    conditions,
    procedures: namesOf(found, 'procedure'),
    routes: namesOf(found, 'route'),
    ages,
    weights: weightsIn(text),
    doses: dosesIn(text),
    stages: diseaseStagesIn(asTyped, conditions, expansions),
  };
  const lower = searchedFor.toLowerCase();
  const ofNumber = protocolNumbers.some((number) => /\d-?p$/.test(number)) ? 'pediatric' : undefined;
  const population = populationOf(`${asTyped} \n ${lower}`, ages) ?? ofNumber;
  const { intent, confidence } = classifyIntent({
    text: lower === '' ? '' : `${asking.join(' ')} \n ${asTyped}`,
    expanded: lower,
    namesDevice: found.some(({ concept }) => concept.kind === 'procedure' || concept.kind === 'equipment'),
    entities,
    population,
    protocolNumbers,
  });
  return {
    original: query,
    searchedFor,
    intent,
    ...omitUndefined({ subIntent: subIntentOf({ text: `${asTyped} \n ${lower}`, intent, entities }) }),
    depth: questionDepthOf(asTyped, { intent, entities }),
    confidence,
    expansions,
    corrections,
    suggestions: [...suggestions].map(([from, to]) => ({ from, to })),
    protocolNumbers,
    ...omitUndefined({ population }),
    entities,
    specialties: specialtiesOf(
      found.map(({ concept }) => concept.name),
      lower,
      population,
    ),
    variations: queryVariations({ searchedFor, intent, entities, population }),
    unknownWords: unlistedWords(searchedFor).filter((word) => !vocabulary.isEnglish(word)),
  };
};
