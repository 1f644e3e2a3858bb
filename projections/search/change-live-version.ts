import { z } from 'zod';
import type { SqlSession } from '../../ports/database.ts';
import { evolveLiveVersion, type LiveVersion, type VersionEvent } from './live-version.ts';
import type { Publication } from './read-publication.ts';
import { goLive, type OpenGeneration } from './write-passages.ts';

const liveVersionRow = z
  .object({ doc_key: z.string(), version: z.number().nullable(), withdrawn_through: z.number() })
  .transform(
    (row): LiveVersion => ({
      docKey: row.doc_key,
      version: row.version,
      withdrawnThrough: row.withdrawn_through,
    }),
  );

/** The version of a document that can be found; nothing where it was never indexed. */
export const readLiveVersion = async (
  session: SqlSession,
  schema: string,
  docKey: string,
): Promise<LiveVersion | undefined> => {
  const rows = await session.query(
    `select doc_key, version, withdrawn_through from "${schema}".documents where doc_key = $1`,
    [docKey],
  );
  return rows.map((row) => liveVersionRow.parse(row))[0];
};

/** Replaces the words of the former live version with those of the current one. */
const changeWords = async (
  { session, schema, lexical }: OpenGeneration,
  docKey: string,
  event: VersionEvent,
  publication: Publication | undefined,
): Promise<void> => {
  await lexical?.change(session, schema, {
    docKey,
    position: event.position,
    ...(event.type === 'IndexingCompleted' && publication?.isPlain
      ? { stored: { version: event.data.version, chunks: event.data.chunkCount } }
      : {}),
  });
  await lexical?.settle(session, schema);
};

/** Updates the live version of a document after an event that changes it. */
export const changeLiveVersion = async (
  generation: OpenGeneration,
  event: VersionEvent,
  publication: Publication | undefined,
): Promise<void> => {
  const { session, schema } = generation;
  const before = await readLiveVersion(session, schema, event.data.docKey);
  const after = evolveLiveVersion(before, event);
  if (after === before) return;
  await session.query(
    `insert into "${schema}".documents (doc_key, version, withdrawn_through, changed_at) values ($1, $2, $3, $4)
     on conflict (doc_key) do update set version = excluded.version,
       withdrawn_through = excluded.withdrawn_through, changed_at = excluded.changed_at`,
    [after.docKey, after.version, after.withdrawnThrough, event.position],
  );
  if (after.version !== (before?.version ?? null)) {
    await goLive(generation, after, after.version === null ? undefined : publication);
    await changeWords(generation, after.docKey, event, publication);
  }
};
