import { counted } from '../../../../domain/kernel/counted.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import type { Logger } from '../../../../ports/logger.ts';
import type { VectorIndex, VectorLeftovers } from '../../../../ports/vector-index.ts';
import type {
  ProjectionStatusReader,
  VectorSearchStatus,
} from '../../../../projections/projection-status.ts';
import { type Check, fine, problem, warning } from '../check.ts';

type VectorServices = {
  readonly projectionStatus: Pick<ProjectionStatusReader, 'list'>;
  readonly vectors: Pick<VectorIndex, 'check' | 'leftovers'>;
  /** The generations of the search index that are kept, and those being built. */
  readonly readGenerations: () => Promise<{
    readonly kept: readonly string[];
    readonly building: readonly string[];
  }>;
  /** The number of documents that only keyword search finds in this process; undefined if it holds no vectors. */
  readonly missingVectorCount?: () => number | undefined;
  /** The message and advice if the index has vectors of a model that is not configured. */
  readonly readMissingModel?: () => Promise<
    { readonly message: string; readonly advice: string } | undefined
  >;
  readonly logger: Logger;
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const searchedHow = ({ backend, search, reason, recall, vectors, ef }: VectorSearchStatus): Finding => {
  const what =
    vectors === undefined ? `Vectors in ${backend}` : `${counted(vectors, 'vector')} in ${backend}`;
  if (reason === 'low_recall')
    return warning(
      `${what}: the graph found ${percent(recall ?? 0)} of the nearest and is not used; every vector is compared.`,
      'Raise VECTOR_HNSW_M and VECTOR_HNSW_EF_CONSTRUCT, or lower VECTOR_LEAST_RECALL if that is enough.',
    );
  if (search === 'approximate')
    return fine(
      `${what}, searched by a graph that found ${percent(recall ?? 0)} of the nearest (ef ${ef ?? '?'}).`,
    );
  return fine(`${what}, every one compared${reason === 'no_graph' ? ' until there is a graph' : ''}.`);
};

async function* leftovers(
  { readGenerations, logger }: VectorServices,
  { find, remove, installation }: VectorLeftovers,
  repair: boolean,
  former: string | undefined,
): AsyncGenerator<Finding> {
  const { kept, building } = await readGenerations();
  const found = await find(kept, building);
  const own = found.filter((one) => one.installation === installation);
  const byOther = Map.groupBy(
    found.filter((one) => one.installation !== installation),
    (one) => one.installation,
  );
  if (former === installation)
    yield problem(
      `${former} is this installation.`,
      'Name a former one that no program uses any more, as this check lists them.',
    );
  const asked = former === undefined || former === installation ? [] : (byOther.get(former) ?? []);
  const unused = [...own, ...asked];
  if (unused.length === 0) yield fine('Nothing is left in Qdrant that this installation does not use.');
  else if (!repair)
    yield warning(
      `${counted(unused.length, 'unused collection')} in Qdrant: ${unused.map(({ collection }) => collection).join(', ')}.`,
      asked.length > 0
        ? `Run "npx anamnesis doctor --repair --former-installation ${former}" to remove them.`
        : 'Run "npx anamnesis doctor --repair" to remove them.',
    );
  else {
    for (const { collection } of unused) {
      await remove(collection);
      logger.info({ collection }, 'An unused collection was removed from Qdrant.');
    }
    yield fine(`Removed ${counted(unused.length, 'unused collection')} from Qdrant.`);
  }
  for (const [other, collections] of byOther)
    if (other !== former)
      yield fine(
        `${counted(collections.length, 'collection')} in Qdrant of another installation, ${other}: left alone. If it is a former id of this one, "npx anamnesis doctor --former-installation ${other}" lists what would be removed.`,
      );
}

/** Reports how vectors are searched, whether an external index responds, and unused collections there. */
export const vectorSearch = (services: VectorServices): Check => ({
  name: 'vectors',
  run: async function* ({ repair, formerInstallation }) {
    for (const { vectors } of await services.projectionStatus.list())
      if (vectors !== undefined) yield searchedHow(vectors);
    const missing = await services.readMissingModel?.();
    if (missing) yield warning(missing.message, missing.advice);
    const missingVectors = services.missingVectorCount?.() ?? 0;
    if (missingVectors > 0)
      yield problem(
        `The vectors of ${counted(missingVectors, 'document')} cannot be read: only keyword search finds ${missingVectors === 1 ? 'it' : 'them'}.`,
        'They are retried at least once a minute. If files are missing ("blobs" lists them), restore "blobs" from a backup, or ingest the documents again.',
      );
    const { vectors } = services;
    if (!vectors.leftovers) {
      if (formerInstallation !== undefined)
        yield fine('Vectors are in the database, which holds none of another installation.');
      return;
    }
    try {
      await vectors.check();
    } catch (error) {
      yield problem(
        error instanceof Failure ? error.reason.message : 'The vector index does not respond.',
        'Until it is back, only keyword search works and new documents wait.',
      );
      return;
    }
    yield* leftovers(services, vectors.leftovers, repair, formerInstallation);
  },
});
