import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isInvalidPosition } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import { isBefore } from './log-entry.ts';
import type { NumberedRow } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

type Compared = {
  readonly streams: Pick<KurrentStreams, 'readAll'>;
  readonly table: Pick<NumberingTable, 'readSample'>;
};

/** Why nothing is numbered or appended if numbered events are missing from KurrentDB. */
export const LOST_END =
  'KurrentDB does not have the last events that are numbered: it was restored from an older copy. Restore a newer copy, or accept the loss ("npx anamnesis log-loss show").';

/** Why a node stops when an operator has given up events of the log that it has read. */
export const numbersRevoked = (): Failure =>
  new Failure(
    failure(
      'unavailable',
      'Events that KurrentDB lost were given up by an operator. The node restarts from the events that are stored.',
      { component: 'event-store', retryAfter: 5 },
    ),
  );

/** The number of numbered events compared: only the last one, or also earlier ones at doubling distances. */
export const SAMPLES = { quick: 1, thorough: 24 };

/**
 * Checks that KurrentDB still has a numbered event at its place. A place never moves: another event there, a place
 * inside another record, or nothing at or after it proves that the log was truncated and written again. A scavenged
 * event leaves its place to the following one, which proves nothing.
 */
export const isThere = async (
  row: NumberedRow,
  { streams }: Pick<Compared, 'streams'>,
): Promise<'yes' | 'no' | 'scavenged'> => {
  try {
    const [entry] = await streams.readAll(row, undefined, () => true);
    if (entry === undefined) return 'no';
    if (isBefore(row, entry)) return 'scavenged';
    return entry.id === row.id || row.flaw === 'foreign' ? 'yes' : 'no';
  } catch (error) {
    if (isInvalidPosition(error)) return 'no';
    throw error;
  }
};

/**
 * True if KurrentDB continues the numbered log. The quick check, which can run every other second, compares only the
 * last event. New events may have grown past the old end, and one of them may begin where a scavenged event would
 * have left its place: the thorough check compares more.
 */
export const continuesNumberedLog = async (
  { streams, table }: Compared,
  look: keyof typeof SAMPLES,
): Promise<boolean> => {
  const sample = await table.readSample(SAMPLES[look]);
  return !(await Promise.all(sample.map((row) => isThere(row, { streams })))).includes('no');
};
