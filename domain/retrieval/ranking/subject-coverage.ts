import type { Subject } from './question-subjects.ts';

/** The coverage of a passage that names only a parent of the subject, whose statements often apply to the subject. */
const broaderShare = 0.6;
/** The same for a drug, if its class is rare: a dose does not apply to a class, and "analgesia" is everywhere. */
const classShare = 0.5;
/** The coverage of a passage that has the words of a name separately. */
const apartShare = 0.6;

const shareOfWords = (words: Subject['words'], has: (term: string) => boolean): number => {
  let all = 0;
  let found = 0;
  for (const [word, rarity] of words) {
    all += rarity;
    if (has(word)) found += rarity;
  }
  return all === 0 ? 0 : found / all;
};

/** How much of one subject a text with these terms covers, 0 to 1. */
export const coverageOfSubject = (subject: Subject, has: (term: string) => boolean): number => {
  if (subject.forms.some(has)) return 1;
  const broader = subject.broader.map(([term, rarity]) => {
    if (!has(term)) return 0;
    return subject.isDrug ? classShare * rarity : broaderShare;
  });
  return Math.max(...broader, apartShare * shareOfWords(subject.words, has));
};

/** The sum of some weights, each as far as its subject is covered. */
export const weightCovered = (weights: readonly number[], coverages: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (coverages[at] ?? 0), 0);

/**
 * Share of some weights whose subjects are covered, 0 to 1; 0 without subjects.
 *
 * @param coverages how much of each subject, in their order
 */
export const shareCovered = (weights: readonly number[], coverages: readonly number[]): number => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return all === 0 ? 0 : weightCovered(weights, coverages) / all;
};
