import type { ReadModelView } from '../read-model-reader.ts';
import type { SealingOf } from './define-sealing.ts';
import type { OpenedRow } from './sealed.ts';
import { openRow, plainRow, subjectOf } from './sealing.ts';

/**
 * Opens rows for a reader: the only way from stored rows to what a person may see. Rows of erased subjects read as
 * erased.
 *
 * @throws Failure `internal_error` when a row or its key was altered, or when a key that was not destroyed is missing
 */
export const openRows = async <Stored extends object>(
  { sealer }: Pick<ReadModelView, 'sealer'>,
  sealing: SealingOf<Stored>,
  rows: readonly NoInfer<Stored>[],
): Promise<readonly OpenedRow<Stored>[]> => {
  const plain = rows.map(plainRow);
  const sealed = plain.filter((row) => typeof row.sealed === 'string');
  const keys = await sealer.keysOf(sealed.map(subjectOf));
  // Opening returns the row as the fold wrote it.
  return plain.map((row) => openRow(sealing, keys, row) as object as OpenedRow<Stored>);
};

/** Like `openRows`, for a row that may be missing. */
export const openRowIfAny = async <Stored extends object>(
  view: Pick<ReadModelView, 'sealer'>,
  sealing: SealingOf<Stored>,
  row: NoInfer<Stored> | null,
): Promise<OpenedRow<Stored> | undefined> => (row ? (await openRows(view, sealing, [row]))[0] : undefined);
