import type { LogLoss } from '../../../ports/log-losses.ts';
import { isThere, SAMPLES } from './compare-with-kurrent.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import type { LogEntry, LogPlace } from './log-entry.ts';
import type { NumberingTable } from './numbering-table.ts';

type Compared = {
  readonly streams: Pick<KurrentStreams, 'readAll'>;
  readonly table: Pick<NumberingTable, 'readSample' | 'readByIds'>;
  readonly prefix: string;
};

/** The number of KurrentDB events compared at a time. */
const PAGE = 500;

/** Reads our events in KurrentDB from a place on, page by page. */
async function* entriesFrom(
  { streams, prefix }: Compared,
  place: LogPlace | 'start',
): AsyncGenerator<readonly LogEntry[]> {
  for (let from = place, isFirst = true; ; isFirst = false) {
    let seen = 0;
    const page = await streams.readAll(from, { streams: [prefix] }, () => {
      seen += 1;
      return seen > PAGE;
    });
    // A page begins with the event at its place, which was the last of the previous page.
    const news = isFirst ? page : page.slice(1);
    const last = news.at(-1);
    if (last === undefined) return;
    yield news;
    from = { commit: last.commit, prepare: last.prepare };
  }
}

/**
 * The numbered events that are missing from KurrentDB, if it does not continue the numbered log. The common part ends
 * with the last event that is at the same place in both: records never move, and a truncated log has everything before
 * the cut.
 */
export const findKurrentLoss = async (compared: Compared): Promise<LogLoss | undefined> => {
  const { table, streams } = compared;
  // From the last one back, at doubling distances: few events follow the first one that is found.
  const sample = await table.readSample(SAMPLES.thorough);
  const found = await Promise.all(sample.map((row) => isThere(row, { streams })));
  const lostTo = sample[0]?.position;
  if (lostTo === undefined || !found.includes('no')) return undefined;
  const known = sample.find((row, index) => found[index] === 'yes' && row.flaw === null);
  let keptTo = known?.position ?? 0;
  for await (const entries of entriesFrom(compared, known ?? 'start')) {
    const places = new Map(entries.map(({ id, commit, prepare }) => [id, `${commit} ${prepare}`]));
    for (const { id, commit, prepare, position } of await table.readByIds([...places.keys()]))
      if (places.get(id) === `${commit} ${prepare}`) keptTo = Math.max(keptTo, position);
  }
  return { keptTo, lostTo };
};
