import { randomBytes } from 'node:crypto';
import { QdrantClient } from '@qdrant/js-client-rest';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import type { PointCounts } from '../../infra/search/vector-index/point-counts.ts';
import { guardQdrantWrites } from '../../infra/search/vector-index/qdrant/guard-qdrant-writes.ts';
import {
  chooseQdrant,
  type QdrantConfiguration,
} from '../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import { connectToQdrant } from '../../infra/search/vector-index/qdrant/qdrant-connection.ts';
import { createQdrantIndex } from '../../infra/search/vector-index/qdrant/qdrant-index.ts';
import type { QdrantLayout } from '../../infra/search/vector-index/qdrant/qdrant-layout.ts';
import type { VectorSearchConfiguration } from '../../infra/search/vector-index/vector-search-configuration.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import { silentLogger } from '../../ports/logger.ts';

/**
 * The URL of a Qdrant to test against. CI starts `qdrant-server.py`: Qdrant's own engine, from its Python package,
 * behind the REST API used by this product, because no package registry has the server. A real one can be configured
 * instead: each test uses its own collections and removes them.
 */
export const testQdrantUrl = process.env.TEST_QDRANT_URL;
if (!testQdrantUrl) {
  process.stdout.write('TEST_QDRANT_URL is not set: the tests against Qdrant are skipped.\n');
}

const configurationOf = (url: string): QdrantConfiguration => {
  const choice = chooseQdrant({ QDRANT_URL: url });
  if (!choice.ok || !choice.value) throw new Error(`${url} is not an address of Qdrant.`);
  return choice.value;
};

/** A client of the test, to inspect the server. */
export const qdrantClient = (url: string): QdrantClient =>
  new QdrantClient({ url, checkCompatibility: false });

/** The names of the collections that start with a namespace. */
export const collectionsOf = async (client: QdrantClient, namespace: string): Promise<readonly string[]> => {
  const { collections } = await client.getCollections();
  return collections.map(({ name }) => name).filter((name) => name.startsWith(`${namespace}_`));
};

/** Removes all collections left by a test. */
export const removeCollections = async (client: QdrantClient, namespace: string): Promise<void> => {
  for (const name of await collectionsOf(client, namespace)) await client.deleteCollection(name);
};

/** An index, by default in a new namespace. `through` is its address, for example that of a proxy. */
export const openQdrantIndex = (
  url: string,
  options: {
    readonly through?: string;
    readonly leavesThePremises?: boolean;
    /** The namespace of another index, to observe it. */
    readonly namespace?: string;
    readonly layout?: QdrantLayout;
    readonly vectorSearch?: VectorSearchConfiguration;
    readonly counts?: PointCounts;
    readonly health?: Pick<ComponentMonitor, 'report'>;
  } = {},
) => {
  const namespace = options.namespace ?? `test_${randomBytes(6).toString('hex')}`;
  const client = qdrantClient(url);
  const { layout, vectorSearch, counts, health } = options;
  const connection = connectToQdrant(configurationOf(options.through ?? url));
  return {
    namespace,
    client,
    index: createQdrantIndex({
      connection,
      ...(health ? { write: guardQdrantWrites(connection, { health }) } : {}),
      ...omitUndefined({ layout, vectorSearch, counts }),
      namespace,
      leavesThePremises: options.leavesThePremises ?? false,
      hasher: nodeHasher,
      logger: silentLogger,
    }),
    dispose: () => removeCollections(client, namespace),
  };
};
