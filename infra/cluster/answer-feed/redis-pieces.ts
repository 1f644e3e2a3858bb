import { z } from 'zod';
import type { InstallationBox } from '../../storage/key-vault/installation-box.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

type RedisPiecesOptions = {
  readonly redis: Pick<RedisConnection, 'run' | 'publish' | 'subscribe'>;
  /** Hides whose key seals a piece. */
  readonly box: InstallationBox;
};

/** Milliseconds, longer than work on any query. Drafts of a node that stopped midway expire on their own. */
const KEPT_MS = 10 * 60_000;
/** Maximum pieces read per draft and call. */
const PAGE = 500;
/**
 * Above the characters of a draft (`draft-board.ts`): the score of a piece combines its draft's position and its own
 * end.
 */
const CHARACTERS = 100_000;
/** Polling interval in milliseconds: notifications may be lost. */
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
 * Stores drafts in Redis: one sorted set per query, from which a reader takes the pieces that end beyond its own text,
 * and a channel for notifications. Messages carry no text, so missing one loses nothing.
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
