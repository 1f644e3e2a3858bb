import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { readGenerationModels, VECTOR_PROJECTION } from '../../commands/lookups/read-generation-models.ts';
import { waitingRebuild } from '../../commands/lookups/waiting-rebuild.ts';
import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { chunksReembedded, indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { documentWithdrawn } from '../../domain/knowledge/document-events.ts';
import {
  type EmbeddingModelCommand,
  type EmbeddingModelState,
  embeddingModelDecider,
  embeddingModelStream,
} from '../../domain/operations/embedding-model-decider.ts';
import {
  type EmbeddingModelName,
  embeddingModelChangeFailed,
  embeddingModelChangeRequested,
} from '../../domain/operations/embedding-model-events.ts';
import { projectionDecider } from '../../domain/operations/projection-decider.ts';
import {
  projectionGenerationSwitched,
  projectionRebuildFailed,
} from '../../domain/operations/projection-events.ts';
import { type Embedders, embedderOf } from '../../ports/embedders.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { createEmbeddingCostLedger } from '../indexing-worker/embedding-cost-ledger.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { isPermanentRefusal } from '../runner/is-permanent-refusal.ts';
import { reembedVersion } from './reembed-version.ts';

const EMBEDDING_CHANGER = 'embedding-changer';

type EmbeddingChangerServices = CommandServices & {
  readonly embedders: Embedders;
  readonly metrics: Metrics;
};

type IndexedVersion = EventOf<typeof indexingCompleted>['data'];

/** Without progress: a request of 256 texts, which ends by the embedder's own time-outs and retries well before. */
const DEADLINE_MS = 10 * 60_000;

/** How often at most progress is recorded in one change. */
const PROGRESS_STEPS = 20;

const keyOf = ({ docKey, version }: { readonly docKey: string; readonly version: number }): string =>
  `${docKey}@${version}`;

const isOf = (
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  wanted: EmbeddingModelName,
): boolean => model === wanted.name && dimensions === wanted.dimensions;

/** The live version of each document, and whether there are vectors of the model of it. Read from the log alone. */
const liveVersions = async (
  { eventStore }: EmbeddingChangerServices,
  model: EmbeddingModelName,
): Promise<readonly { readonly version: IndexedVersion; readonly isDone: boolean }[]> => {
  const live = new Map<string, IndexedVersion>();
  const withdrawnThrough = new Map<string, number>();
  const reembedded = new Set<string>();
  const types = [indexingCompleted.type, documentWithdrawn.type, chunksReembedded.type];
  for await (const event of eventStore.readAll(0, { filter: { types } })) {
    if (event.type === chunksReembedded.type) {
      const data = chunksReembedded.schema.parse(event.data);
      if (isOf(data, model)) reembedded.add(keyOf(data));
    } else if (event.type === documentWithdrawn.type) {
      const { docKey, throughVersion } = documentWithdrawn.schema.parse(event.data);
      withdrawnThrough.set(docKey, Math.max(throughVersion, withdrawnThrough.get(docKey) ?? 0));
      if ((live.get(docKey)?.version ?? Infinity) <= throughVersion) live.delete(docKey);
    } else {
      const data = indexingCompleted.schema.parse(event.data);
      const { docKey, version } = data;
      const isOvertaken = version <= (live.get(docKey)?.version ?? 0);
      if (!isOvertaken && version > (withdrawnThrough.get(docKey) ?? 0)) live.set(docKey, data);
    }
  }
  return [...live.values()].map((version) => ({
    version,
    isDone: isOf(version, model) || reembedded.has(keyOf(version)),
  }));
};

/**
 * Changes the embedding model, from the wish in the log to the fact in the log:
 *
 * 1. `EmbeddingModelChangeRequested` names the model. Each live version that has no vectors of it gets them, as a blob
 *    and a `ChunksReembedded` on the stream of its job: a rebuild finds them there and never embeds. Meanwhile the
 *    index answers as before, and new documents are indexed with the model in use.
 * 2. A version that completes with another model than the wanted one is embedded again the same way, from the request
 *    on for good: so nothing that is added during the change is left out, before or after the switch.
 * 3. With all of them done, the next generation of the search index is asked for, with the model in the request
 *    (`ProjectionResetRequested.embeddingModel`). The runner builds it beside the live one and switches. A generation
 *    knows its model, and questions are embedded by the model of the generation that answers them.
 * 4. `ProjectionGenerationSwitched` becomes `EmbeddingModelChanged`. Going back is the same way with the model before:
 *    its vectors are all there, but for versions added since.
 *
 * Every step looks at the log and does what is missing, so it may be repeated after a crash at any place. Documents
 * that must not be given to the model stay without vectors of it, are counted, and are found by their words.
 */
export const createEmbeddingChanger = (services: EmbeddingChangerServices): ConsumerDefinition => {
  const { identity, embedders } = services;
  const costLedger = createEmbeddingCostLedger();
  /** What stops the change under way. */
  let underWay: AbortController | undefined;

  const load = async (): Promise<EmbeddingModelState> =>
    (await loadState(services, embeddingModelDecider, embeddingModelStream)).state;

  const contextOf = (event: RecordedEvent, { fence }: Delivery): CommandContext =>
    systemContext(event, identity.newId(), EMBEDDING_CHANGER, fence);

  const record = (command: EmbeddingModelCommand, event: RecordedEvent, delivery: Delivery) =>
    executeDecider({
      decider: embeddingModelDecider,
      streamId: embeddingModelStream,
      commands: [command],
      context: contextOf(event, delivery),
      services,
    });

  const isPending = async (model: EmbeddingModelName): Promise<boolean> =>
    (await load()).pending?.model.name === model.name;

  /** Step 1. Answers whether the change is still wanted. */
  const embedAll = async (
    model: EmbeddingModelName,
    event: RecordedEvent,
    delivery: Delivery,
  ): Promise<boolean> => {
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
    const versions = await liveVersions(services, model);
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
      if ((await reembedVersion(version, embedder, context, services, costLedger, delivery)) === 'withheld')
        withheld += 1;
      else done += 1;
      delivery.progress();
      if ((done + withheld) % step === 0) await progress();
    }
    await progress();
    return isPending(model);
  };

  /** Step 3. A rebuild that is under way already is waited for: its end comes here as an event. */
  const requestIndex = async (
    model: EmbeddingModelName,
    event: RecordedEvent,
    delivery: Delivery,
  ): Promise<void> => {
    const { building, models } = await readGenerationModels(services);
    // One that waits for a person, without the vectors that are wanted now, is replaced.
    const replaced =
      building !== undefined && models.get(building)?.name !== model.name
        ? await waitingRebuild(VECTOR_PROJECTION, services)
        : undefined;
    if (building !== undefined && building !== replaced) return;
    try {
      await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', VECTOR_PROJECTION),
        commands: [
          {
            type: 'RequestReset',
            projection: VECTOR_PROJECTION,
            embeddingModel: model,
            ...omitUndefined({ abandonedGeneration: replaced }),
          },
        ],
        context: contextOf(event, delivery),
        services,
      });
    } catch (error) {
      if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
    }
  };

  /** Gives up the index that is built, or waits for a person, with a model that is not wanted any more. */
  const giveUpIndex = async (wanted: string, event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { building, models } = await readGenerationModels(services);
    if (building === undefined || models.get(building)?.name !== wanted) return;
    const message = 'The change to its embedding model was given up.';
    try {
      await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', VECTOR_PROJECTION),
        commands: [{ type: 'RecordFailed', generation: building, message }],
        context: contextOf(event, delivery),
        services,
      });
    } catch (error) {
      // It has taken over in this moment.
      if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
    }
  };

  /** Brings the change that is pending forward, from wherever it stands. */
  const bringForward = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { signal: stop } = delivery;
    const { pending } = await load();
    if (!pending) return;
    const given = new AbortController();
    underWay = given;
    try {
      const signal = AbortSignal.any([stop, given.signal]);
      if (await embedAll(pending.model, event, { ...delivery, signal }))
        await requestIndex(pending.model, event, delivery);
    } catch (error) {
      if (!stop.aborted && given.signal.aborted) return;
      if (stop.aborted || !isPermanentRefusal(error)) throw error;
      const { message } = error.reason;
      await record(
        { type: 'RecordModelFailed', model: pending.model.name, reason: 'refused', message },
        event,
        delivery,
      );
    } finally {
      underWay = undefined;
    }
  };

  /** Steps 2: a version that has been indexed with another model than the one that is, or will be, searched by. */
  const catchUp = async (
    version: IndexedVersion,
    event: RecordedEvent,
    delivery: Delivery,
  ): Promise<void> => {
    const { pending, current } = await load();
    if (!pending && !current) return;
    const wanted = [pending?.model, await modelInUse(services, embedders.configured.model)];
    for (const model of wanted) {
      const embedder = model && !isOf(version, model) ? embedderOf(embedders, model) : undefined;
      if (embedder)
        await reembedVersion(version, embedder, contextOf(event, delivery), services, costLedger, delivery);
    }
  };

  const handle = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    switch (event.type) {
      case embeddingModelChangeRequested.type:
        await bringForward(event, delivery);
        return;
      case embeddingModelChangeFailed.type: {
        const { model, reason } = embeddingModelChangeFailed.schema.parse(event.data);
        if ((await load()).pending) return;
        underWay?.abort();
        if (reason === 'reverted') await giveUpIndex(model, event, delivery);
        return;
      }
      case indexingCompleted.type:
        await catchUp(indexingCompleted.schema.parse(event.data), event, delivery);
        return;
      case projectionGenerationSwitched.type: {
        const { projection, generation } = projectionGenerationSwitched.schema.parse(event.data);
        if (projection !== VECTOR_PROJECTION) return;
        const model = (await readGenerationModels(services)).models.get(generation);
        const { pending, current } = await load();
        if (model && (pending ? pending.model.name === model.name : current?.name !== model.name))
          await record({ type: 'RecordModelChanged', model, generation }, event, delivery);
        else await bringForward(event, delivery);
        return;
      }
      case projectionRebuildFailed.type: {
        const failed = projectionRebuildFailed.schema.parse(event.data);
        if (failed.projection !== VECTOR_PROJECTION) return;
        const model = (await readGenerationModels(services)).models.get(failed.generation);
        const { pending } = await load();
        if (pending && model?.name === pending.model.name) {
          const { message } = failed;
          await record(
            { type: 'RecordModelFailed', model: model.name, reason: 'index', message },
            event,
            delivery,
          );
        } else await bringForward(event, delivery);
        return;
      }
    }
  };

  return {
    name: EMBEDDING_CHANGER,
    eventTypes: [
      embeddingModelChangeRequested.type,
      embeddingModelChangeFailed.type,
      indexingCompleted.type,
      projectionGenerationSwitched.type,
      projectionRebuildFailed.type,
    ],
    concurrency: 4,
    // What moves the change comes one after the other; giving it up must not wait for its end.
    orderingKey: (event) =>
      event.type === indexingCompleted.type
        ? event.streamId
        : event.type === embeddingModelChangeFailed.type
          ? 'given up'
          : 'change',
    // Each step looks at the log for what is to be done: one that failed is made good by the next.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle,
    onParked: async (event, reason, delivery) => {
      if (event.type === indexingCompleted.type) return;
      const { pending } = await load();
      if (!pending) return;
      const message = `The change failed several times: ${reason}`.slice(0, 500);
      await record(
        { type: 'RecordModelFailed', model: pending.model.name, reason: 'unavailable', message },
        event,
        delivery,
      );
    },
  };
};
