import { matchDrugs, withoutNested } from './concept-matcher.ts';
import { stem } from './stem.ts';
import type { Concept } from './terminology/concept.ts';
import { conceptByName } from './terminology/concepts.ts';
import { drugNames } from './terminology/drug-names.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A drug with its classes and components: morphine is an opioid, DuoNeb contains albuterol. */
const withBroader = (concept: Concept): readonly string[] => [
  concept.name,
  ...[...concept.sortOf, ...concept.broader].flatMap((name) => {
    const broader = conceptByName.get(name);
    return broader?.kind === 'drug' ? withBroader(broader) : [];
  }),
];

const namedBy = (tokens: readonly Token[]): readonly string[] => {
  const stems = tokens.map((token) => stem(token.text));
  const drugs = matchDrugs(tokens, stems, false);
  // "Digoxin immune fab" is the antidote, not digoxin.
  const found = withoutNested(drugs).flatMap(({ concept }) => withBroader(concept));
  const unmapped = tokens.map(({ text }) => text).filter((text) => drugNames.has(text));
  return [...found, ...unmapped];
};

/** The parts of a passage that can name a drug. */
type NamingText = {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
};

/**
 * Returns the drugs that a passage names in its text, its headings or the title of its document, by any of their names:
 * preferred names of the terminology in alphabetical order, each with its classes and components. Names known only by
 * spelling (ISMP and FDA lists of look-alike names) stay as written, in lower case.
 */
export const drugsNamed = ({ title, sectionPath, text }: NamingText): readonly string[] => {
  const names = [title, ...sectionPath, text].flatMap((part) => namedBy(tokenize(part)));
  return [...new Set(names)].sort();
};
