import type { EvidenceLevel, Recommendation, RecommendationClass } from './recommendation.ts';

/**
 * Strong, moderate and weak as in the ACC/AHA table of classes (Halperin 2016: no benefit moderate, harm strong); the
 * other schemes by the same words. A statement that evidence is insufficient recommends nothing.
 */
const ofClass: Readonly<Record<RecommendationClass, number>> = {
  I: 1,
  IIa: 0.7,
  IIb: 0.4,
  III: 0.7,
  'III: No Benefit': 0.7,
  'III: Harm': 1,
  strong: 1,
  weak: 0.4,
  A: 1,
  B: 0.7,
  C: 0.4,
  D: 0.4,
  'I statement': 0,
};

/** Randomized evidence, other studies, opinion: the order within each scheme. */
const ofLevel: Readonly<Record<EvidenceLevel, number>> = {
  A: 1,
  B: 0.6,
  'B-R': 0.7,
  'B-NR': 0.5,
  C: 0.3,
  'C-LD': 0.3,
  'C-EO': 0.1,
  high: 1,
  moderate: 0.7,
  low: 0.3,
  'very low': 0.1,
  '1++': 1,
  '1+': 0.9,
  '1-': 0.7,
  '2++': 0.6,
  '2+': 0.5,
  '2-': 0.3,
  '1a': 1,
  '1b': 0.9,
  '1c': 0.8,
  '2a': 0.6,
  '2b': 0.5,
  '2c': 0.4,
  '3a': 0.4,
  '3b': 0.3,
  '4': 0.2,
  '5': 0.1,
};

/** The class counts before the evidence behind it. */
const classShare = 0.8;

const strengthOf = ({ recommendationClass, evidenceLevel }: Recommendation): number =>
  (recommendationClass === undefined ? 0 : classShare * ofClass[recommendationClass]) +
  (evidenceLevel === undefined ? 0 : (1 - classShare) * ofLevel[evidenceLevel]);

/** The strength of the strongest recommendation, from 0 (none) to 1. */
export const recommendationStrength = (recommendations: readonly Recommendation[] = []): number =>
  recommendations.reduce((strongest, recommendation) => Math.max(strongest, strengthOf(recommendation)), 0);
