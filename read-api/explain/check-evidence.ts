import type { Citation } from '../../domain/consultation/citation.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { findChunks } from '../../projections/search/find-chunks.ts';

/**
 * Whether a cited passage still reads as it did: `same` by its SHA-256, `changed` when it was read or divided otherwise
 * since, `gone` when it is erased or in no index, `outside` when it is of no document of ours.
 */
export const evidenceStates = ['same', 'changed', 'gone', 'outside'] as const;

/** One passage that the answer was made of. */
export type CheckedEvidence = {
  readonly n: number;
  readonly chunkId: string;
  readonly textHash: string;
  readonly state: (typeof evidenceStates)[number];
  /** Whether its document can still be found, in this version. */
  readonly live: boolean;
};

/** Compares the passages that an answer quoted with their current text in the index. */
export const checkEvidence = async (
  citations: readonly Citation[],
  view: ReadModelView,
  { sha256 }: Hasher,
): Promise<readonly CheckedEvidence[]> => {
  const quoted = citations.flatMap(({ n, chunkId, textHash, passages, source }) =>
    (passages ?? [{ chunkId, textHash }]).map((passage) => ({
      n,
      chunkId: passage.chunkId,
      textHash: passage.textHash,
      isOurs: source === undefined,
    })),
  );
  const chunks = await findChunks(
    view,
    quoted.flatMap(({ chunkId, isOurs }) => (isOurs ? [chunkId] : [])),
  );
  const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  return quoted.map(({ isOurs, ...passage }) => {
    if (!isOurs) return { ...passage, state: 'outside', live: false };
    const chunk = byId.get(passage.chunkId);
    if (!chunk) return { ...passage, state: 'gone', live: false };
    const state = sha256(chunk.text) === passage.textHash ? 'same' : 'changed';
    return { ...passage, state, live: chunk.live };
  });
};
