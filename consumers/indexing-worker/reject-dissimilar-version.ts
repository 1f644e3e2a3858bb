import { loadState } from '../../commands/runtime/execute-decider.ts';
import { indexingJobDecider } from '../../domain/indexing/indexing-job-decider.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { addShingles, areDissimilar } from '../../domain/knowledge/likeness.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { VersionToIndex } from './version-to-index.ts';

/** Passages whose shingles are all compared; a longer document is sampled. */
const MANY_PASSAGES = 500;
/** Passages processed before yielding to the event loop; each takes a tenth of a millisecond. */
const YIELD_EVERY = 32;

type Texts = readonly { readonly text: string }[];

const shinglesOf = async (chunks: Texts, every: number): Promise<ReadonlySet<number>> => {
  const shingles = new Set<number>();
  for (const [index, { text }] of chunks.entries()) {
    addShingles(shingles, text, every);
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await yieldToEventLoop();
  }
  return shingles;
};

/** The version that is searched until this one is complete: the newest complete version that is not withdrawn. */
const predecessorOf = async ({ docKey, version }: VersionToIndex, services: IndexingServices) => {
  const { versions, withdrawnThrough } = await readDocumentHistory(services.eventStore, docKey);
  const older = versions.filter((one) => one.version < version && one.version > withdrawnThrough);
  for (const one of older.toReversed()) {
    const { state } = await loadState(services, indexingJobDecider, streamIdOf('indexing', one.jobId));
    if (state.status === 'COMPLETED' && state.stages.chunk)
      return { version: one.version, blob: state.stages.chunk.blob };
  }
  return undefined;
};

/**
 * Rejects with `rule_violated` when a version has almost nothing in common with the one it would replace, unless its
 * uploader asked to replace it: two documents may share a key by mistake, and the first would silently vanish from
 * search.
 */
export const rejectDissimilarVersion = async (
  version: VersionToIndex,
  blob: string,
  read: (blob: string) => Promise<{ readonly chunks: Texts }>,
  services: IndexingServices,
): Promise<void> => {
  if (version.version === 1 || version.replace === true) return;
  const predecessor = await predecessorOf(version, services);
  if (!predecessor) return;
  const [{ chunks: now }, { chunks: before }] = [await read(blob), await read(predecessor.blob)];
  const every = Math.max(1, Math.ceil(Math.max(now.length, before.length) / MANY_PASSAGES));
  if (!areDissimilar(await shinglesOf(now, every), await shinglesOf(before, every))) return;
  throw new Failure(
    failure(
      'rule_violated',
      `Its text has next to nothing in common with version ${predecessor.version}, which stays in search. ` +
        'Ingest the file under another docKey, or with "replace" (--new-version) if it is to take that place.',
      { details: { reason: 'unlike_predecessor', version: predecessor.version } },
    ),
  );
};
