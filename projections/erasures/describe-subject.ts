import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { type SubjectEvent, subjectEvents } from '../../domain/privacy/subject-events.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { ErasureDto } from './erasure-dto.ts';

type HoldDto = {
  readonly holdId: string;
  readonly reason: string;
  readonly until: string | null;
  readonly placedBy: string;
  readonly placedAt: string;
  readonly releasedAt: string | null;
};

type SubjectErasureDto = Omit<ErasureDto, 'certificate'> & { readonly reason: string };

/** The state of erasing one data subject, with the stated reasons. */
export type SubjectDto = {
  readonly holds: readonly HoldDto[];
  readonly erasures: readonly SubjectErasureDto[];
};

type Recorded = { [Type in SubjectEvent['type']]: RecordedOf<Type> }[SubjectEvent['type']];

/** Narrows a recorded event; the log has validated its data against the schema of its type. */
const isSubjectEvent = (event: RecordedEvent): event is Recorded =>
  subjectEvents.some(({ type }) => type === event.type);

const changed = <Item>(items: readonly Item[], isIt: (item: Item) => boolean, change: Partial<Item>) =>
  items.map((item) => (isIt(item) ? { ...item, ...change } : item));

const withErasure = (
  state: SubjectDto,
  erasureId: string,
  change: Partial<SubjectErasureDto>,
): SubjectDto => ({
  ...state,
  erasures: changed(state.erasures, (erasure) => erasure.erasureId === erasureId, change),
});

/** The fold over the stream of a data subject. */
export const describeSubject = {
  initialState: { holds: [], erasures: [] } as SubjectDto,
  evolve: (state: SubjectDto, event: RecordedEvent): SubjectDto => {
    if (!isSubjectEvent(event)) return state;
    const { recordedAt, streamId } = event;
    switch (event.type) {
      case 'SubjectErasureRequested': {
        const { erasureId, subject, basis, reason, requestedBy } = event.data;
        const requested: SubjectErasureDto = {
          erasureId,
          subject,
          streamId,
          basis,
          reason,
          state: 'requested',
          requestedBy,
          requestedAt: recordedAt,
          confirmedBy: null,
          confirmedAt: null,
          closedAt: null,
        };
        return { ...state, erasures: [...state.erasures, requested] };
      }
      case 'SubjectErasureConfirmed': {
        const { erasureId, confirmedBy } = event.data;
        return withErasure(state, erasureId, { state: 'confirmed', confirmedBy, confirmedAt: recordedAt });
      }
      case 'SubjectErasureDeclined':
        return withErasure(state, event.data.erasureId, { state: event.data.cause, closedAt: recordedAt });
      case 'SubjectErased':
        return withErasure(state, event.data.erasureId, { state: 'erased', closedAt: recordedAt });
      case 'HoldPlaced': {
        const { holdId, reason, until = null } = event.data;
        const { actor } = event.metadata;
        const placedBy = responsibleUserId(actor);
        const hold = { holdId, reason, until, placedBy, placedAt: recordedAt, releasedAt: null };
        return { ...state, holds: [...state.holds, hold] };
      }
      case 'HoldReleased': {
        const { holdId } = event.data;
        return {
          ...state,
          holds: changed(state.holds, (hold) => hold.holdId === holdId, { releasedAt: recordedAt }),
        };
      }
    }
  },
};
