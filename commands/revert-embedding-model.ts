import { z } from 'zod';
import { embeddingModelDecider, embeddingModelStream } from '../domain/operations/embedding-model-decider.ts';
import { defineCommand } from './command-definition.ts';
import { executeDecider } from './execute-decider.ts';

export const revertEmbeddingModel = defineCommand({
  name: 'RevertEmbeddingModel',
  summary:
    'Gives up a change of the embedding model that is under way, or else changes back to the model before; its vectors were kept.',
  permission: 'embedding:change',
  acceptsFile: false,
  input: z.strictObject({}),
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
      ids: model === undefined ? {} : { model },
      startedAt: '/api/admin/embedding',
    };
  },
});
