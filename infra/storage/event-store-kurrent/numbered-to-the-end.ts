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
/** A lease of a process that died is free before this, and a batch is numbered within a second. */
const STANDSTILL_MS = 60_000;

/**
 * Waits until all our events that KurrentDB has now are numbered, by any node. Returns the last position.
 *
 * @throws Failure `unavailable` when the numbering has halted or does not advance
 */
export const numberedToTheEnd = async (
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
      throw eventStoreUnavailable('Events in KurrentDB wait for their numbers, and no node numbers them.');
    await sleep(LOOK_MS);
  }
};
