import type { ReadModelView } from '../read-model-reader.ts';
import { openRowIfAny } from '../sealing/open-rows.ts';
import { queryEntity, querySealing } from './entity.ts';
import { type QueryDto, toQueryDto } from './query-dto.ts';

/** One question with its answer; `undefined` when there is none. Reads read model `queries`. */
export const getQuery = async (view: ReadModelView, queryId: string): Promise<QueryDto | undefined> => {
  const row = await view.entities.findOne(queryEntity, { queryId }, { disableIdentityMap: true });
  const opened = await openRowIfAny(view, querySealing, row);
  return opened && toQueryDto(opened);
};
