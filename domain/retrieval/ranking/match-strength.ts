import { normalizeProtocolNumber, protocolFamily, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryIntent } from '../query/query-intent.ts';
import { anywhere, type Candidate, coverage, type RankContext } from './rank-context.ts';
import { shareCovered, weightCovered } from './subject-coverage.ts';

/**
 * Cosine similarity from which a passage is a strong match by its vector alone, by intent of the question (protocol guide,
 * "Similarity Thresholds (Adaptive)": medication dosing 0.38, procedure steps 0.35, general 0.30). The intents that the
 * table does not name are general ones, save those that are answered by a dose.
 */
export const similarityThresholds: Readonly<Record<QueryIntent, number>> = {
  medication_dosing: 0.38,
  contraindication_check: 0.38,
  pediatric_specific: 0.38,
  procedure_steps: 0.35,
  differential_diagnosis: 0.3,
  protocol_lookup: 0.3,
  assessment_criteria: 0.3,
  drug_information: 0.3,
  treatment: 0.3,
  guideline: 0.3,
  case_consultation: 0.3,
  general: 0.3,
};

/** Similarity below which a passage is not shown (the same table, "Minimum acceptable") unless its words cover the question. */
export const minimumSimilarity = 0.2;
/** Similarity that speaks for itself, however the words differ: that of a paraphrase, which words in common alone rarely reach. */
export const paraphraseSimilarity = 0.7;

/**
 * Coverage, weighed by rarity, from which a passage is a strong match by its words. A concept that half of the corpus
 * shares is not a third of any question. Of the figures from 0.3 to 0.5, this is the greatest at which neither error
 * is more frequent than it was by unweighed concepts, on protocols nor on short texts of hospitals.
 */
const sufficientCoverage = 0.35;
/** The same where its similarity reaches the threshold of the intent, or another passage of its document is a strong match. */
const sufficientCoverageIfSupported = 0.2;
/**
 * Words alone, without a thing of medicine among them, must be so much of the question, however familiar they are, or
 * so much in sum: a rare word that is no concept weighs up to 1. "Weather in a city" is not answered by the city.
 */
const sufficientWords = 0.4;
const sufficientWeightOfWords = 1;
/** Nothing is found where no passage covers so much of the question, and none is similar. */
const minCoverage = 0.1;

/** How well a passage matches: `none` is not shown, `weak` is shown as such. */
export type MatchStrength = 'strong' | 'weak' | 'none';

/** A judged candidate: how much of the question it covers, weighed by rarity, 0 to 1, and what that makes it. */
export type Match = { readonly strength: MatchStrength; readonly covered: number };

/**
 * Distinguishes the passages of protocols that were asked for by number, of those that these are parts of, and those
 * that mention them: none is a weak match, whatever else is said. A sibling is another protocol.
 */
const askedByNumber = ({ interpretation }: RankContext): ((candidate: Candidate) => boolean) => {
  const asked = interpretation.protocolNumbers.flatMap((number) => [
    normalizeProtocolNumber(number),
    protocolNumberKey(number),
  ]);
  const keys = new Set(
    interpretation.protocolNumbers.flatMap((number) => [
      protocolNumberKey(number),
      protocolNumberKey(protocolFamily(number)),
    ]),
  );
  return ({ fields, protocolNumbers }) =>
    asked.some((term) => anywhere(fields(term))) ||
    protocolNumbers.some((number) => keys.has(protocolNumberKey(number)));
};

type Found = { readonly candidate: Candidate; readonly similarity: number };

/** Whether what a candidate covers is enough of a subject: a thing of medicine, or words enough. */
const isAboutIt = ({ subjects, subjectWeights }: RankContext, { coverages }: Candidate): boolean => {
  if (subjects.length === 0) return true;
  if (subjects.some(({ isConcept }, at) => isConcept && (coverages[at] ?? 0) > 0)) return true;
  const rarities = subjects.map(({ rarity }) => rarity);
  return (
    shareCovered(rarities, coverages) >= sufficientWords ||
    weightCovered(subjectWeights, coverages) >= sufficientWeightOfWords
  );
};

/**
 * Judges the candidates of one question. A passage is a strong match when it covers enough of what the question is
 * about, rare things counting most; less is enough when it is similar as well or its document has a strong match,
 * nothing when it is similar enough to be a paraphrase. Where a document names none of the drugs that the question names, none of its passages is a strong
 * match: what holds for another drug is no answer. Where protocols are asked for by numbers that nothing has or mentions, nothing
 * is a strong match: a neighbour is another protocol.
 *
 * @returns in the order of the candidates
 */
export const judgeMatches = (context: RankContext, found: readonly Found[]): readonly Match[] => {
  const { subjects } = context;
  const threshold = similarityThresholds[context.interpretation.intent];
  const isAskedByNumber = askedByNumber(context);
  const drugs = subjects.flatMap(({ isDrug }, at) => (isDrug ? [at] : []));
  /** The documents of which a candidate names a drug that was asked for, or what it is a sort of. */
  const aboutDrugs = new Set(
    found.flatMap(({ candidate: { coverages, passage } }) =>
      drugs.some((at) => (coverages[at] ?? 0) > 0) ? [passage.docKey] : [],
    ),
  );
  const covered = found.map(({ candidate }) => coverage(candidate, context));
  const isAnyAskedByNumber = found.some(({ candidate }) => isAskedByNumber(candidate));
  const isNumberMissing = context.interpretation.protocolNumbers.length > 0 && !isAnyAskedByNumber;
  const most = Math.max(0, ...covered);
  const nearest = Math.max(0, ...found.map(({ similarity }) => similarity));
  if (most < minCoverage && nearest < minimumSimilarity && !isAnyAskedByNumber)
    return covered.map((own) => ({ covered: own, strength: 'none' }));
  const namesDrug = ({ passage }: Candidate): boolean => drugs.length === 0 || aboutDrugs.has(passage.docKey);
  const speaksForItself = ({ candidate, similarity }: Found, own: number): boolean => {
    if (isAskedByNumber(candidate)) return true;
    if (isNumberMissing) return false;
    if (!namesDrug(candidate)) return false;
    if (similarity >= paraphraseSimilarity) return true;
    if (similarity >= threshold) return own >= sufficientCoverageIfSupported;
    return own >= sufficientCoverage && isAboutIt(context, candidate);
  };
  const strong = found.map((one, at) => speaksForItself(one, covered[at] ?? 0));
  const strongDocuments = new Set(
    found.flatMap(({ candidate }, at) => (strong[at] ? [candidate.passage.docKey] : [])),
  );
  return found.map(({ candidate, similarity }, at): Match => {
    const own = covered[at] ?? 0;
    const isSupported = own >= sufficientCoverageIfSupported && strongDocuments.has(candidate.passage.docKey);
    if (strong[at] || isSupported) return { covered: own, strength: 'strong' };
    return { covered: own, strength: own > 0 || similarity >= minimumSimilarity ? 'weak' : 'none' };
  });
};
