/** Two names of one thing in a document: initials or a brand, and what it calls in full or by its generic name. */
export type NamePair = {
  /** Initials are found in capitals only: "PE", not "pe". */
  readonly kind: 'initials' | 'brand';
  readonly short: string;
  readonly long: string;
};

/** The most pairs that are read from one document. */
const mostPairs = 500;
/** The most characters before a parenthesis in which a long form is sought, and inside one. */
const longestForm = 100;

const parenthesis = /\(([^()]{2,80})\)/g;
const initials = /^(\p{Lu}[\p{Lu}\d]{1,7})s?$/u;
const leadingSmallWords = /^(?:(?:an?|and|of|or|the|to) ){1,3}/i;
const letterOrDigit = /[\p{L}\d]/u;
const wordBefore = /([\p{L}\d][\p{L}\d/-]{0,14})\s{0,2}$/u;

/** The text after the last mark that ends a phrase. */
const phraseBefore = (text: string, end: number): string =>
  text
    .slice(Math.max(0, end - longestForm), end)
    .split(/[.;:|()[\]•!?]|\n\s*\n/)
    .at(-1)
    ?.replace(/\s+/g, ' ')
    .trim() ?? '';

/**
 * The words at the end of a phrase that initials stand for; `undefined` when they do not. The letters are matched from
 * the last to the first, which must begin a word (Schwartz AS, Hearst MA. A simple algorithm for identifying
 * abbreviation definitions in biomedical text. Pac Symp Biocomput 2003:451-62).
 */
const longFormOf = (short: string, phrase: string): string | undefined => {
  const written = short.toLowerCase();
  const lower = phrase.toLowerCase();
  let at = lower.length - 1;
  for (let place = written.length - 1; place >= 0; place -= 1) {
    const isFirst = place === 0;
    while (
      at >= 0 &&
      (lower.charAt(at) !== written.charAt(place) || (isFirst && letterOrDigit.test(lower.charAt(at - 1))))
    )
      at -= 1;
    if (at < 0) return undefined;
    at -= 1;
  }
  const long = phrase.slice(at + 1).replace(leadingSmallWords, '');
  const words = long.split(' ');
  const mostWords = Math.min(short.length + 5, short.length * 2);
  const isLonger = long.length > short.length + 2 && words.length <= mostWords;
  return isLonger && !words.includes(short) ? long : undefined;
};

/** Initials defined in a text: "pulmonary embolism (PE)", "PE (pulmonary embolism)". */
const initialsIn = (text: string): readonly NamePair[] =>
  [...text.matchAll(parenthesis)].flatMap(({ 1: inside = '', index }) => {
    const short = initials.exec(inside.trim())?.[1];
    if (short !== undefined) {
      const long = longFormOf(short, phraseBefore(text, index));
      return long === undefined ? [] : [{ kind: 'initials', short, long }];
    }
    const before = wordBefore.exec(text.slice(Math.max(0, index - 20), index))?.[1] ?? '';
    const whole = inside.replace(/\s+/g, ' ').trim();
    const named = initials.exec(before)?.[1];
    return named !== undefined && longFormOf(named, whole) === whole
      ? [{ kind: 'initials', short: named, long: whole }]
      : [];
  });

const form =
  '(?:tablets?|capsules?|injections?|infusions?|creams?|ointments?|gels?|lotions?|solutions?|suspensions?|sprays?|powders?|patch(?:es)?|inhalers?|kit|[Ll]abel)\\b';
const pronunciation = '(?:\\[[^\\]]{1,30}\\]\\s*)?';
const drugInside = '\\((\\p{Ll}[\\p{L} -]{3,40})\\)';
/** "Zyplora® (nivacitinib)", in any case; "ZYPLORA (nivacitinib) tablets", in capitals as labels have it. */
const brandWithDrug = new RegExp(
  `(?<![\\p{L}\\d])(?:(\\p{Lu}[\\p{L}\\d-]{3,30})\\s?[®™]\\s?${pronunciation}${drugInside}|(\\p{Lu}[\\p{Lu}\\d-]{3,30})\\s${pronunciation}${drugInside},?\\s{1,3}(?:[\\p{L}-]{1,20}\\s){0,2}${form})`,
  'gu',
);
/** The title of a structured product label: "XELJANZ- tofacitinib tablet, film coated". */
const brandBeforeDrug = new RegExp(
  `^(\\p{Lu}[\\p{Lu}\\d]{3,30})\\s?[-–]\\s(\\p{Ll}[\\p{L}, -]{3,80}?)\\s${form}`,
  'u',
);
/** A label explains its brand within this many characters. */
const longestHead = 12_000;

const brandsIn = (title: string, head: string): readonly NamePair[] => {
  const [, titled = '', drugs = ''] = brandBeforeDrug.exec(title) ?? [];
  const explained = [title, head]
    .flatMap((text) => [...text.matchAll(brandWithDrug)])
    .map(([, marked, ofMarked = '', plain = '', ofPlain = '']) =>
      marked === undefined ? ([plain, ofPlain] as const) : ([marked, ofMarked] as const),
    );
  return [...(titled === '' ? [] : [[titled, drugs] as const]), ...explained].map(([short, long]) => ({
    kind: 'brand',
    short,
    long,
  }));
};

const word = /[\p{L}\d]+/gu;
const wordsOf = (text: string): readonly string[] => text.match(word) ?? [];
/** Singular and plural of a word are one; drug names and initials do not end in `s` often enough to matter. */
const bare = (written: string): string => written.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');

/** The pairs of names that a document defines, each short name once, as first defined. */
export const namePairsIn = (document: {
  readonly title: string;
  readonly texts: readonly string[];
}): readonly NamePair[] => {
  const head = document.texts.join('\n').slice(0, longestHead);
  const pairs = new Map<string, NamePair>();
  for (const pair of [...brandsIn(document.title, head), ...document.texts.flatMap(initialsIn)]) {
    if (pairs.size === mostPairs) break;
    if (!pairs.has(pair.short)) pairs.set(pair.short, pair);
  }
  return [...pairs.values()];
};

/**
 * Returns a function that finds the pairs of which a text holds one name or both, in the order of the pairs. Initials
 * are found in capitals only, other names in any case, singular or plural.
 */
export const nameFinder = (pairs: readonly NamePair[]): ((text: string) => readonly NamePair[]) => {
  const byFirst = new Map<string, { readonly pair: NamePair; readonly words: readonly string[] }[]>();
  const byInitials = new Map<string, NamePair>();
  for (const pair of pairs) {
    const isOfInitials = pair.kind === 'initials';
    if (isOfInitials) byInitials.set(pair.short, pair);
    for (const name of isOfInitials ? [pair.long] : [pair.short, pair.long]) {
      const words = wordsOf(name).map(bare);
      const [first = ''] = words;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { pair, words }]);
    }
  }
  return (text) => {
    if (pairs.length === 0) return [];
    const written = wordsOf(text);
    const plain = written.map(bare);
    const found = new Set<NamePair>();
    plain.forEach((one, at) => {
      const initialled = byInitials.get((written[at] ?? '').replace(/(?<=\p{Lu}{2})s$/u, ''));
      if (initialled !== undefined) found.add(initialled);
      for (const { pair, words } of byFirst.get(one) ?? [])
        if (words.every((expected, step) => plain[at + step] === expected)) found.add(pair);
    });
    return pairs.filter((pair) => found.has(pair));
  };
};

/** Both names of the pairs that a text names one of, as a text; empty when it names none. */
export const textOfNames = (pairs: readonly NamePair[] | undefined): string =>
  (pairs ?? []).map(({ short, long }) => `${short} \n ${long}`).join(' \n ');
