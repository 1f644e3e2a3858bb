import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { RowKeys } from '../../ports/row-sealer.ts';

/** The place to which the sealed passage of a chunk is bound: it does not open in another row. */
export const passagePlace = (chunkId: string): string => `search/${chunkId}`;

/** The stored form of a passage. */
type PassageRow = {
  readonly chunkId: string;
  readonly docKey: string;
  readonly passage: unknown;
  readonly sealed: string | null;
};

/** The opened passage of a row; `undefined` when its document has been erased. */
export const openPassage = (keys: RowKeys, row: PassageRow): Passage | undefined => {
  // Written by the search projection from validated chunks and read back unchanged.
  if (row.sealed === null) return row.passage as Passage;
  const text = keys.open(documentSubject(row.docKey), passagePlace(row.chunkId), row.sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Passage);
};

/** The subjects of the sealed rows. */
export const sealedSubjects = (rows: readonly Pick<PassageRow, 'docKey' | 'sealed'>[]): readonly string[] =>
  rows.flatMap(({ docKey, sealed }) => (sealed === null ? [] : [documentSubject(docKey)]));
