import type { Citation } from '../../domain/consultation/citation.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { findChunks } from '../../projections/search/find-chunks.ts';

/**
 * Whether the text of a cited passage has changed: `same` by its SHA-256, `changed` when it has since been extracted
 * or divided differently, `gone` when it is erased or in no index, `outside` when it is from an external source.
 */
export const evidenceStates = ['same', 'changed', 'gone', 'outside'] as const;

/** One passage used for the answer. */
export type CheckedEvidence = {
  readonly n: number;
  readonly chunkId: string;
  readonly textHash: string;
  readonly state: (typeof evidenceStates)[number];
  /** Whether this version of its document is still searchable. */
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
