import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { conceptOfTerm } from '../lexical/lexical-query.ts';
import { normalizeProtocolNumber, protocolFamily } from '../protocol-numbers.ts';
import type { QueryIntent } from '../query/query-interpretation.ts';
import { type Candidate, coverage, type RankContext } from './rank-features.ts';

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

/**
 * Share of the weight of the question's subject terms that a passage must contain when its similarity is below the
 * threshold of the intent: one everyday word in common does not make an answer.
 */
const minCoverage = 0.15;
/** The same when its similarity is below `minimumSimilarity` and it contains none of the medical concepts asked for. */
const minCoverageWithoutSimilarity = 1 / 3;
/** Coverage from which a passage is a strong match by its words alone: it contains nearly all subject terms. */
const sufficientCoverage = 0.8;

/** Kinds of concepts that name the patients or the route of administration, not the subject. */
const circumstanceKinds: ReadonlySet<ConceptKind> = new Set(['population', 'route']);

/** How well a passage matches: `none` is not shown, `weak` is shown as such. */
export type MatchStrength = 'strong' | 'weak' | 'none';

/** The terms of which one suffices for a strong match: medical concepts, and protocols by number. */
const subjectTerms = ({ terms, interpretation }: RankContext): readonly string[] => {
  const numbers = interpretation.protocolNumbers.flatMap((number) => [
    normalizeProtocolNumber(number),
    protocolFamily(number),
  ]);
  const concepts = terms.flatMap(({ term }) => {
    const concept = conceptOfTerm(term);
    return concept && !circumstanceKinds.has(concept.kind) ? [term] : [];
  });
  return [...numbers, ...concepts];
};

/**
 * Judges candidates of one question. A passage is a strong match when it contains a medical concept that was asked
 * about, or nearly all subject terms, or when its similarity reaches the threshold. Without vectors no passage is weak.
 */
export const matchStrengthFor = (
  context: RankContext,
  hasVectors: boolean,
): ((candidate: Candidate, similarity: number) => MatchStrength) => {
  const threshold = similarityThresholds[context.interpretation.intent];
  const subjects = subjectTerms(context);
  return (candidate, similarity) => {
    const covered = coverage(candidate, context);
    if (covered < minCoverage && similarity < threshold) return 'none';
    const isAbout = (term: string): boolean => {
      const { body, title, section } = candidate.fields(term);
      return body || title || section;
    };
    if (!hasVectors || similarity >= threshold || covered >= sufficientCoverage || subjects.some(isAbout))
      return 'strong';
    return similarity < minimumSimilarity && covered < minCoverageWithoutSimilarity ? 'none' : 'weak';
  };
};
