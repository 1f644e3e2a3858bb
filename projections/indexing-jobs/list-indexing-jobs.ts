import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { indexingJobEntity, indexingJobSealing } from './entity.ts';
import { type IndexingJobDto, toIndexingJobDto } from './indexing-job-dto.ts';

type ListIndexingJobs = PageRequest & { readonly state?: IndexingJobStatus | undefined };

/**
 * Indexing jobs, newest first. Reads read model `indexing-jobs`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listIndexingJobs = (
  view: ReadModelView,
  { state, cursor, limit }: ListIndexingJobs,
): Promise<SealedPage<IndexingJobDto>> =>
  listSealedRows(
    view,
    {
      entity: indexingJobEntity,
      sealing: indexingJobSealing,
      where: (after) => ({
        ...omitUndefined({ state }),
        ...(after === undefined ? {} : { createdPosition: { $lt: after } }),
      }),
      order: {
        by: { createdPosition: 'desc' },
        column: 'bigint',
        placeOf: (row) => row.createdPosition,
      },
      toItem: toIndexingJobDto,
    },
    { limit, cursor },
  );
