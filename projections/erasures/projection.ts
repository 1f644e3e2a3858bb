import type { SubjectEvent } from '../../domain/privacy/subject-events.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { type ErasureRow, erasureEntity } from './entity.ts';

type AboutErasure = Extract<SubjectEvent, { data: { erasureId: string } }>;

const keys = ({ data }: AboutErasure): readonly string[] => [data.erasureId];

export const erasuresProjection = defineKeyedProjection({
  name: 'erasures',
  version: 1,
  entity: erasureEntity,
  key: 'erasureId',
  folds: {
    SubjectErasureRequested: {
      keys,
      evolve: (_, { data, streamId, recordedAt, position }): ErasureRow | undefined => ({
        erasureId: data.erasureId,
        subject: data.subject,
        streamId,
        basis: data.basis,
        state: 'requested',
        requestedBy: data.requestedBy,
        requestedAt: recordedAt,
        requestedPosition: position,
        confirmedBy: null,
        confirmedAt: null,
        closedAt: null,
        certificate: null,
      }),
    },
    SubjectErasureConfirmed: {
      keys,
      evolve: (row, { data, recordedAt }): ErasureRow | undefined =>
        row && { ...row, state: 'confirmed', confirmedBy: data.confirmedBy, confirmedAt: recordedAt },
    },
    SubjectErasureDeclined: {
      keys,
      evolve: (row, { data, recordedAt }): ErasureRow | undefined =>
        row && { ...row, state: data.cause, closedAt: recordedAt },
    },
    SubjectErased: {
      keys,
      evolve: (
        row,
        { data: { erasureId: _, subject: __, ...certificate }, recordedAt },
      ): ErasureRow | undefined => row && { ...row, state: 'erased', closedAt: recordedAt, certificate },
    },
  },
});
