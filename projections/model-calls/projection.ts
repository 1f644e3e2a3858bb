import { monthOf } from '../../domain/consultation/answering/monthly-costs.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { modelCallEntity } from './entity.ts';

const callIdOf = ({ queryId, attempt }: { readonly queryId: string; readonly attempt: number }): string =>
  `${queryId}#${attempt}`;

/** The cost of each language model call, and who asked. */
export const modelCallsProjection = defineKeyedProjection({
  name: 'model-calls',
  version: 1,
  entity: modelCallEntity,
  key: 'callId',
  folds: {
    ModelCalled: {
      keys: ({ data }) => [callIdOf(data)],
      evolve: (row, { data, metadata, recordedAt, position }) =>
        row ?? {
          callId: callIdOf(data),
          month: monthOf(recordedAt),
          person: responsibleUserId(metadata.actor),
          model: data.model,
          place: data.where,
          calledPosition: position,
          ended: false,
          promptTokens: 0,
          completionTokens: 0,
          costUsd: data.mostUsd ?? 0,
        },
    },
    ModelCallEnded: {
      keys: ({ data }) => [callIdOf(data)],
      evolve: (row, { data: { promptTokens = 0, completionTokens = 0, costUsd } }) =>
        row && { ...row, ended: true, promptTokens, completionTokens, costUsd: costUsd ?? row.costUsd },
    },
  },
});
