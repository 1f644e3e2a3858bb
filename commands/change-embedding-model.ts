import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { embeddingModelDecider, embeddingModelStream } from '../domain/operations/embedding-model-decider.ts';
import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import { awaitModelChange, modelChangeEndings } from './awaiting/await-model-change.ts';
import { modelInUse } from './lookups/model-in-use.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const input = z.strictObject({
  /** The name of one of the configured models. */
  model: z.string().min(1).max(300),
});

const ids = z.object({ model: z.string() });

/** The command that changes to one of the given models, of which the first is the configured default. */
export const createChangeEmbeddingModel = (
  models: readonly EmbeddingModelName[],
): CommandDefinition<typeof input, typeof ids, typeof modelChangeEndings> =>
  defineCommand({
    name: 'ChangeEmbeddingModel',
    summary:
      'Embeds the knowledge base with another configured model and then switches to it; the current model serves until then.',
    permission: 'embedding:change',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ model: wanted }, context, services) => {
      const model = models.find(({ name }) => name === wanted);
      const [configured] = models;
      if (!model || !configured) {
        const available = models.map(({ name }) => name);
        throw new Failure(
          failure(
            'not_found',
            `No embedding model with this name is configured. Available: ${available.join(', ')}.`,
            { details: { available } },
          ),
        );
      }
      const { name, dimensions } = model;
      const { streamId, revision, position } = await executeDecider({
        decider: embeddingModelDecider,
        streamId: embeddingModelStream,
        commands: [
          {
            type: 'RequestModelChange',
            model: { name, dimensions },
            inUse: await modelInUse(services, configured),
          },
        ],
        context,
        services,
      });
      return { streamId, revision, position, ids: { model: name }, startedAt: '/api/admin/embedding' };
    },
    process: {
      endings: modelChangeEndings,
      optional: false,
      awaitEnd: (outcome, services, signal) =>
        awaitModelChange({ model: ids.parse(outcome.ids).model, after: outcome.revision }, services, signal),
    },
  });
