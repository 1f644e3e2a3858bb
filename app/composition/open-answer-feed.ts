import { fallbackPieces } from '../../infra/cluster/answer-feed/fallback-pieces.ts';
import { createMemoryAnswerFeed } from '../../infra/cluster/answer-feed/memory-answer-feed.ts';
import { redisPieces } from '../../infra/cluster/answer-feed/redis-pieces.ts';
import { createSharedAnswerFeed } from '../../infra/cluster/answer-feed/shared-answer-feed.ts';
import { postgresPieces } from '../../infra/cluster/answer-feed/stored-pieces.ts';
import type { RedisConnection } from '../../infra/cluster/redis/redis-connection.ts';
import { createInstallationBox } from '../../infra/storage/key-vault/installation-box.ts';
import type { AnswerFeed } from '../../ports/answer-feed.ts';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';

type AnswerFeedParts = {
  readonly database: Database;
  readonly redis: RedisConnection | undefined;
  readonly passingSecret: Uint8Array;
  readonly sealer: RowSealer;
  readonly logger: Logger;
};

/**
 * Opens the feed of drafts. With a database server, readers may be in other processes; drafts reach them through Redis if
 * configured, or else through the database.
 */
export const openAnswerFeed = (
  { database, redis, passingSecret, sealer, logger }: AnswerFeedParts,
  resources: AsyncDisposableStack,
): AnswerFeed => {
  if (database.kind === 'embedded') return createMemoryAnswerFeed({ onDestroyed: sealer.onDestroyed });
  const table = postgresPieces(database);
  const box = createInstallationBox(passingSecret, 'drafts');
  const pieces = redis === undefined ? table : fallbackPieces(redisPieces({ redis, box }), table);
  const feed = createSharedAnswerFeed({ pieces, sealer, logger });
  resources.defer(() => feed.close());
  return feed;
};
