import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { indexingJobEntity, indexingJobSealing } from './entity.ts';
import { type IndexingJobDto, toIndexingJobDto } from './indexing-job-dto.ts';

/** One indexing job; `undefined` when there is none. Reads read model `indexing-jobs`. */
export const getIndexingJob = async (
  view: ReadModelView,
  jobId: string,
): Promise<IndexingJobDto | undefined> => {
  const row = await view.entities.findOne(indexingJobEntity, { jobId }, { disableIdentityMap: true });
  const opened = await openRowIfAny(view, indexingJobSealing, row);
  return opened && toIndexingJobDto(opened);
};
