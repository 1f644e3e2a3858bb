import type { ReindexingPlan } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';

const both = ({ documents, passages }: { readonly documents: number; readonly passages: number }): string =>
  `${counted(documents, 'document')} (${counted(passages, 'passage')})`;

const readerName = (reader: number): string =>
  reader === 0 ? 'an unrecorded older reader' : `reader ${reader}`;

/** Describes, line by line, the documents that a run would read again: those of older readers, or all. */
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

/** Explains why a run had nothing to read. */
export const explainNothingDue = (all: boolean, named: boolean): string => {
  if (named)
    return 'No document with this key was read by an older reader. Add --all to include documents read by the current reader.';
  return all
    ? 'There are no documents.'
    : 'No document was read by an older reader. Add --all to include documents read by the current reader.';
};
