import type { Passage } from '../retrieval/passage.ts';
import { protocolNumberKey, protocolNumbersOf } from '../retrieval/protocol-numbers.ts';
import { patientsOf } from '../retrieval/ranking/population-agreement.ts';
import { withoutOwnReferences } from './excerpt/write-excerpt.ts';

const patients = { adult: 'adult', pediatric: 'pediatric', neonatal: 'newborn' } as const;

/** Formats a heading or title for one line of the answer, without anything that looks like a citation mark. */
export const headingForAnswer = (heading: string): string =>
  withoutOwnReferences(heading.replace(/\s+/g, ' '));

/** Returns a document's display name: its title, with the number and the patients if the title omits them. */
export const nameOf = (passage: Passage): string => {
  const [number] = protocolNumbersOf(passage);
  const writtenFor = patientsOf(passage);
  const further = [
    ...(number === undefined || protocolNumberKey(passage.title).includes(protocolNumberKey(number))
      ? []
      : [number.toUpperCase()]),
    ...(writtenFor === undefined ? [] : [patients[writtenFor]]),
  ];
  const title = headingForAnswer(passage.title);
  return further.length === 0 ? title : `${title} (${further.join(' · ')})`;
};
