import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { GenerationModels } from '../../domain/operations/generation-models.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { Generations } from '../../ports/generations.ts';
import type { LexicalStorage, LexicalTables } from '../../ports/lexical-tables.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { generationSchema, type ProjectionDefinition } from '../runner/projection-definition.ts';
import { changeLiveVersion } from './change-live-version.ts';
import { forgetDocument } from './forget-document.ts';
import type { GenerationModelReader } from './generation-model.ts';
import { isSearchEvent, searchEventTypes } from './live-version.ts';
import { placeVectors } from './place-vectors.ts';
import { publishAhead } from './publish-ahead.ts';
import { type Publication, type PublicationSources, readPublication } from './read-publication.ts';
import { createTables, readTables } from './search-tables.ts';
import { type OpenGeneration, publish, replaceVectors } from './write-passages.ts';

export const SEARCH_PROJECTION = 'search';

type SearchProjectionServices = PublicationSources & {
  readonly vectors: VectorIndex;
  /** The words of generations that store them in tables; when absent, none does. */
  readonly lexical?: LexicalTables;
  /** The retired generations that are still stored. */
  readonly generations: Pick<Generations, 'list'>;
  /** Reads the models of generations from the log. */
  readonly readGenerationModels: () => Promise<GenerationModels>;
  /** The model that should be in use now. */
  readonly modelInUse: () => Promise<EmbeddingModelName>;
  /** The model whose vectors a generation holds; versions without them are found by words only. */
  readonly modelOf: GenerationModelReader;
  /** Optimises the vectors of a generation that is about to go live. */
  readonly settle?: (schema: string, signal: AbortSignal) => Promise<void>;
  /** Compares a new generation with the live one before it takes over. */
  readonly examine?: ProjectionDefinition['examine'];
};

/**
 * The search index: the passages of every version that was ever indexed (superseded ones stay for audit), which of
 * them are searchable, and the vectors of those. A rebuild reads blobs and embeds nothing. A generation holds vectors
 * of one model, which its request may name: while the next one is built with those of a new model, the live one
 * serves with its own.
 */
export const createSearchProjection = (services: SearchProjectionServices): ProjectionDefinition => {
  const { vectors, modelOf, generations } = services;
  /**
   * Content that `prepare` fetched for the current batch, by schema and event id: two generations may be followed
   * concurrently.
   */
  const prepared = new Map<string, ReadonlyMap<string, Publication>>();
  /** The results of `plan`, by schema. */
  const planned = new Map<string, EmbeddingModelName>();
  const plannedStorages = new Map<string, LexicalStorage>();
  const placement = placeVectors(vectors);

  const listFormerSchemas = async (session: SqlSession): Promise<readonly string[]> =>
    (await generations.list(session, SEARCH_PROJECTION))
      .filter(({ state }) => state === 'retired')
      .map(({ generation }) => generationSchema(SEARCH_PROJECTION, generation));

  return {
    name: SEARCH_PROJECTION,
    version: 15,
    sealedSince: 9,
    reads: readTables,
    eventTypes: searchEventTypes,
    // One event can be a whole textbook.
    batchSize: 20,
    plan: async (generation, use) => {
      const { models } = await services.readGenerationModels();
      const model = models.get(generation) ?? (await services.modelInUse());
      planned.set(generationSchema(SEARCH_PROJECTION, generation), model);
      if (services.lexical)
        plannedStorages.set(generationSchema(SEARCH_PROJECTION, generation), await services.lexical.home());
      await placement.plan(generationSchema(SEARCH_PROJECTION, generation), use);
    },
    isCurrent: async (generation) => {
      const schema = generationSchema(SEARCH_PROJECTION, generation);
      const held = await modelOf(schema);
      const { name, dimensions } = await services.modelInUse();
      if (held.name !== name || held.dimensions !== dimensions) return false;
      if ((await services.lexical?.isCurrent(schema)) === false) return false;
      return placement.isRight(schema);
    },
    ...omitUndefined({ settle: services.settle, examine: services.examine }),
    keepOnly: async (schemas) => {
      await vectors.check();
      await vectors.keepGenerations(schemas);
    },
    create: async (session, schema) => {
      const { name, dimensions } = planned.get(schema) ?? (await services.modelInUse());
      await createTables(session, schema);
      const home = plannedStorages.get(schema) ?? (await services.lexical?.home());
      if (home === 'stored') await services.lexical?.create(session, schema);
      await session.query(`insert into "${schema}".embedding_model (name, dimensions) values ($1, $2)`, [
        name,
        dimensions,
      ]);
      await placement.create(session, schema, dimensions);
    },
    prepare: async (schema, events) => {
      // Checked here, so that an unreachable index blocks no transaction.
      if (events.some(isSearchEvent)) await vectors.check(schema);
      const model = await modelOf(schema);
      const publications = new Map<string, Publication>();
      for (const event of events) {
        if (!isSearchEvent(event)) continue;
        const publication = await readPublication(services, model, event);
        if (publication) publications.set(event.id, publication);
      }
      prepared.set(schema, publications);
    },
    applyAhead: async (schema, events, step) => {
      const publications = new Map(prepared.get(schema));
      for (const [id, publication] of publications)
        publications.set(id, await publishAhead({ schema, vectors, step }, publication, events));
      prepared.set(schema, publications);
    },
    apply: async (session, schema, events: readonly RecordedEvent[]) => {
      const generation: OpenGeneration = { session, schema, vectors, lexical: services.lexical };
      for (const event of events) {
        if (!isSearchEvent(event)) continue;
        const publication = prepared.get(schema)?.get(event.id);
        if (event.type === 'SubjectErased') {
          await forgetDocument(generation, event, listFormerSchemas);
        } else if (event.type === 'ChunksReembedded') {
          if (publication) await replaceVectors(generation, event, publication);
        } else {
          if (publication) await publish(generation, publication);
          await changeLiveVersion(generation, event, publication);
        }
      }
    },
  };
};
