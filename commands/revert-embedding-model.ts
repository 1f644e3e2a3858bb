import { z } from 'zod';
import { embeddingModelDecider, embeddingModelStream } from '../domain/operations/embedding-model-decider.ts';
import { awaitModelChange, modelChangeEndings } from './awaiting/await-model-change.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const ids = z.object({
  model: z.string().optional().meta({
    description: 'The model that is restored; absent when only a change in progress was cancelled.',
  }),
});

export const revertEmbeddingModel = defineCommand({
  name: 'RevertEmbeddingModel',
  summary:
    'Cancels an embedding model change in progress, or else switches back to the previous model, whose vectors were kept.',
  permission: 'embedding:change',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  input: z.strictObject({}),
  ids,
  handle: async (_input, context, services) => {
    const { streamId, revision, position, state } = await executeDecider({
      decider: embeddingModelDecider,
      streamId: embeddingModelStream,
      commands: [{ type: 'RevertModelChange' }],
      context,
      services,
    });
    const model = state.pending?.model.name;
    return {
      streamId,
      revision,
      position,
      ...(model === undefined ? { ids: {} } : { ids: { model }, startedAt: '/api/admin/embedding' }),
    };
  },
  process: {
    endings: modelChangeEndings,
    optional: true,
    awaitEnd: async (outcome, services, signal) => {
      const { model } = ids.parse(outcome.ids);
      return model === undefined
        ? undefined
        : awaitModelChange({ model, after: outcome.revision }, services, signal);
    },
  },
});
