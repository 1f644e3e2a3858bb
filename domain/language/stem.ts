const irregular: ReadonlyMap<string, string> = new Map([
  ['dosage', 'dos'],
  ['dosages', 'dos'],
  ['bleed', 'bleed'],
  ['bled', 'bleed'],
  ['burnt', 'burn'],
  ['broken', 'break'],
  ['given', 'giv'],
  ['gave', 'giv'],
  ['children', 'child'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['women', 'woman'],
  ['men', 'man'],
  ['restrain', 'restraint'],
  ['restrained', 'restraint'],
  ['restraining', 'restraint'],
  ['deliver', 'delivery'],
  ['delivered', 'delivery'],
  ['delivering', 'delivery'],
  ['diagnoses', 'diagnosis'],
  ['criterion', 'criteria'],
  ['seizing', 'seizur'],
  ['seized', 'seizur'],
  ['died', 'die'],
  ['dying', 'die'],
  ['dead', 'death'],
  ['pronounced', 'pronounc'],
  ['pronouncement', 'pronounc'],
  ['refusal', 'refus'],
  ['calves', 'calf'],
]);

const british: readonly (readonly [RegExp, string])[] = [
  [/haem/g, 'hem'],
  [/aemia/g, 'emia'],
  [/paed/g, 'ped'],
  [/oedema/g, 'edema'],
  [/oesoph/g, 'esoph'],
  [/rrhoea/g, 'rrhea'],
  [/pnoea/g, 'pnea'],
  [/anaes/g, 'anes'],
  [/foet/g, 'fet'],
  [/gynaec/g, 'gynec'],
  [/caesar/g, 'cesar'],
  [/faec/g, 'fec'],
  [/oestr/g, 'estr'],
  [/manoeuv(?:re|er)/g, 'maneuver'],
  [/sulph/g, 'sulf'],
  [/(behavi|col|tum|od|vap|lab|rig)our/g, '$1or'],
  [/(cent|fib|met)re(?=s?$)/g, '$1er'],
  [/([a-z]{3}[^aeiou])is(e|es|ed|er|ers|ing|ation|ations)$/g, '$1iz$2'],
  [/lys(e|es|ed|ing)$/g, 'lyz$1'],
  [/adrenalin$/g, 'adrenaline'],
];

const maybeBritish = /ae|oe|our|sulph|tres?$|bres?$|is[ae]|ising$|lys[ei]|adrenalin$/;
const hasVowel = /[aeiouy]/;
const doubled = /([bdfgmnprt])\1$/;

const americanize = (word: string): string => {
  if (!maybeBritish.test(word)) return word;
  let spelled = word;
  for (const [pattern, replacement] of british) spelled = spelled.replace(pattern, replacement);
  return spelled;
};

const singular = (word: string): string => {
  if (!word.endsWith('s') || word.length < 4) return word;
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
};

const withoutInflection = (word: string): string => {
  if (word.endsWith('ing')) return withoutEnding(word, 3);
  if (word.endsWith('ed') && !word.endsWith('eed')) return withoutEnding(word, 2);
  return word;
};

const withoutEnding = (word: string, length: number): string => {
  const stem = word.slice(0, -length);
  if (stem.length < 3 || !hasVowel.test(stem)) return word;
  return doubled.test(stem) ? stem.slice(0, -1) : stem;
};

const withoutNounEnding = (word: string): string => {
  if (word.length >= 8 && word.endsWith('ation')) return word.slice(0, -3);
  if (word.length >= 8 && word.endsWith('ator')) return word.slice(0, -2);
  if (word.length >= 8 && (word.endsWith('ction') || word.endsWith('ption'))) return word.slice(0, -3);
  return word;
};

/** A cache of stems, cleared when full, so that odd input cannot make it grow without bound. */
const remembered = new Map<string, string>();
const maxRemembered = 100_000;

/**
 * Returns a light stem for matching: converts British, Irish and Commonwealth to American spelling; removes plurals,
 * `-ing`, `-ed`, `-ation`, `-ator`, final `e`. Deliberately light: heavy stemmers merge different drug names and
 * conditions (a Porter stemmer treats `organization` and `organ` alike). Words with a digit and words of up to three
 * letters stay unchanged.
 *
 * @param word a lower-case word
 */
export const stem = (word: string): string => {
  if (word.length <= 3) return word;
  const before = remembered.get(word);
  if (before !== undefined) return before;
  if (remembered.size >= maxRemembered) remembered.clear();
  const found = findStem(word);
  remembered.set(word, found);
  return found;
};

const findStem = (word: string): string => {
  if (/\d/.test(word)) return word;
  const known = irregular.get(word);
  if (known) return known;
  const base = withoutNounEnding(withoutInflection(singular(americanize(word))));
  const fixed = irregular.get(base);
  if (fixed) return fixed;
  return base.length >= 4 && base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) : base;
};
