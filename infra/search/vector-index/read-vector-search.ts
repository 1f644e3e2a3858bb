import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { VectorSearchStatus } from '../../../projections/projection-status.ts';
import type { SearchQualities } from './search-qualities.ts';
import type { VectorBackend } from './vector-index-by-generation.ts';
import type { VectorUpkeep } from './vector-upkeep.ts';

/** Reports how a generation's vectors are searched, for operators. */
export const readVectorSearch = async (
  {
    vectorBackend: backend,
    vectorQualities,
    vectorUpkeep,
  }: {
    readonly vectorBackend: VectorBackend;
    readonly vectorQualities: Pick<SearchQualities, 'read'>;
    readonly vectorUpkeep?: VectorUpkeep;
  },
  generation: string,
): Promise<VectorSearchStatus> => {
  if (!vectorUpkeep) return { backend, search: 'exact' };
  const known = await vectorQualities.read(generation);
  if (!known) return { backend, search: 'exact' };
  const { ef, reason, vectors, recall, probes, measuredAt } = known;
  return {
    backend,
    search: ef === undefined ? 'exact' : 'approximate',
    reason,
    vectors,
    measuredAt,
    ...(probes > 0 ? { probes } : {}),
    ...omitUndefined({ ef, recall }),
  };
};
