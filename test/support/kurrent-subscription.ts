import streams from '@eventstore/db-client/generated/streams_pb.js';
import { checkpointMessage, filterOf, handlerError, invalid, recordMessage } from './kurrent-messages.ts';
import type { KurrentNode } from './kurrent-node.ts';
import { placeOf, type ReadCall, send } from './kurrent-reads.ts';

/** Follows a filtered `$all` until the client or the server ends it. */
export const subscribe = async (
  { log, calls, open }: KurrentNode,
  call: ReadCall,
  read: streams.ReadReq.Options,
): Promise<void> => {
  calls.subscribe += 1;
  const all = read.getAll();
  const filter = read.getFilter();
  if (!all || !filter) throw invalid('This server follows $all behind a filter only.');
  if (read.getReadDirection() !== streams.ReadReq.Options.ReadDirection.FORWARDS)
    throw invalid('The combination is invalid.');
  const interval = filter.getCheckpointintervalmultiplier() * (filter.hasMax() ? filter.getMax() : 32);
  if (interval < 1) throw handlerError();
  const passes = filterOf(filter);
  const place = placeOf(all);
  let after = place.commit;
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const confirmed = new streams.ReadResp();
  confirmed.setConfirmation(confirmation);
  await send(call, confirmed);
  // Reported only here, as in 24.10.
  if (Number.isFinite(after) && after >= 0 && !log.isPlace(after)) throw invalid('The position is invalid.');

  const isBeyondTheEnd = after >= log.end();
  if (place.isBeforeIt) after -= 1;
  let wake: (() => void) | undefined;
  const stopListening = log.onChanged(() => wake?.());
  call.on('cancelled', () => wake?.());
  const end = (): void => {
    call.destroy();
    wake?.();
  };
  open.add(end);
  let considered = 0;
  let isLive = false;
  try {
    while (!call.cancelled && !call.destroyed) {
      const records = log.records();
      const low = log.countBefore(after + 1);
      for (const record of records.slice(low, low + 500)) {
        if (passes(record)) await send(call, recordMessage(record, true));
        after = record.commit;
        considered += 1;
        if (considered % interval === 0) await send(call, checkpointMessage(after));
      }
      if (low + 500 < records.length) continue;
      if (!isLive) {
        isLive = true;
        if (after >= 0 && !isBeyondTheEnd) await send(call, checkpointMessage(after));
        const caughtUp = new streams.ReadResp();
        caughtUp.setCaughtUp(new streams.ReadResp.CaughtUp());
        await send(call, caughtUp);
      }
      if ((log.records().at(-1)?.commit ?? -1) > after) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stopListening();
    open.delete(end);
  }
};
