import type { SqlSession } from '../../../ports/database.ts';
import type { AppendOutcome, AppendRequest } from '../event-store/append-request.ts';
import { LOST_END } from './compare-with-kurrent.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import type { LogLine } from './log-line.ts';
import { decide, type NumberingSnapshot, readNumberingSnapshot } from './look-before-append.ts';

/**
 * Appends to one stream that accept any revision are sent together up to this size. The server accepts more, but
 * refuses a request that is too large as a whole.
 */
const TOGETHER_BYTES = 512 * 1024;

/** The state of an append: answered, stored at a revision but unnumbered, or waiting for the numbering to catch up. */
type Step =
  | { readonly kind: 'answer'; readonly outcome: AppendOutcome }
  | { readonly kind: 'stored'; readonly revision: number }
  | { readonly kind: 'behind'; readonly revision: number };

type SendAppends = (on: SqlSession, requests: readonly AppendRequest[]) => Promise<readonly Step[]>;

/** Sends the appends of a batch that may be sent; returns the state of each. */
export const createAppendSender = (
  streams: Pick<KurrentStreams, 'append' | 'lastRevision'>,
  prefix: string,
  line: LogLine,
): SendAppends => {
  const sendStream = async (requests: readonly AppendRequest[], actual: number): Promise<readonly Step[]> => {
    const steps: Step[] = [];
    let last = actual;
    while (steps.length < requests.length) {
      const together: AppendRequest[] = [];
      let bytes = 0;
      for (const request of requests.slice(steps.length)) {
        if (together.length > 0 && bytes + request.bytes > TOGETHER_BYTES) break;
        together.push(request);
        bytes += request.bytes;
      }
      const events = together.flatMap((request) => request.events);
      const sent = await streams.append(`${prefix}${requests[0]?.streamId ?? ''}`, events, last);
      if (sent.outcome === 'conflict') {
        // The stream ends before its numbered events.
        if (sent.actual < last) throw eventStoreUnavailable(LOST_END);
        const behind: Step = { kind: 'behind', revision: sent.actual };
        return [...steps, ...requests.slice(steps.length).map(() => behind)];
      }
      for (const request of together) {
        last += request.events.length;
        steps.push({ kind: 'stored', revision: last });
      }
    }
    return steps;
  };

  /** Checks before a refusal: the stream may be ahead of the numbering because of these very events. */
  const doubt = async (request: AppendRequest, { actual }: NumberingSnapshot): Promise<Step> => {
    const revision = await streams.lastRevision(`${prefix}${request.streamId}`);
    return revision > actual
      ? { kind: 'behind', revision }
      : { kind: 'answer', outcome: { outcome: 'conflict', actual } };
  };

  return async (on, requests) => {
    const looks = await readNumberingSnapshot(on, requests, line);
    const steps: (Step | undefined)[] = requests.map(() => undefined);
    const sendable = new Map<string, number[]>();
    const doubtful: number[] = [];
    for (const [index, request] of requests.entries()) {
      const look = looks[index];
      if (!look) throw new TypeError('The numbering returned no result for an append.');
      const decision = decide(request, look);
      if (decision === 'send')
        sendable.set(request.streamId, [...(sendable.get(request.streamId) ?? []), index]);
      else if (decision === 'doubtful') doubtful.push(index);
      else steps[index] = { kind: 'answer', outcome: decision };
    }
    const pick = (indexes: readonly number[]) => indexes.flatMap((index) => requests[index] ?? []);
    const settled = await Promise.allSettled([
      ...[...sendable.values()].map(async (indexes) => {
        const sent = await sendStream(pick(indexes), looks[indexes[0] ?? 0]?.actual ?? -1);
        for (const [order, index] of indexes.entries()) steps[index] = sent[order];
      }),
      ...doubtful.map(async (index) => {
        const [request, look] = [requests[index], looks[index]];
        if (request && look) steps[index] = await doubt(request, look);
      }),
    ]);
    const failed = settled.find((one) => one.status === 'rejected');
    // The whole batch is retried: events that are already stored are then found by their ids.
    if (failed) throw failed.reason;
    return steps.flatMap((step) => step ?? []);
  };
};
