import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, status } from '@grpc/grpc-js';
import type { ProposedRecord } from './kurrent-log.ts';
import {
  appendMessage,
  CallError,
  expectationOf,
  handlerError,
  nameOf,
  proposedOf,
  streamDeleted,
} from './kurrent-messages.ts';
import type { KurrentNode } from './kurrent-node.ts';

/** Appends the proposed records, unless the node has an injected fault. */
const appendProposed = (
  { log, faults }: KurrentNode,
  header: streams.AppendReq.Options,
  proposed: readonly ProposedRecord[],
): streams.AppendResp => {
  if (faults.refuseAppends > 0) {
    faults.refuseAppends -= 1;
    throw new CallError(status.UNAVAILABLE, 'Server Is Too Busy');
  }
  const stream = nameOf(header.getStreamIdentifier());
  const outcome = log.append(stream, expectationOf(header), proposed);
  if (outcome.outcome === 'deleted') throw streamDeleted(stream);
  if (faults.loseAnswers > 0) {
    faults.loseAnswers -= 1;
    throw new CallError(status.UNAVAILABLE, 'Connection dropped');
  }
  return appendMessage(header, outcome);
};

/** Handles append calls: a header with stream and expectation, then the records. */
export const createAppendHandler =
  (node: KurrentNode) =>
  (
    call: ServerReadableStream<streams.AppendReq, streams.AppendResp>,
    answer: (error: CallError | null, response?: streams.AppendResp) => void,
  ): void => {
    const { admit, maxAppendSize } = node;
    node.calls.append += 1;
    let header: streams.AppendReq.Options | undefined;
    const proposed: ProposedRecord[] = [];
    let size = 0;
    let failed = false;
    const fail = (error: unknown): void => {
      if (failed) return;
      failed = true;
      answer(handlerError(error));
    };
    call.on('data', (request: streams.AppendReq) => {
      if (failed) return;
      try {
        if (!header) {
          header = request.getOptions();
          if (!header) throw handlerError();
          admit(call.metadata);
          nameOf(header.getStreamIdentifier());
          expectationOf(header);
          return;
        }
        const message = request.getProposedMessage();
        if (!message) throw handlerError();
        const one = proposedOf(message);
        size += one.data.byteLength + one.metadata.byteLength + 2 * one.type.length;
        if (size > maxAppendSize)
          throw new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendSize} Exceeded.`, {
            exception: 'maximum-append-size-exceeded',
            'maximum-append-size': String(maxAppendSize),
          });
        proposed.push(one);
      } catch (error) {
        fail(error);
      }
    });
    call.on('end', async () => {
      await node.faults.delayAppends;
      if (failed) return;
      try {
        if (!header) throw handlerError();
        // The node may have lost the leadership during the append.
        admit(call.metadata);
        answer(null, appendProposed(node, header, proposed));
      } catch (error) {
        fail(error);
      }
    });
  };
