import { protocolNumberKey, protocolNumbersOf, sectionNumbersOf } from '../../retrieval/protocol-numbers.ts';
import type { AnswerCitation } from '../answer-citation.ts';

/** A reference to another document for a dose or size, such as "dose per MCG 1309". */
const leftToReference =
  /\b(?:dos(?:e|es|ing|age)|siz(?:e|es|ing))\b[^.\n]{0,40}?\bper\s+((?:MCG|TP|Ref(?:erence)?\.?(?:\s*No\.?)?)\s*(\d{3,4}(?:\.\d{1,2})?))/gi;

/** Names the references that quoted lines rely on for doses and that are not quoted themselves. */
export const dosesLeftToReferences = (citations: readonly AnswerCitation[]): readonly string[] => {
  const cited = new Set(
    citations
      .flatMap(({ passage, parts }) => [
        ...protocolNumbersOf(passage),
        // Of a collection in one file, the quoted sections have their own numbers.
        ...parts.flatMap((part) => sectionNumbersOf(part.passage.sectionPath)),
      ])
      .map(protocolNumberKey),
  );
  const references = new Map<string, { readonly name: string; readonly marks: Set<string> }>();
  for (const { n, excerpt } of citations) {
    for (const [, name = '', number = ''] of excerpt.matchAll(leftToReference)) {
      const key = protocolNumberKey(number);
      if (cited.has(key)) continue;
      const known = references.get(key) ?? { name: name.replace(/\s+/g, ' '), marks: new Set<string>() };
      references.set(key, known);
      known.marks.add(`[${n}]`);
    }
  }
  return [...references.values()].map(
    ({ name, marks }) =>
      `${[...marks].join(' ')} ${marks.size === 1 ? 'refers' : 'refer'} to ${name} for doses or sizes, which is not quoted here: look there for the amount and its maximum.`,
  );
};
