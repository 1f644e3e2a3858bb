import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ApplyStep } from '../runner/projection-definition.ts';
import { readLiveVersion } from './change-live-version.ts';
import { evolveLiveVersion, isSearchEvent } from './live-version.ts';
import type { Publication } from './read-publication.ts';
import { insertPassages, pointsOf } from './write-passages.ts';

/** Passages that are written in one transaction: 50 ms of computing where the database runs in this process. */
const PASSAGES_AT_ONCE = 100;

type Ahead = {
  readonly schema: string;
  readonly vectors: Pick<VectorIndex, 'ahead'>;
  readonly step: ApplyStep;
};

/** The version of a document that is live once the events are applied. */
const liveVersionAfter = async (
  session: SqlSession,
  schema: string,
  docKey: string,
  events: readonly RecordedEvent[],
): Promise<number | null> => {
  let live = await readLiveVersion(session, schema, docKey);
  for (const event of events) {
    if (!isSearchEvent(event) || event.type === 'SubjectErased' || event.type === 'ChunksReembedded')
      continue;
    if (event.data.docKey === docKey) live = evolveLiveVersion(live, event);
  }
  return live?.version ?? null;
};

/** Notes in the rows of a document which version is about to be live; their readers go by the document. */
const changeRows = async (
  { schema, step }: Ahead,
  { docKey, version }: { readonly docKey: string; readonly version: number },
): Promise<void> => {
  let end = 0;
  await step(async (session) => {
    const [row] = await session.query(
      `select coalesce(max(index) + 1, 0) as end from "${schema}".passages where doc_key = $1 and version <> $2 and live`,
      [docKey, version],
    );
    end = Number(row?.end);
  });
  for (let from = 0; from < end; from += PASSAGES_AT_ONCE)
    await step(async (session) => {
      await session.query(
        `update "${schema}".passages set live = false
          where doc_key = $1 and version <> $2 and live and index >= $3 and index < $4`,
        [docKey, version, from, from + PASSAGES_AT_ONCE],
      );
    });
};

/**
 * Writes a large version a page at a time, each in its own transaction: all but its first passage, without which no
 * version is listed. Returns the publication with what has been done of it.
 */
export const publishAhead = async (
  ahead: Ahead,
  publication: Publication,
  events: readonly RecordedEvent[],
): Promise<Publication> => {
  const { schema, vectors, step } = ahead;
  const { passages, sealed } = publication;
  const [head] = passages;
  if (!head || passages.length <= PASSAGES_AT_ONCE) return publication;
  const { docKey, version } = head;
  let isLive = false;
  await step(async (session) => {
    isLive = (await liveVersionAfter(session, schema, docKey, events)) === version;
  });
  const points = sealed || !isLive ? [] : pointsOf(publication);
  let takesPoints = points.length > 0 && vectors.ahead !== undefined;
  for (let from = 0; from < passages.length; from += PASSAGES_AT_ONCE) {
    const to = from + PASSAGES_AT_ONCE;
    const page = { passages: passages.slice(Math.max(1, from), to), sealed, isLive };
    await step((session) => insertPassages(session, schema, page));
    if (!takesPoints) continue;
    await step(async (session) => {
      const page = points.slice(from, to);
      takesPoints = (await vectors.ahead?.put(session, schema, docKey, page)) ?? false;
    });
  }
  if (isLive) await changeRows(ahead, head);
  return { ...publication, ahead: { points: takesPoints } };
};
