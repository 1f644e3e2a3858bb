import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { embedderOf } from '../../ports/embedders.ts';
import { createEmbeddingCostLedger } from '../indexing-worker/embedding-cost-ledger.ts';
import type { Delivery } from '../runner/delivery.ts';
import { type IndexedVersion, isOfModel, liveVersions } from './live-versions.ts';
import type { EmbeddingChangerServices, ModelChange } from './model-change.ts';
import { reembedVersion } from './reembed-version.ts';

/** The most progress events of one change. */
const PROGRESS_STEPS = 20;

/** Embeds indexed versions with the model that searches use, or will use. */
type VersionEmbedding = {
  /** Step 1. Returns whether the change is still wanted. */
  readonly embedAll: (
    model: EmbeddingModelName,
    event: RecordedEvent,
    delivery: Delivery,
  ) => Promise<boolean>;
  /** Step 2, for a version that was indexed with another model. */
  readonly catchUp: (version: IndexedVersion, event: RecordedEvent, delivery: Delivery) => Promise<void>;
};

export const createVersionEmbedding = (
  services: EmbeddingChangerServices,
  change: ModelChange,
): VersionEmbedding => {
  const { embedders } = services;
  const { load, isPending, contextOf, record } = change;
  const costLedger = createEmbeddingCostLedger();

  const embedAll: VersionEmbedding['embedAll'] = async (model, event, delivery) => {
    const embedder = embedderOf(embedders, model);
    if (!embedder) {
      const message = 'The embedding model is not configured any more.';
      await record(
        { type: 'RecordModelFailed', model: model.name, reason: 'not_configured', message },
        event,
        delivery,
      );
      return false;
    }
    const versions = await liveVersions(services.eventStore, model);
    const total = versions.length;
    let done = versions.filter(({ isDone }) => isDone).length;
    let withheld = 0;
    const progress = () =>
      record({ type: 'RecordModelProgress', model: model.name, done, total, withheld }, event, delivery);
    const step = Math.max(1, Math.ceil(total / PROGRESS_STEPS));
    await progress();
    for (const { version, isDone } of versions) {
      if (isDone) continue;
      delivery.signal.throwIfAborted();
      const context = contextOf(event, delivery);
      const outcome = await reembedVersion({
        indexed: version,
        embedder,
        context,
        services,
        costLedger,
        delivery,
      });
      if (outcome === 'withheld') withheld += 1;
      else done += 1;
      delivery.progress();
      if ((done + withheld) % step === 0) await progress();
    }
    await progress();
    return isPending(model);
  };

  const catchUp: VersionEmbedding['catchUp'] = async (version, event, delivery) => {
    const { pending, current } = await load();
    if (!pending && !current) return;
    const wanted = [pending?.model, await modelInUse(services, embedders.configured.model)];
    for (const model of wanted) {
      const embedder = model && !isOfModel(version, model) ? embedderOf(embedders, model) : undefined;
      if (embedder)
        await reembedVersion({
          indexed: version,
          embedder,
          context: contextOf(event, delivery),
          services,
          costLedger,
          delivery,
        });
    }
  };

  return { embedAll, catchUp };
};
