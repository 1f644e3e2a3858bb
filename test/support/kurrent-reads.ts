import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { KurrentLog } from './kurrent-log.ts';
import {
  CallError,
  filterOf,
  handlerError,
  invalid,
  nameOf,
  recordMessage,
  streamDeleted,
} from './kurrent-messages.ts';

/** A call that receives records. */
export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Sends one response, with backpressure. */
export const send = async (call: ReadCall, response: streams.ReadResp): Promise<void> => {
  if (call.cancelled || call.destroyed) return;
  if (!call.write(response))
    await new Promise<void>((resolve) => {
      const events = ['drain', 'cancelled', 'close'];
      const go = (): void => {
        for (const event of events) call.off(event, go);
        resolve();
      };
      for (const event of events) call.on(event, go);
    });
};

/** Sends the events visible in a read of one stream. */
export const readStream = async (
  log: KurrentLog,
  call: ReadCall,
  read: streams.ReadReq.Options,
): Promise<void> => {
  const stream = read.getStream();
  if (!stream) throw invalid('No stream.');
  const name = nameOf(stream.getStreamIdentifier());
  if (log.isDeleted(name)) throw streamDeleted(name);
  const visible = log.visibleOf(name);
  if (visible.length === 0) {
    const response = new streams.ReadResp();
    const notFound = new streams.ReadResp.StreamNotFound();
    notFound.setStreamIdentifier(stream.getStreamIdentifier());
    response.setStreamNotFound(notFound);
    await send(call, response);
    return;
  }
  const backwards = read.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const from = stream.hasRevision() ? Number(stream.getRevision()) : backwards ? Number.POSITIVE_INFINITY : 0;
  if (!stream.hasRevision() && !stream.hasStart() && !stream.hasEnd()) throw invalid('No revision.');
  const wanted = backwards
    ? visible.filter(({ revision }) => revision <= from).toReversed()
    : visible.filter(({ revision }) => revision >= from);
  for (const record of wanted.slice(0, Number(read.getCount())))
    await send(call, recordMessage(record, false));
};

type Place = { readonly commit: number; readonly isBeforeIt: boolean };

/** The start of a read of `$all`, and whether it precedes the record there. */
export const placeOf = (all: streams.ReadReq.Options.AllOptions): Place => {
  if (all.hasStart()) return { commit: -1, isBeforeIt: false };
  if (all.hasEnd()) return { commit: Number.POSITIVE_INFINITY, isBeforeIt: false };
  const position = all.getPosition();
  if (!position) throw invalid('No position.');
  const [commit, prepare] = [Number(position.getCommitPosition()), Number(position.getPreparePosition())];
  if (commit < prepare) throw handlerError();
  return { commit, isBeforeIt: prepare < commit };
};

/** Sends the events visible in a read of `$all`. */
export const readAll = async (
  log: KurrentLog,
  call: ReadCall,
  read: streams.ReadReq.Options,
): Promise<void> => {
  const all = read.getAll();
  if (!all) throw invalid('No position.');
  const filter = read.getFilter();
  const passes = filter ? filterOf(filter) : () => true;
  const { commit: from } = placeOf(all);
  // The handlers of version 24.10 respond with an unexpected result here.
  if (Number.isFinite(from) && from >= 0 && !log.isPlace(from))
    throw new CallError(
      status.UNKNOWN,
      `Unexpected ${filter ? 'FilteredReadAllResult' : 'ReadAllResult'}: InvalidPosition`,
    );
  const backwards = read.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const records = log.records();
  const step = backwards ? -1 : 1;
  let left = Number(read.getCount());
  for (
    let index = log.countBefore(from) - (backwards ? 1 : 0);
    left > 0 && !call.cancelled && index >= 0 && index < records.length;
    index += step
  ) {
    const record = records[index];
    if (!record || !passes(record)) continue;
    left -= 1;
    await send(call, recordMessage(record, true));
  }
};
