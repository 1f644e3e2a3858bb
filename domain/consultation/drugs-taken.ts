import { drugsNamed } from '../language/drugs-named.ts';

type Asked = { readonly original: string; readonly drugs: readonly string[] };

/** Before a drug that the patient is on or has had. */
const onDrug =
  /\b(?:took|takes?|taken|taking|on|prescribed|after|had|received|daily|already|recent(?:ly)?|ingested|swallowed)\b/gi;
/** Before a drug that is to be combined with another. */
const withDrug = /\b(?:us(?:es|ed|ing)|with|plus)\b/gi;
/** The words after it that may name the drug. */
const takenWithin = 40;
const clauseEnd = /[,.;?]/;
/** Where a question turns from the drugs of its patient to what it asks. */
const questionBegins =
  /[,.:;?]|\b(?:what|which|how|when|can|could|may|should|shall|do|does|is|are|give|needs?|dos(?:e|es|ing|age)|reversal|to reverse)\b/i;

/** Asks for an amount of something that it names, known to the terminology or not: "how much vitamin K". */
const asksAmountOf =
  /\b(?:how much|how many [a-z]{3,12} of|dos(?:e|es|age) of)\s(?!(?:an?|can|do|does|for|he|i|is|it|may|more|of|she|should|that|the|they|this|to|we|will)\b)\p{L}/iu;

/** The drugs named right after one of some words, up to the end of what these introduce. */
const namedAfter = ({ original, drugs }: Asked, words: readonly RegExp[], end: RegExp): readonly string[] => {
  const after = words.flatMap((pattern) =>
    [...original.matchAll(pattern)].map(({ index, 0: word }) => {
      const from = index + word.length;
      return original.slice(from, from + takenWithin).split(end)[0] ?? '';
    }),
  );
  const named = new Set(after.flatMap((text) => drugsNamed({ title: '', sectionPath: [], text })));
  return drugs.filter((drug) => named.has(drug));
};

/**
 * The drugs that a question says its patient is on, or asks to combine with another: those named right after such a
 * word, of several drugs.
 */
export const drugsTaken = (asked: Asked): readonly string[] => {
  if (asked.drugs.length < 2) return [];
  const found = namedAfter(asked, [onDrug, withDrug], clauseEnd);
  return found.length === asked.drugs.length ? found.slice(1) : found;
};

/**
 * The drugs that a question asks about, without those that its patient is on: "bleeding on warfarin, how much prothrombin
 * complex" asks for no dose of warfarin. If the patient is on all of them, and the question asks for no amount of something
 * else, it asks about them.
 */
export const drugsToGive = (asked: Asked): readonly string[] => {
  const taken = namedAfter(asked, [onDrug], questionBegins);
  const others = asked.drugs.filter((drug) => !taken.includes(drug));
  if (others.length > 0 || taken.length === 0) return others;
  const wanted = asked.original.slice(asked.original.search(asksAmountOf));
  const names = new Set(drugsNamed({ title: '', sectionPath: [], text: wanted }));
  return asksAmountOf.test(asked.original) && !taken.some((drug) => names.has(drug)) ? [] : asked.drugs;
};
