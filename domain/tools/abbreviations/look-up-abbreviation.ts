import { matchConcepts } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../language/terminology/ambiguous-abbreviations.ts';
import type { Concept } from '../../language/terminology/concept.ts';
import { concepts } from '../../language/terminology/concepts.ts';
import { senseRows } from '../../language/terminology/tables.generated.ts';
import { tokenize } from '../../language/tokenize.ts';
import { readDrugName } from '../../retrieval/query/read-drug-name.ts';
import { resolveAbbreviation } from '../../retrieval/query/resolve-abbreviation.ts';
import { type ErrorProneAbbreviation, errorProneAbbreviations } from './error-prone-abbreviations.ts';
import { furtherMeanings } from './further-meanings.ts';

type AbbreviationMeaning = {
  readonly meaning: string;
  /** The kind and code of the meaning, if the terminology has them. */
  readonly concept?: Concept;
  /** True when the surrounding words support this meaning and no other. */
  readonly isSupported: boolean;
};

type AbbreviationFound = {
  /** All known meanings; `dangers` lists those that are easily confused. */
  readonly meanings: readonly AbbreviationMeaning[];
  readonly dangers: readonly ErrorProneAbbreviation[];
};

/** An abbreviation as the tables spell it: `Q.D.` is `qd`, `µg` is `ug`, `MSO₄` is `mso4`. */
const plainAbbreviation = (written: string): string =>
  written
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('μ', 'u')
    .replace(/[.\s]+/g, '');

/** The table of senses marks an abbreviation without a medical meaning by this. */
const noMeaning = '-';
/** Concept names of up to this many letters, without a blank, are looked up like abbreviations. */
const longestName = 8;

const conceptsByShortName: ReadonlyMap<string, readonly Concept[]> = Map.groupBy(
  concepts.flatMap((concept) =>
    [...concept.also, ...concept.onlyInQuestions]
      .filter((name) => !name.includes(' ') && name.length <= longestName)
      .map((name) => ({ name: plainAbbreviation(name), concept })),
  ),
  ({ name }) => name,
)
  .entries()
  .reduce(
    (all, [name, found]) =>
      all.set(
        name,
        found.map(({ concept }) => concept),
      ),
    new Map<string, readonly Concept[]>(),
  );

/** The concept whose name is the whole text. */
const conceptNamed = (text: string): Concept | undefined => {
  const tokens = tokenize(text);
  const whole = matchConcepts(
    tokens,
    tokens.map((token) => stem(token.text)),
    false,
  ).filter(({ start, length }) => start === 0 && length === tokens.length);
  return whole.length === 1 ? whole[0]?.concept : undefined;
};

/** The meaning that the surrounding words support; undefined if they support none or several. */
const resolveInContext = (abbreviation: string, around: string): string | undefined => {
  const known = ambiguousAbbreviations.get(abbreviation);
  if (known === undefined) return undefined;
  const words = tokenize(around).map(({ text }) => text);
  const at = words.indexOf(abbreviation);
  const { usual: _, ...withoutUsual } = known;
  return at === -1
    ? resolveAbbreviation(withoutUsual, [...words, abbreviation], words.length)
    : resolveAbbreviation(withoutUsual, words, at);
};

/**
 * Returns all known meanings of an abbreviation, the most usual first, and its known misreadings. The surrounding
 * words never exclude a meaning: they only mark the one that they support.
 *
 * @param around the text around the abbreviation; may contain the abbreviation itself
 */
export const lookUpAbbreviation = (written: string, around = ''): AbbreviationFound => {
  const abbreviation = plainAbbreviation(written);
  const drug = readDrugName(abbreviation);
  const senses = senseRows.filter((row) => row.abbreviation === abbreviation);
  const found = [
    ...senses.toSorted((one, other) => Number(other.usual) - Number(one.usual)).map((row) => row.expansion),
    abbreviations.get(abbreviation),
    ...(conceptsByShortName.get(abbreviation) ?? []).map(({ name }) => name),
    ...(drug.kind === 'ambiguous' ? drug.meanings : []),
    ...(furtherMeanings.get(abbreviation) ?? []),
  ].flatMap((meaning) => (meaning === undefined || meaning === noMeaning ? [] : [meaning]));
  const resolved = resolveInContext(abbreviation, around);
  const meanings = new Map<string, AbbreviationMeaning>();
  for (const meaning of found) {
    const concept = conceptNamed(meaning);
    const key = concept?.name ?? meaning.toLowerCase();
    const before = meanings.get(key);
    const isSupported = meaning === resolved || before?.isSupported === true;
    meanings.set(key, {
      meaning: before?.meaning ?? meaning,
      ...(concept === undefined ? {} : { concept }),
      isSupported,
    });
  }
  return { meanings: [...meanings.values()], dangers: errorProneAbbreviations.get(abbreviation) ?? [] };
};
