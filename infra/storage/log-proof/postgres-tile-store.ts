import { z } from 'zod';
import { tilePath } from '../../../domain/audit/merkle/tile.ts';
import { HASH_BYTES } from '../../../domain/audit/merkle/tree-hasher.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { TileStore } from '../../../ports/tile-store.ts';

const readSql = `
  select t.level, t.number, encode(t.hashes, 'base64') as hashes
    from unnest($1::smallint[], $2::bigint[]) as asked (level, number)
    join log_proof.tiles t using (level, number)`;

// A tile only grows: of two nodes that write the same place, the one that has read further wins.
const writeSql = `
  insert into log_proof.tiles as t (level, number, hashes)
  select level, number, decode(hashes, 'base64')
    from unnest($1::smallint[], $2::bigint[], $3::text[]) as given (level, number, hashes)
  on conflict (level, number) do update set hashes = excluded.hashes
   where octet_length(excluded.hashes) >= octet_length(t.hashes)`;

const storedTile = z.object({ level: z.int(), number: z.int(), hashes: z.string() });

/** Tiles in one statement: 2 MB. */
const MOST = 256;

/** Keeps tiles in the database, one row each. */
export const createPostgresTileStore = (session: SqlSession): TileStore => ({
  read: async (places) => {
    const rows = await session.query(readSql, [
      places.map(({ level }) => level),
      places.map(({ index }) => index),
    ]);
    const stored = new Map(
      rows.map((row) => {
        const { level, number, hashes } = storedTile.parse(row);
        return [`${level}/${number}`, new Uint8Array(Buffer.from(hashes, 'base64'))];
      }),
    );
    return new Map(
      places.flatMap((place) => {
        const bytes = stored.get(`${place.level}/${place.index}`);
        const length = place.width * HASH_BYTES;
        return bytes && bytes.length >= length ? [[tilePath(place), bytes.subarray(0, length)]] : [];
      }),
    );
  },
  write: async (tiles) => {
    // Of one place, the last is the widest; a statement must not write a row twice.
    const widest = [...new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile])).values()];
    for (let from = 0; from < widest.length; from += MOST) {
      const part = widest.slice(from, from + MOST);
      await session.query(writeSql, [
        part.map(({ level }) => level),
        part.map(({ index }) => index),
        part.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
      ]);
    }
  },
  clear: async () => {
    await session.query('delete from log_proof.tiles');
  },
});
