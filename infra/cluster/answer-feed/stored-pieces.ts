import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { DraftPieces, KnownDraft, StoredPiece } from './draft-pieces.ts';

/** Maximum rows per poll: a draft grows by some twenty a second, so this covers many seconds of many drafts. */
const PAGE = 500;

// A write with an unknown outcome is repeated together with later text: the longer piece wins.
const insertSql = `
  insert into answer_drafts.pieces as stored
         (query_id, position, attempt, from_character, to_character, subject, sealed)
  select * from unnest($1::uuid[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::text[])
  on conflict (query_id, position, from_character)
  do update set to_character = excluded.to_character, sealed = excluded.sealed
          where stored.to_character < excluded.to_character`;

const readSql = `
  select p.query_id, p.position, p.attempt, p.from_character, p.to_character, p.subject, p.sealed
    from answer_drafts.pieces p
    join unnest($1::uuid[], $2::bigint[], $3::integer[]) as known (query_id, position, characters)
      on p.query_id = known.query_id
     and (p.position > known.position or (p.position = known.position and p.to_character > known.characters))
   order by p.query_id, p.position, p.from_character limit ${PAGE}`;

const removeSql = `
  delete from answer_drafts.pieces p
   using unnest($1::uuid[], $2::bigint[]) as done (query_id, position)
   where p.query_id = done.query_id and p.position <= done.position`;

/** Longer than work on any query. */
const KEPT = '10 minutes';
const sweepSql = `delete from answer_drafts.pieces where written_at < now() - interval '${KEPT}'`;

const forgetSql = `
  with forgotten as (delete from answer_drafts.pieces where subject = $1 returning 1)
  select count(*) as forgotten from forgotten`;

const countSql = 'select count(*) as pieces from answer_drafts.pieces where subject = $1';

const rowSchema = z.object({
  query_id: z.string(),
  position: z.number(),
  attempt: z.number(),
  from_character: z.number(),
  to_character: z.number(),
  subject: z.string(),
  sealed: z.string(),
});

const storePieces = async (session: SqlSession, pieces: readonly StoredPiece[]): Promise<void> => {
  await session.query(insertSql, [
    pieces.map(({ queryId }) => queryId),
    pieces.map(({ position }) => position),
    pieces.map(({ attempt }) => attempt),
    pieces.map(({ from }) => from),
    pieces.map(({ to }) => to),
    pieces.map(({ subject }) => subject),
    pieces.map(({ sealed }) => sealed),
  ]);
};

/** Reads the pieces beyond the known text, in order within each draft. */
const readPieces = async (
  session: SqlSession,
  known: readonly KnownDraft[],
): Promise<readonly StoredPiece[]> => {
  const rows = await session.query(readSql, [
    known.map(({ queryId }) => queryId),
    known.map(({ position }) => position),
    known.map(({ characters }) => characters),
  ]);
  return z
    .array(rowSchema)
    .parse(rows)
    .map((row) => ({
      queryId: row.query_id,
      position: row.position,
      attempt: row.attempt,
      from: row.from_character,
      to: row.to_character,
      subject: row.subject,
      sealed: row.sealed,
    }));
};

/** Removes the drafts of queries up to a position. */
const removeDrafts = async (
  session: SqlSession,
  done: readonly Pick<StoredPiece, 'queryId' | 'position'>[],
): Promise<void> => {
  await session.query(removeSql, [done.map(({ queryId }) => queryId), done.map(({ position }) => position)]);
};

/** Removes drafts abandoned by nodes that stopped midway. */
const sweepPieces = async (session: SqlSession): Promise<void> => {
  await session.query(sweepSql);
};

/** Removes the pieces of a data subject and returns their number. */
export const forgetPieces = async (session: SqlSession, subject: string): Promise<number> => {
  const [row] = await session.query(forgetSql, [subject]);
  return Number(row?.forgotten ?? 0);
};

/** The number of pieces of a data subject. */
export const countPieces = async (session: SqlSession, subject: string): Promise<number> => {
  const [row] = await session.query(countSql, [subject]);
  return Number(row?.pieces ?? 0);
};

/** Polling interval in milliseconds; with the same time for batching, a tenth of a second is not noticeable. */
const LOOK_EVERY_MS = 50;

/** Stores drafts in a database table. */
export const postgresPieces = (session: SqlSession): DraftPieces => ({
  store: (pieces) => storePieces(session, pieces),
  read: (known) => readPieces(session, known),
  remove: (done) => removeDrafts(session, done),
  sweep: () => sweepPieces(session),
  pause: () => LOOK_EVERY_MS,
  hear: async () => async () => {},
});

/** Removes the drafts of questions asked after a position. */
export const dropPiecesAfter = async (session: SqlSession, position: number): Promise<void> => {
  await session.query('delete from answer_drafts.pieces where position > $1', [position]);
};
