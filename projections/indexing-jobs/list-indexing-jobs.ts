import type { IndexingJobStatus } from '../../domain/indexing/indexing-job-status.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { indexingJobEntity, indexingJobSealing } from './entity.ts';
import { type IndexingJobDto, toIndexingJobDto } from './indexing-job-dto.ts';

type ListIndexingJobs = PageRequest & { readonly state?: IndexingJobStatus | undefined };

/**
 * Indexing jobs, the newest first. Reads read model `indexing-jobs`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listIndexingJobs = async (
  view: ReadModelView,
  { state, cursor, limit }: ListIndexingJobs,
): Promise<PageOf<IndexingJobDto>> => {
  const where = {
    ...omitUndefined({ state }),
    ...(cursor === undefined ? {} : { createdPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    async (rows) =>
      openRows(
        view,
        indexingJobSealing,
        await view.entities.find(indexingJobEntity, where, {
          orderBy: { createdPosition: 'desc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toIndexingJobDto,
    (row) => encodePositionCursor(row.createdPosition),
  );
};
