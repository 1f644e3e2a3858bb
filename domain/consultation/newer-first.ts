import type { Passage } from '../retrieval/passage.ts';
import { patientsOf } from '../retrieval/ranking/population-agreement.ts';
import type { AnswerCitation } from './answer-citation.ts';

const titleKey = ({ title, agency }: Passage): string =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()}|${agency ?? ''}`;

/** Whether two documents are versions of each other: same title, agency and patients, but different effective dates. */
const isOtherVersion = (one: Passage, other: Passage): boolean =>
  one.docKey !== other.docKey &&
  titleKey(one) === titleKey(other) &&
  patientsOf(one) === patientsOf(other) &&
  one.effectiveDate !== undefined &&
  other.effectiveDate !== undefined &&
  one.effectiveDate !== other.effectiveDate;

/** Puts the newer of two versions first and marks both to be shown with their dates. */
export const newerFirst = (citations: readonly AnswerCitation[]): readonly AnswerCitation[] => {
  const dateOf = ({ passage }: AnswerCitation): string => passage.effectiveDate ?? '';
  const ordered = [...citations];
  for (const citation of citations) {
    const older = ordered.findIndex(
      (other, place) =>
        place < ordered.indexOf(citation) &&
        isOtherVersion(other.passage, citation.passage) &&
        dateOf(other) < dateOf(citation),
    );
    if (older >= 0) ordered.splice(older, 0, ...ordered.splice(ordered.indexOf(citation), 1));
  }
  return ordered.map((citation) =>
    citations.some(({ passage }) => isOtherVersion(passage, citation.passage))
      ? { ...citation, dated: true }
      : citation,
  );
};
