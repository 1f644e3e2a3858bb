import { z } from 'zod';
import type { InstallationBox } from '../../storage/key-vault/installation-box.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

type RedisPiecesOptions = {
  readonly redis: Pick<RedisConnection, 'run' | 'publish' | 'subscribe'>;
  /** Hides whose key a piece is sealed with. */
  readonly box: InstallationBox;
};

/** Milliseconds: longer than any query is worked on. What a node leaves that ends in the middle goes by itself. */
const KEPT_MS = 10 * 60_000;
/** Pieces of one look at one draft. */
const PAGE = 500;
/** More than a draft has characters (`draft-board.ts`): a piece is found by where it ends in which draft. */
const CHARACTERS = 100_000;
/** Milliseconds until the next look where nothing is heard: messages may be lost. */
const LOOK_EVERY_MS = 500;
const CHANNEL = 'drafts';

const pieceSchema = z.object({
  queryId: z.string(),
  position: z.number(),
  attempt: z.number(),
  from: z.number(),
  to: z.number(),
  subject: z.string(),
  sealed: z.string(),
});

const keyOf = (queryId: string): string => `draft:${queryId}`;
const scoreOf = (position: number, characters: number): number =>
  position * CHARACTERS + Math.min(characters, CHARACTERS - 1);

/**
 * Drafts in Redis: a sorted set a query, from which a reader takes what ends beyond what it has, and a channel that says
 * that there is something. Messages carry no text, so that none is lost where one is missed.
 */
export const redisPieces = ({ redis, box }: RedisPiecesOptions): DraftPieces => {
  const write = (piece: StoredPiece): Buffer =>
    box.seal(keyOf(piece.queryId), Buffer.from(JSON.stringify(piece), 'utf8'));
  const read = (queryId: string, sealed: Buffer): readonly StoredPiece[] => {
    const opened = box.open(keyOf(queryId), sealed);
    const piece = opened && pieceSchema.safeParse(JSON.parse(opened.toString('utf8'))).data;
    return piece?.queryId === queryId ? [piece] : [];
  };
  return {
    store: async (pieces) => {
      await redis.run('draft', (client) =>
        Promise.all(
          pieces.flatMap((piece) => {
            const key = keyOf(piece.queryId);
            return [
              client.zadd(key, scoreOf(piece.position, piece.to), write(piece)),
              client.pexpire(key, KEPT_MS),
            ];
          }),
        ),
      );
      redis.publish(CHANNEL, 'new');
    },
    read: async (known) => {
      const found = await redis.run('draft', (client) =>
        Promise.all(
          known.map(({ queryId, position, characters }) =>
            client.zrangebyscoreBuffer(
              keyOf(queryId),
              `(${scoreOf(position, characters)}`,
              '+inf',
              'LIMIT',
              0,
              PAGE,
            ),
          ),
        ),
      );
      return found.flatMap((sealed, index) =>
        sealed.flatMap((one) => read(known[index]?.queryId ?? '', one)),
      );
    },
    remove: async (done) => {
      await redis.run('draft', (client) =>
        Promise.all(
          done.map(({ queryId, position }) =>
            client.zremrangebyscore(keyOf(queryId), '-inf', scoreOf(position, CHARACTERS)),
          ),
        ),
      );
    },
    sweep: async () => {},
    pause: () => LOOK_EVERY_MS,
    hear: (onNews) => redis.subscribe(CHANNEL, onNews, onNews),
  };
};
