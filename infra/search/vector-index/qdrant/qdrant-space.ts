import type { Schemas } from '@qdrant/js-client-rest';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { PointCounts } from '../point-counts.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import type { QdrantLayout } from './qdrant-layout.ts';

/** The named vectors of a point. */
export const MEANING = 'meaning';
export const WORDS = 'words';

/** What the parts of an index on a Qdrant server share. */
export type QdrantSpace = {
  readonly ask: QdrantConnection['ask'];
  /** The same behind a separate guard. */
  readonly write: QdrantConnection['ask'];
  /** Starts the names of all collections and aliases. */
  readonly namespace: string;
  readonly leavesThePremises: boolean;
  readonly layout: QdrantLayout;
  /** How many points there should be; when absent, nothing is found missing. */
  readonly counts: PointCounts | undefined;
  /** Generations whose collection was found missing: a new one has to be built, and what is put there is lost. */
  readonly lost: Set<string>;
};

export const aliasOf = ({ namespace }: Pick<QdrantSpace, 'namespace'>, generation: string): string =>
  `${namespace}_${generation}`;

/** The collection behind each alias of the server. */
export const aliasTargets = async ({ ask }: QdrantSpace): Promise<ReadonlyMap<string, string>> => {
  const { aliases } = await ask((client) => client.getAliases());
  return new Map(aliases.map(({ alias_name, collection_name }) => [alias_name, collection_name]));
};

/** The collection of a generation. */
export const collectionOf = async (space: QdrantSpace, generation: string): Promise<string | undefined> =>
  (await aliasTargets(space)).get(aliasOf(space, generation));

export const infoOf = ({ ask }: QdrantSpace, collection: string): Promise<Schemas['CollectionInfo']> =>
  ask((client) => client.getCollection(collection));

/** How many points a collection or alias has. */
export const countPoints = async ({ ask }: QdrantSpace, name: string): Promise<number> =>
  (await ask((client) => client.count(name, { exact: true }))).count;

export const isMissing = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'not_found';
