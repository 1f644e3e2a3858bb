import { indexingCompleted } from '../domain/indexing/indexing-events.ts';
import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import type { CommandServices } from './command-definition.ts';
import { readGenerationModels } from './read-generation-models.ts';

/**
 * The model whose vectors are searched: that of the live generation. Before the first change it is the one that the
 * first document was indexed with, or was kept from, so that another configuration alone changes nothing and costs
 * nothing; before the first document it is the configured one.
 */
export const modelInUse = async (
  services: Pick<CommandServices, 'eventStore' | 'states'>,
  configured: EmbeddingModelName,
): Promise<EmbeddingModelName> => {
  const { live, models } = await readGenerationModels(services);
  const known = models.get(live);
  if (known) return known;
  for (let from = 0; ; ) {
    const page = await services.eventStore.readPage(from, 1, { types: [indexingCompleted.type] });
    for (const { data } of page.events) {
      const completed = indexingCompleted.schema.parse(data);
      const { model, dimensions } = completed.withheldFrom ?? completed;
      return { name: model, dimensions };
    }
    // A page looks through a part of the log only.
    if (page.unreadable.length > 0 || page.scannedTo >= page.head) break;
    from = page.scannedTo;
  }
  return { name: configured.name, dimensions: configured.dimensions };
};
