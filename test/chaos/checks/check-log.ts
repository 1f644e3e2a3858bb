import { isDeepStrictEqual } from 'node:util';
import type { ScenarioContext } from '../harness/scenario.ts';
import type { Acknowledged, Ledger } from '../load/ledger.ts';
import type { LoggedEvent } from './read-log.ts';

type Report = Pick<ScenarioContext, 'violate' | 'count'>;

const placeOf = ({ type, streamId, revision, position }: LoggedEvent): string =>
  `${type} at ${position} (${streamId}, revision ${revision})`;

/** Streams, each in log order. */
const streamsOf = (log: readonly LoggedEvent[]): ReadonlyMap<string, readonly LoggedEvent[]> =>
  Map.groupBy(log, ({ streamId }) => streamId);

const checkDense = (log: readonly LoggedEvent[], { violate }: Report): void => {
  const gap = log.findIndex(({ position }, index) => position !== index + 1);
  if (gap >= 0) violate('positions are not dense', `position ${log[gap]?.position} where ${gap + 1} is due`);
  const ids = new Set<string>();
  for (const event of log) {
    if (ids.has(event.id)) violate('an event id occurs twice', placeOf(event));
    ids.add(event.id);
  }
  for (const events of streamsOf(log).values()) {
    const wrong = events.find(({ revision }, index) => revision !== index);
    if (wrong) violate('revisions are not dense', placeOf(wrong));
  }
};

/** Whether the subject's key was destroyed before the command was sent. */
const sentAfterErasure = ({ subject, sentAt }: Acknowledged, { destroyed }: Ledger): boolean => {
  const at = subject === undefined ? undefined : destroyed.get(subject);
  return at !== undefined && at < sentAt;
};

const checkAcknowledged = (log: readonly LoggedEvent[], ledger: Ledger, { violate, count }: Report): void => {
  const byPlace = new Map(log.map((event) => [`${event.streamId}/${event.revision}`, event]));
  for (const entry of ledger.acknowledged) {
    const { command, streamId, revision, position, type, data, subject } = entry;
    const what = `${command} acknowledged at ${position} (${streamId}, revision ${revision})`;
    const event = byPlace.get(`${streamId}/${revision}`);
    if (!event) {
      violate('an acknowledged event is lost', what);
      continue;
    }
    if (event.position !== position || (type !== undefined && event.type !== type)) {
      violate('an acknowledged event differs', `${what} is ${placeOf(event)}`);
      continue;
    }
    if (subject !== undefined && ledger.destroyed.has(subject)) {
      if (sentAfterErasure(entry, ledger)) violate('accepted under a destroyed key', what);
      continue;
    }
    const wrong = Object.entries(data).find(([name, value]) => !isDeepStrictEqual(event.data?.[name], value));
    if (wrong) violate('an acknowledged event has other data', `${what}: ${wrong[0]}`);
  }
  count('acknowledged events checked', ledger.acknowledged.length);
};

/** The name of an event that may occur only once in a job's stream; `attempt` counts the retries so far. */
const stageOf = ({ type, data, revision }: LoggedEvent, attempt: number): string => {
  switch (type) {
    case 'ReadingInterrupted':
      // Counts interruptions of reading: each is a separate one.
      return `${type}/${revision}`;
    case 'ChunksEmbedded':
      return `${type}/${attempt}/${String(data?.model)}/${String(data?.chunkCount)}`;
    case 'ChunksReembedded':
    case 'EmbeddingWithheld':
      return `${type}/${String(data?.model)}/${String(data?.dimensions)}`;
    case 'IndexingStarted':
    case 'IndexingFailed':
    case 'IndexingRetried':
      return `${type}/${attempt}`;
    default:
      return type;
  }
};

const checkStages = (log: readonly LoggedEvent[], { violate, count }: Report): void => {
  for (const [streamId, events] of streamsOf(log)) {
    if (!streamId.startsWith('indexing-')) continue;
    const seen = new Set<string>();
    let attempt = 0;
    for (const event of events) {
      if (event.type === 'IndexingRetried') attempt += 1;
      const stage = stageOf(event, attempt);
      if (seen.has(stage)) violate('a stage is recorded twice', placeOf(event));
      seen.add(stage);
    }
    count('jobs checked');
  }
};

/** Failure reasons that lie in the program and its environment, not in the file: no injected fault excuses them. */
const ownReasons = /^(?:unavailable|internal_error|timeout|unknown)$/;

/** Every added version has a finished job, and none failed for a reason of ours. */
const checkJobs = (log: readonly LoggedEvent[], { violate, count }: Report): void => {
  const streams = streamsOf(log);
  for (const event of log) {
    if (event.type !== 'DocumentVersionAdded') continue;
    const events = streams.get(`indexing-${String(event.data?.jobId)}`) ?? [];
    const last = events.findLast(({ type }) => type !== 'ChunksReembedded' && type !== 'EmbeddingWithheld');
    if (!last || !/^Indexing(?:Completed|Failed|Superseded)$/.test(last.type)) {
      violate('a job did not end', `${placeOf(event)}: ${last === undefined ? 'no job' : placeOf(last)}`);
    } else if (last.type === 'IndexingFailed') {
      const reason = String(last.data?.reason);
      count(`jobs failed: ${reason}`);
      if (ownReasons.test(reason))
        violate('a job failed', `${reason}, ${String(last.data?.message)}: ${placeOf(last)}`);
    }
  }
};

const SEARCHED = ['QueryAsked', 'PhiScreened', 'QueryRouted', 'SourcesSearched'];
/** The end of a successful question: an answer, or a clarifying question, since no one replies here. */
const ENDED = [
  [...SEARCHED, 'QueryAnswered'],
  [...SEARCHED, 'ClarificationAsked'],
];
const isEnd = (type: string): boolean =>
  type === 'QueryAnswered' || type === 'QueryFailed' || type === 'ClarificationAsked';

const checkQueries = (log: readonly LoggedEvent[], ledger: Ledger, { violate, count }: Report): void => {
  const streams = streamsOf(log);
  for (const { id, subject } of ledger.queries) {
    const events = streams.get(`query-${id}`) ?? [];
    const types = events.map(({ type }) => type).filter((type) => type !== 'FeedbackGiven');
    const ends = types.filter(isEnd).length;
    if (ends > 1) violate('a question ended twice', `query-${id}: ${types.join(', ')}`);
    count('questions checked');
    // An unreadable question cannot be answered, but it must have ended.
    if (ledger.destroyed.has(subject)) {
      if (ends === 0) count('questions without an end after their key was destroyed');
      continue;
    }
    if (!ENDED.some((ended) => isDeepStrictEqual(types, ended))) {
      const failed = events.find(({ type }) => type === 'QueryFailed')?.data;
      const why = failed ? `: ${String(failed.reason)}, ${String(failed.message)}` : '';
      violate('a question was not answered', `query-${id}: ${types.join(', ')}${why}`);
    }
  }
};

const checkResets = (log: readonly LoggedEvent[], { violate, count }: Report): void => {
  const ended = new Map<string, string>();
  for (const { type, data } of log) {
    if (type !== 'ProjectionGenerationSwitched' && type !== 'ProjectionRebuildFailed') continue;
    ended.set(`${String(data?.projection)}/${String(data?.generation)}`, type);
    count(type === 'ProjectionRebuildFailed' ? 'rebuilds failed' : 'rebuilds switched');
  }
  for (const event of log) {
    if (event.type !== 'ProjectionResetRequested') continue;
    const { projection, generation } = event.data ?? {};
    if (!ended.has(`${String(projection)}/${String(generation)}`)) {
      violate(
        'a reset was lost',
        `${String(projection)} generation ${String(generation)}: ${placeOf(event)}`,
      );
    }
  }
};

const checkModelChanges = (log: readonly LoggedEvent[], { violate, count }: Report): void => {
  let open: LoggedEvent | undefined;
  for (const event of log) {
    if (event.type === 'EmbeddingModelChangeRequested') open = event;
    if (event.type === 'EmbeddingModelChanged' || event.type === 'EmbeddingModelChangeFailed') {
      open = undefined;
      count(event.type === 'EmbeddingModelChanged' ? 'model changes done' : 'model changes failed');
    }
  }
  if (open) violate('a change of the embedding model hangs', placeOf(open));
};

/** Checks all invariants of a log once all work is done. */
export const checkLog = (log: readonly LoggedEvent[], ledger: Ledger, report: Report): void => {
  checkDense(log, report);
  checkAcknowledged(log, ledger, report);
  checkStages(log, report);
  checkJobs(log, report);
  checkQueries(log, ledger, report);
  checkResets(log, report);
  checkModelChanges(log, report);
};
