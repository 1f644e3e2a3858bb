import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { stem } from '../../language/stem.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import type { Passage } from '../passage.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import { relativeAge, yearOf } from './drug-information-age.ts';
import { bodiesNamedIn, includeAuthority, isOwnRule, issuersOf, namesAgencyOf } from './issued-by.ts';
import { type Candidate, coverage, type RankContext, type RankFeature } from './rank-context.ts';
import { rankOfSourceType } from './source-order.ts';

const bodiesAskedFor = weakMemoize(({ original }: QueryInterpretation) => bodiesNamedIn(original));
const wordsAsked = weakMemoize(
  ({ original }: QueryInterpretation): ReadonlySet<string> =>
    new Set(tokenize(original).map(({ text }) => text)),
);

/** The value of a body that is no authority in the question's field, or when the agency's own protocol is wanted. */
const otherBody = 0.5;

/** Whether the question names who issued it: a body, or the agency. */
const isOfNamed = ({ passage }: Candidate, { interpretation }: RankContext): boolean =>
  !issuersOf(passage).isDisjointFrom(bodiesAskedFor(interpretation)) ||
  namesAgencyOf(passage, wordsAsked(interpretation));

/** What an agency has in writing, rather than what others recommend. */
const ownRules = /\b(?:protocols?|polic(?:y|ies)|procedures?|standing orders?)\b/i;

/** Authority when a guideline is wanted: the agency in its protocols, and bodies in their own fields. */
const authorityScore = ({ passage }: Candidate, { interpretation }: RankContext): number => {
  const wantsOwn = ownRules.test(interpretation.original);
  if (isOwnRule(passage)) return 1;
  const issuers = issuersOf(passage);
  if (issuers.size === 0) return 0;
  return includeAuthority(issuers, interpretation) && !wantsOwn ? 1 : otherBody;
};

/** The terms by which the drugs of a question are in titles; of some only the name is known. */
const drugTermsOf = weakMemoize(({ entities, searchedFor }: QueryInterpretation): readonly string[] => [
  ...entities.drugs.map(conceptTerm),
  ...tokenize(searchedFor).flatMap(({ text }) => (drugNames.has(text) ? [stem(text)] : [])),
]);

/** Drug information on a requested drug: its term, its year, and its coverage of the question. */
type DrugInformation = { readonly drug: string; readonly year: number; readonly covered: number };

const drugInformationOf = (candidate: Candidate, context: RankContext): DrugInformation | undefined => {
  if (candidate.passage.sourceType !== 'drug_formulary') return undefined;
  const drug = drugTermsOf(context.interpretation).find((term) => candidate.fields(term).title);
  const year = yearOf(candidate.passage);
  if (drug === undefined || year === undefined) return undefined;
  return { drug, year, covered: coverage(candidate, context) };
};

const allDrugInformation = weakMemoize((context: RankContext): readonly DrugInformation[] =>
  context.candidates.flatMap((candidate) => drugInformationOf(candidate, context) ?? []),
);

/** A newer document with this share of an older one's coverage replaces it. */
const asMuch = 0.75;

/** How much older drug information is than the newest on the same drug that covers the question about as well. */
const age = (candidate: Candidate, context: RankContext): number => {
  const own = drugInformationOf(candidate, context);
  if (!own) return 0;
  const newest = allDrugInformation(context).reduce(
    (most, { drug, year, covered }) =>
      drug === own.drug && covered >= own.covered * asMuch ? Math.max(most, year) : most,
    own.year,
  );
  return relativeAge(own.year, newest);
};

/** A heading, or a line that begins with one: a mere mention is no list. */
const equipmentHeading = /^[#*\s]{0,8}(?:\d{1,2}[.)]\s{1,3})?(?:equipment|supplies|materials)\b/im;
const listsEquipment = weakMemoize(({ text, sectionPath }: Passage): boolean =>
  equipmentHeading.test([...sectionPath, text].join('\n')),
);

/** The difference in rank that counts in full between two kinds of sources. */
const farApart = 3;

/**
 * The signals that depend on the source. All compare candidates with each other: none needs the current date, and among
 * equal sources the order is the same as without them.
 */
export const sourceFeatures: readonly RankFeature[] = [
  {
    name: 'named_issuer',
    weight: 2.5,
    comparesSources: true,
    applies: () => true,
    value: (candidate, context) => (isOfNamed(candidate, context) ? 1 : 0),
  },
  {
    name: 'issuing_body',
    weight: 1.5,
    comparesSources: true,
    applies: ({ interpretation }) => interpretation.intent === 'guideline',
    value: authorityScore,
  },
  {
    name: 'source_order',
    weight: 1,
    comparesSources: true,
    applies: ({ interpretation }) => interpretation.intent === 'guideline',
    value: ({ passage }) => 1 - Math.min(farApart, rankOfSourceType(passage.sourceType)) / farApart,
  },
  {
    // "Add specialty context" (semantic search, "Query Enhancement"): a hint, since a document of a neighbouring field may
    // hold the answer.
    name: 'specialty',
    weight: 0.5,
    comparesSources: true,
    applies: ({ interpretation }) => (interpretation.statedSpecialties ?? []).length > 0,
    value: ({ passage }, { interpretation }) =>
      passage.specialty.some((one) => interpretation.statedSpecialties?.includes(one)) ? 1 : 0,
  },
  {
    // "Prioritize … recent updates" (semantic search, "How Conductor Uses Search Results").
    name: 'recency',
    weight: -1,
    applies: ({ interpretation }) => drugTermsOf(interpretation).length > 0,
    value: age,
  },
  {
    // "+10 for step patterns, +5 for equipment mentions" (protocol guide): a list of it rather than a mention, as much as
    // steps: at twice that it costs short texts of hospitals a find.
    name: 'equipment',
    weight: 0.3,
    applies: ({ interpretation }) => interpretation.intent === 'procedure_steps',
    value: ({ passage }) => (listsEquipment(passage) ? 1 : 0),
  },
];
