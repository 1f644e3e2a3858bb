import { namesAmount } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { isDrugItself } from './drug-terms.ts';
import type { Block } from './outline/block.ts';
import { termsIn } from './terms-of-text.ts';

/** The text before the first number of a line, where the drug of a dose stands: what follows may be its diluent. */
const beforeNumber = (line: string): string => line.slice(0, line.search(/\d/));

type Dose = {
  /** The terms of the whole line that names the drug: the line of the dose, or the last one before it. */
  readonly terms: ReadonlySet<string>;
  /** Whether a drug is named in front of an amount there. */
  readonly isNamed: boolean;
};

const namesDrug = (text: string): boolean => [...termsIn(text)].some(isDrugItself);

const dosesOf = weakMemoize((lines: readonly string[]): readonly Dose[] => {
  // Most blocks give no dose, and the terms of a line are costly.
  if (!lines.some(namesAmount)) return [];
  const doses: Dose[] = [];
  let last: Dose | undefined;
  for (const line of lines) {
    const isDose = namesAmount(line);
    if (namesDrug(isDose ? beforeNumber(line) : line)) last = { terms: termsIn(line), isNamed: true };
    if (isDose) doses.push(last ?? { terms: termsIn(line), isNamed: false });
  }
  return doses;
});

/**
 * Whether all doses of a block are of other drugs than those asked for, though something above it names one of them: "If
 * on phenytoin: acetylcysteine 150 mg/kg, then 50 mg/kg" gives no dose of phenytoin. The drug of an amount stands in its
 * own line, or in the nearest dose above it.
 *
 * @param path the block and those above it, from the nearest on
 * @param drugs terms of the drugs asked for
 */
export const dosesAreOfOthers = (path: readonly Block[], drugs: readonly string[]): boolean => {
  for (const { kind, lines } of path) {
    if (kind === 'table') return false;
    const doses = dosesOf(lines);
    if (doses.some(({ isNamed }) => isNamed))
      return doses.every(({ terms, isNamed }) => isNamed && !drugs.some((drug) => terms.has(drug)));
  }
  return false;
};
