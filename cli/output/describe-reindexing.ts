import type { ReindexingPlan } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';

const both = ({ documents, passages }: { readonly documents: number; readonly passages: number }): string =>
  `${counted(documents, 'document')} (${counted(passages, 'passage')})`;

const readerName = (reader: number): string =>
  reader === 0 ? 'a reader of before this was recorded' : `reader ${reader}`;

/** What a run would read again, line by line: what an older reader has read, or all. */
export const describePlan = (
  { readBy, reader, documents, passages }: ReindexingPlan,
  all: boolean,
): readonly string[] => {
  const due = all
    ? readBy.reduce(
        (sum, one) => ({
          documents: sum.documents + one.documents,
          passages: sum.passages + one.passages,
        }),
        { documents: 0, passages: 0 },
      )
    : { documents, passages };
  return [
    ...readBy.map(
      (one) =>
        `${both(one)} read by ${readerName(one.reader)}${one.reader < reader ? '' : ', the current one'}`,
    ),
    `To be read again: ${both(due)}.`,
  ];
};

/** Why a run that has ended had nothing to read. */
export const whyNothingWasDue = (all: boolean, named: boolean): string => {
  if (named && all) return 'No document has such a key. See "npx anamnesis documents" for the keys.';
  if (named)
    return 'No document with such a key was read by an older reader. See "npx anamnesis documents" for the keys; --all also reads documents that the current reader has read.';
  return all
    ? 'There are no documents.'
    : 'No document was read by an older reader. --all also reads documents that the current reader has read.';
};
