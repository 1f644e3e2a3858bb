import { indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { readGenerationModels } from './read-generation-models.ts';

/** The position up to which a log holds no completed job. That never changes, so it need not be scanned again. */
const emptyUpTo = new WeakMap<CommandServices['eventStore'], Position>();

/**
 * The model whose vectors are searched: that of the live generation. Before the first model change it is the model
 * that the first document was indexed with, or withheld from, so that changing the configuration alone has no effect
 * and no cost. Before the first document it is the configured model.
 */
export const modelInUse = async (
  services: Pick<CommandServices, 'eventStore' | 'states'>,
  configured: EmbeddingModelName,
): Promise<EmbeddingModelName> => {
  const { live, models } = await readGenerationModels(services);
  const known = models.get(live);
  if (known) return known;
  for (let from = emptyUpTo.get(services.eventStore) ?? 0; ; ) {
    const page = await services.eventStore.readPage(from, 1, { types: [indexingCompleted.type] });
    for (const { data } of page.events) {
      const completed = indexingCompleted.schema.parse(data);
      const { model, dimensions } = completed.withheldFrom ?? completed;
      return { name: model, dimensions };
    }
    // A page scans only part of the log.
    if (page.unreadable.length > 0 || page.scannedTo >= page.head) break;
    from = page.scannedTo;
    emptyUpTo.set(services.eventStore, from);
  }
  return { name: configured.name, dimensions: configured.dimensions };
};
