import { namesPatients } from '../../clinical-text/population.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { titleWords } from '../lexical/title-words.ts';
import type { Passage } from '../passage.ts';
import { protocolNumbersOf } from '../protocol-numbers.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import { preferredPopulation } from '../query/query-population.ts';

type Population = NonNullable<QueryInterpretation['population']>;
type Written = Pick<Passage, 'title' | 'fileName' | 'protocolNumber' | 'sectionPath' | 'text'>;

const pediatricNumber = /\d-?p$/;

/** Units of a hospital that have patients of one kind only. */
const childrensUnit = /\bpicu\b/i;
const newbornsUnit = /\b(?:nicu|scbu)\b/i;

const named = (written: string): Population | undefined => {
  const child = namesPatients(written, 'pediatric') || childrensUnit.test(written);
  const grown = namesPatients(written, 'adult');
  if (child && grown) return undefined;
  if (namesPatients(written, 'neonatal') || newbornsUnit.test(written)) return 'neonatal';
  if (child) return 'pediatric';
  return grown ? 'adult' : undefined;
};

/** The patients a document is written for, by its title and number; `undefined` when it does not say, or for all. */
export const patientsOf = (passage: Omit<Written, 'text'>): Population | undefined => {
  const fromTitle = named(titleWords(passage));
  if (fromTitle !== undefined) return fromTitle;
  return protocolNumbersOf(passage).some((number) => pediatricNumber.test(number)) ? 'pediatric' : undefined;
};

/** The patients a passage is written for; a heading takes precedence over the title. */
const writtenFor = weakMemoize(
  (passage: Written): Population | undefined => named(passage.sectionPath.join(' ')) ?? patientsOf(passage),
);
const namesChildren = weakMemoize(({ text }: Written): boolean => namesPatients(text, 'pediatric'));

const isChild = (population: Population | undefined): boolean =>
  population === 'pediatric' || population === 'neonatal';

type Patients = {
  readonly population?: Population;
  readonly entities: Pick<QueryInterpretation['entities'], 'ages' | 'weights'>;
};

/** The same where the question names no patients: it is taken to mean adults, or by a weight children; mildly. */
const mildAgreement = (passage: Written, entities: Patients['entities']): number => {
  const written = writtenFor(passage);
  const preferred = preferredPopulation(entities);
  if (preferred === 'none') return 0;
  if (preferred === 'adult') return isChild(written) ? -0.35 : 0;
  if (written === undefined) return namesChildren(passage) ? 0.1 : -0.15;
  return isChild(written) ? 0.5 : -0.35;
};

/**
 * How well a passage fits the patients of a question, from -1 (written for others) to 1 (written for them). A question
 * that names no patients is taken to mean adults, mildly; one that gives a child's weight, children; one that gives an
 * age from 15 to 17, both.
 */
export const populationAgreement = (passage: Written, { population: wanted, entities }: Patients): number => {
  if (wanted === undefined) return mildAgreement(passage, entities);
  const written = writtenFor(passage);
  if (wanted === 'adult') return isChild(written) ? -1 : 0.2;
  if (written === wanted) return 1;
  if (written === undefined) return namesChildren(passage) ? 0.3 : -0.4;
  return written === 'adult' ? -1 : 0.5;
};
