import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import { isBefore } from './log-entry.ts';
import type { NumberingTable } from './numbering-table.ts';

type Numbered = {
  readonly streams: Pick<KurrentStreams, 'lastOfAll'>;
  readonly table: Pick<NumberingTable, 'readState'>;
  readonly prefix: string;
};

/** Milliseconds between two checks of the numbers. */
const LOOK_MS = 20;
/** By then, the lease of a process that died is free, and a batch has been numbered. */
const STANDSTILL_MS = 60_000;

/**
 * Waits until any node has numbered all our current events in KurrentDB. Returns the last position.
 *
 * @throws Failure `unavailable` if the numbering has halted or does not advance
 */
export const waitUntilAllNumbered = async (
  { streams, table, prefix }: Numbered,
  signal?: AbortSignal,
): Promise<number> => {
  const last = await streams.lastOfAll({ streams: [prefix] });
  let known = -1;
  let changedAt = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const { head, scanned, halted } = await table.readState();
    if (halted !== undefined) throw eventStoreUnavailable(halted);
    if (!last || (scanned !== 'start' && !isBefore(scanned, last))) return head;
    if (head !== known) {
      known = head;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > STANDSTILL_MS)
      throw eventStoreUnavailable(
        'Events in KurrentDB wait for their numbers, and no node is numbering them.',
      );
    await sleep(LOOK_MS);
  }
};
