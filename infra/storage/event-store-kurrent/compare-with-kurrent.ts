import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isWrongPlace } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import { isBefore } from './log-entry.ts';
import type { NumberedRow } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

type Compared = {
  readonly streams: Pick<KurrentStreams, 'readAll'>;
  readonly table: Pick<NumberingTable, 'readSample'>;
};

/** Why nothing is numbered or appended where KurrentDB lacks events that have their numbers. */
export const LOST_END =
  'KurrentDB does not have the last events that are numbered: it was restored from an older copy. Restore a newer one, or give up what is lost ("npx anamnesis log-loss show").';

/** Why a node that has read a log of which a person has given up events does not go on with it. */
export const givenUp = (): Failure =>
  new Failure(
    failure(
      'unavailable',
      'Events that KurrentDB lost were given up by a person. The node starts again from what is stored.',
      { component: 'event-store', retryAfter: 5 },
    ),
  );

/** Numbered events that are compared: the last one alone, or further ones at distances that double, too. */
export const SAMPLES = { quick: 1, thorough: 24 };

/**
 * Whether KurrentDB still has a numbered event where it was. A place never moves: another event there, a place inside
 * another record, or nothing at or after it shows that the log was cut and written again. A scavenged event leaves its
 * place to what follows, and says nothing.
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
    if (isWrongPlace(error)) return 'no';
    throw error;
  }
};

/**
 * Whether KurrentDB continues the log that was numbered. A quick look, which may be taken every other second, compares the
 * last event alone. New events may have grown past the old end, and one of them may begin where a scavenged one would
 * leave its place: a thorough one compares more.
 */
export const continuesNumbered = async (
  { streams, table }: Compared,
  look: keyof typeof SAMPLES,
): Promise<boolean> => {
  const sample = await table.readSample(SAMPLES[look]);
  return !(await Promise.all(sample.map((row) => isThere(row, { streams })))).includes('no');
};
