import type { ReadModelView } from '../read-model-reader.ts';
import { parkedEventEntity } from './entity.ts';
import { type ParkedEventDto, toParkedEventDto } from './parked-event-dto.ts';
import { parkedKeyOf } from './parked-key.ts';

/** One parked event of a consumer; `undefined` when it is not parked. Reads read model `parked-events`. */
export const getParkedEvent = async (
  view: ReadModelView,
  consumer: string,
  eventId: string,
): Promise<ParkedEventDto | undefined> => {
  const row = await view.entities.findOne(
    parkedEventEntity,
    { parkedKey: parkedKeyOf(consumer, eventId) },
    { disableIdentityMap: true },
  );
  return row ? toParkedEventDto(row) : undefined;
};
