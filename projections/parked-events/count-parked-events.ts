import type { ReadModelView } from '../read-model-reader.ts';
import { parkedEventEntity } from './entity.ts';

/** How many events each consumer has parked; consumers with none are absent. Reads read model `parked-events`. */
export const countParkedEvents = async (view: ReadModelView): Promise<ReadonlyMap<string, number>> =>
  new Map(Object.entries(await view.entities.countBy(parkedEventEntity, 'consumer')));
