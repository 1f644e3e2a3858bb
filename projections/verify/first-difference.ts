import type { RowDifference } from '../../ports/projection-verifier.ts';
import type { RowFingerprint, VerifiedTable } from './table-fingerprints.ts';

const inOrder = (one: RowFingerprint, other: RowFingerprint): number =>
  Buffer.compare(Buffer.from(one.key, 'utf8'), Buffer.from(other.key, 'utf8'));

/**
 * Walks two lists of rows in parallel, both ordered by the bytes of their keys, and returns the first row in which
 * they differ. `onRow` is called for each compared row.
 */
export const firstDifference = async (
  { table, columns }: VerifiedTable,
  live: AsyncIterable<RowFingerprint>,
  folded: AsyncIterable<RowFingerprint>,
  onRow: () => void,
): Promise<RowDifference | undefined> => {
  const lives = live[Symbol.asyncIterator]();
  const foldeds = folded[Symbol.asyncIterator]();
  let [one, other] = [await lives.next(), await foldeds.next()];
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : inOrder(one.value, other.value);
    if (order !== 0) {
      const key: string = order < 0 ? one.value.key : other.value.key;
      return { table, key, kind: order < 0 ? 'extra' : 'missing', columns: [] };
    }
    const [of, shouldBe] = [one.value as RowFingerprint, other.value as RowFingerprint];
    const changed = columns.filter((_, index) => of.digests[index] !== shouldBe.digests[index]);
    if (changed.length > 0)
      return { table, key: of.key, kind: 'changed', columns: changed.map(({ column }) => column) };
    onRow();
    [one, other] = [await lives.next(), await foldeds.next()];
  }
  return undefined;
};
