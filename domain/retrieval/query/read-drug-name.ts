import { matchConcepts, matchDrugs } from '../../language/concept-matcher.ts';
import { damerauLevenshtein } from '../../language/damerau-levenshtein.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../language/terminology/ambiguous-abbreviations.ts';
import { commonWords } from '../../language/terminology/common-words.ts';
import { drugs } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { typos } from '../../language/terminology/typos.ts';
import { tokenize } from '../../language/tokenize.ts';

/** The meaning of a name given as a drug's. */
type DrugName =
  /** The names that `drugsNamed` uses; several when the name covers several drugs ("calcium"). */
  | { readonly kind: 'listed'; readonly names: readonly string[] }
  /** An abbreviation of several drugs, which are easily confused: "MS". */
  | { readonly kind: 'ambiguous'; readonly meanings: readonly string[] }
  /** Not a drug: a condition, a procedure, an everyday word. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unlisted' };

const namedAsAWhole = (match: typeof matchConcepts, name: string): readonly string[] => {
  const tokens = tokenize(name);
  const stems = tokens.map((token) => stem(token.text));
  return match(tokens, stems, true)
    .filter(({ start, length }) => start === 0 && length === tokens.length)
    .map(({ concept }) => concept.name);
};

/** Abbreviations that two drugs share (ISMP List of Error-Prone Abbreviations). */
const sharedByDrugs: ReadonlyMap<string, readonly string[]> = new Map([
  ['ms', ['morphine sulfate', 'magnesium sulfate']],
  ['pred', ['prednisone', 'prednisolone']],
  ['azt', ['zidovudine', 'azathioprine', 'azithromycin', 'aztreonam']],
  ['cpz', ['prochlorperazine', 'chlorpromazine']],
  ['dex', ['dexamethasone', 'dextrose', 'dexmedetomidine']],
  ['dph', ['diphenhydramine', 'phenytoin']],
  ['hct', ['hydrocortisone', 'hydrochlorothiazide']],
  ['levo', ['norepinephrine', 'levothyroxine', 'levofloxacin', 'levetiracetam']],
  ['mtx', ['methotrexate', 'mitoxantrone']],
  ['neo', ['phenylephrine', 'neostigmine']],
]);

/**
 * Resolves a drug filter's value. Generic names, brand names, abbreviations and listed misspellings are understood;
 * names that only look similar are not, because look-alike names cause wrong-drug errors (ISMP List of Confused Drug
 * Names).
 */
export const readDrugName = (name: string): DrugName => {
  const words = tokenize(name).map(({ text }) => text);
  const [only = ''] = words;
  const word = words.length === 1 ? only : '';
  const meanings = sharedByDrugs.get(word);
  if (meanings) return { kind: 'ambiguous', meanings };
  const names = namedAsAWhole(matchDrugs, name);
  if (names.length > 0) return { kind: 'listed', names };
  if (drugNames.has(word)) return { kind: 'listed', names: [word] };
  const spelled = typos.get(word) ?? abbreviations.get(word) ?? ambiguousAbbreviations.get(word)?.usual;
  if (spelled !== undefined) {
    const drug = readDrugName(spelled);
    return drug.kind === 'listed' ? drug : { kind: 'other' };
  }
  const everyday = words.every(
    (one) => stopWords.has(one) || commonWords.has(one) || isGenericWord(stem(one)) || /^\d/.test(one),
  );
  return everyday || namedAsAWhole(matchConcepts, name).length > 0 ? { kind: 'other' } : { kind: 'unlisted' };
};

const knownNames: ReadonlySet<string> = new Set([
  ...drugs.flatMap(({ name, also }) => [name, ...also]),
  ...drugNames,
]);

const NEAR = 5;
/** The edit distance within which a name is offered; it may exceed that of a correction, because the user chooses. */
const maxEdits = (name: string): number => (name.length < 6 ? 1 : name.length < 9 ? 2 : 3);

/** Returns up to five drug names that are spelled similarly or contain the name, most similar first. */
export const nearDrugNames = (name: string): readonly string[] => {
  const written = tokenize(name)
    .map(({ text }) => text)
    .join(' ');
  if (written.length < 3) return [];
  const maxDistance = maxEdits(written);
  const contains = (text: string, part: string): boolean => ` ${text} `.includes(` ${part} `);
  return [...knownNames]
    .map((known) => ({
      known,
      distance:
        known.startsWith(written) || contains(written, known)
          ? 0
          : damerauLevenshtein(written, known, maxDistance),
    }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((one, other) => one.distance - other.distance || (one.known < other.known ? -1 : 1))
    .slice(0, NEAR)
    .map(({ known }) => known);
};
