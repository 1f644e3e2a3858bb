import { conceptByName } from '../../language/terminology/concepts.ts';
import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import { normalizeProtocolNumber, protocolFamily } from '../protocol-numbers.ts';
import type { QueryIntent } from '../query/query-interpretation.ts';
import { type Candidate, coverage, type RankContext } from './rank-features.ts';

/**
 * Cosine similarity from which a passage's vector alone vouches for it, by what the question is after (protocol guide,
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

/** Similarity below which a passage is not shown (the same table, "Minimum acceptable") unless its words vouch for it. */
export const minimumSimilarity = 0.2;

/**
 * Share of the question's subject that a passage must speak of, by the weight of its words, when its vector does not
 * speak for it: one everyday word in common does not make an answer.
 */
const leastCoverage = 0.15;
/** The same where the vector is below the minimum and nothing of medicine is asked for. */
const leastCoverageFarOff = 1 / 3;
/** From here on the words alone vouch for a passage: it speaks of nearly everything that was asked. */
const amplyCovered = 0.8;

/** Kinds of concepts that say for whom or by which way, not about what. */
const circumstances: ReadonlySet<ConceptKind> = new Set(['population', 'route']);

/** How well a passage matches: `none` is not shown, `weak` is shown as such. */
export type MatchStrength = 'strong' | 'weak' | 'none';

/** The terms of which one makes a passage be about what was asked: things of medicine, and protocols by number. */
const tellingTerms = ({ terms, interpretation }: RankContext): readonly string[] => {
  const numbers = interpretation.protocolNumbers.flatMap((number) => [
    normalizeProtocolNumber(number),
    protocolFamily(number),
  ]);
  const concepts = terms.flatMap(({ term }) => {
    const concept = term.startsWith(conceptTerm('')) ? conceptByName.get(term.slice(1)) : undefined;
    return concept && !circumstances.has(concept.kind) ? [term] : [];
  });
  return [...numbers, ...concepts];
};

/**
 * Judges candidates of one question. A passage is a strong match when it speaks of a thing of medicine that was asked
 * about, or of nearly all the words, or is near enough by its vector. Without vectors nothing can be told to be weak.
 */
export const matchStrengthFor = (
  context: RankContext,
  hasVectors: boolean,
): ((candidate: Candidate, similarity: number) => MatchStrength) => {
  const threshold = similarityThresholds[context.interpretation.intent];
  const telling = tellingTerms(context);
  return (candidate, similarity) => {
    const covered = coverage(candidate, context);
    if (covered < leastCoverage && similarity < threshold) return 'none';
    const speaksOf = (term: string): boolean => {
      const { body, title, section } = candidate.fields(term);
      return body || title || section;
    };
    if (!hasVectors || similarity >= threshold || covered >= amplyCovered || telling.some(speaksOf))
      return 'strong';
    return similarity < minimumSimilarity && covered < leastCoverageFarOff ? 'none' : 'weak';
  };
};
