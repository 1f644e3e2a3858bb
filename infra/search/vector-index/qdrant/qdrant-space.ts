import type { Schemas } from '@qdrant/js-client-rest';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { PointCounts } from '../point-counts.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import type { QdrantLayout } from './qdrant-layout.ts';

/** The named vectors of a point. */
export const MEANING = 'meaning';
export const WORDS = 'words';

/** State shared by the parts of an index on a Qdrant server. */
export type QdrantSpace = {
  readonly ask: QdrantConnection['ask'];
  /** Like `ask`, behind a separate guard for writes. */
  readonly write: QdrantConnection['ask'];
  /** Prefix of the names of all collections and aliases. */
  readonly namespace: string;
  readonly leavesThePremises: boolean;
  readonly layout: QdrantLayout;
  /** The expected numbers of points; when absent, no points are reported missing. */
  readonly counts: PointCounts | undefined;
  /** Generations whose collection is missing. They must be rebuilt; writes to them are discarded. */
  readonly lost: Set<string>;
};

export const aliasOf = ({ namespace }: Pick<QdrantSpace, 'namespace'>, generation: string): string =>
  `${namespace}_${generation}`;

/** Returns the collection behind each alias of the server. */
export const aliasTargets = async ({ ask }: QdrantSpace): Promise<ReadonlyMap<string, string>> => {
  const { aliases } = await ask((client) => client.getAliases());
  return new Map(aliases.map(({ alias_name, collection_name }) => [alias_name, collection_name]));
};

/** Returns the collection of a generation, if there is one. */
export const collectionOf = async (space: QdrantSpace, generation: string): Promise<string | undefined> =>
  (await aliasTargets(space)).get(aliasOf(space, generation));

export const infoOf = ({ ask }: QdrantSpace, collection: string): Promise<Schemas['CollectionInfo']> =>
  ask((client) => client.getCollection(collection));

/** Counts the points of a collection or alias. */
export const countPoints = async ({ ask }: QdrantSpace, name: string): Promise<number> =>
  (await ask((client) => client.count(name, { exact: true }))).count;

export const isMissing = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'not_found';
