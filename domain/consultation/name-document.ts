import type { Passage } from '../retrieval/passage.ts';
import { protocolNumberKey, protocolNumbersOf } from '../retrieval/protocol-numbers.ts';
import { patientsOf } from '../retrieval/ranking/population-agreement.ts';
import { withoutOwnReferences } from './excerpt/write-excerpt.ts';

const patients = { adult: 'adult', pediatric: 'pediatric', neonatal: 'newborn' } as const;

/** A heading or a title of a document as a part of one line of the answer, without what looks like its marks. */
export const headingForAnswer = (heading: string): string =>
  withoutOwnReferences(heading.replace(/\s+/g, ' '));

/** What a document is called: its title, with number and patients where the title leaves them out. */
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
