import { wordedUnitSource } from '../../clinical-text/unit-patterns.ts';

/**
 * Letters and numerals of writings that the checks of an answer do not read: neither drugs nor numbers in words are
 * known of them. Single Greek letters are signs ("α-blocker", "μg").
 */
const unread =
  /(?:[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]|\p{Nl}|[^\P{No}¼-¾⅐-⅞²³¹⁰-⁹])[\p{L}\p{M}]*|\p{Script=Greek}{2,}/gu;
/** Units that are measured out, of which "a" is no more than a word in none. */
const measures: ReadonlySet<string> = new Set(['mcg', 'mg', 'g', 'mL', 'L', 'mEq', 'mmol']);
/** An amount whose number is none of digits: "a gram", "x mg". */
const unnumbered = new RegExp(
  String.raw`\b(?:an?|[ivx]{1,6}) ?(?:${wordedUnitSource(({ symbol }) => measures.has(symbol))})\b(?!\/)`,
  'gi',
);
/** An amount without any bound: nothing in it is a number that could be wrong. */
const unbounded =
  /\b(?:no (?:maximum|upper limit|limit|ceiling)\b|as (?:often|much|many) as (?:you|needed|necessary|required|wanted)|(?:whole|entire|full|complete) (?:vial|ampou?le|syringe|bottle|bag)|unlimited|without (?:a |any )?(?:limit|maximum)|every (?:second|minute|hour)\b)/gi;

/**
 * Whether a sentence says something in a way that cannot be compared with its sources: in letters of another writing, or
 * as an amount without a number or a bound. What a source itself writes so may be repeated.
 *
 * @param claim in plain characters
 * @param evidence each as it is written, in lower case
 */
export const cannotBeCompared = (
  claim: string,
  evidence: readonly { readonly written: string }[],
): boolean => {
  const found = new Set([
    ...(claim.match(unread) ?? []),
    ...(claim.match(unnumbered) ?? []),
    ...(claim.match(unbounded) ?? []),
  ]);
  return [...found].some((part) => !evidence.some(({ written }) => written.includes(part.toLowerCase())));
};
