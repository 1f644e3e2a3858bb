import { Failure } from '../../../domain/kernel/failure.ts';
import { unpackMessage } from './packed-message.ts';
import type { PoolRefusals } from './pool-refusals.ts';
import type { PoolWorker, WorkerEnd } from './pool-worker.ts';
import { type ProgressWatch, watchProgress } from './watch-progress.ts';
import type { WorkerMessage } from './worker-message.ts';

/** Under `node --watch`, Node.js reports loaded files over the channel of the worker. */
type WatchReport =
  | { readonly 'watch:import': readonly string[] }
  | { readonly 'watch:require': readonly string[] };
const isWatchReport = (message: object): message is WatchReport =>
  'watch:import' in message || 'watch:require' in message;

/** A job in progress, with its outcome callback and its signal. */
export type Task<Job, Result> = {
  readonly job: Job;
  readonly isLarge: boolean;
  readonly settle: (outcome: { readonly result: Result } | { readonly error: unknown }) => void;
  readonly signal: AbortSignal | undefined;
};

/** The environment in which a job runs. */
type TaskTerms = {
  readonly limits: {
    readonly stallTimeout: number;
    readonly totalTimeout: number;
    readonly longAfter: number;
  };
  readonly refusals: PoolRefusals;
  /** Workers whose program is loaded. */
  readonly ready: WeakSet<PoolWorker>;
  readonly isClosed: () => boolean;
  /** Called when the job has taken `longAfter`. */
  readonly onLong: () => void;
  /** Called when the job is over, before it is settled. */
  readonly onFinished: () => void;
  /** Called when the worker can take another job; `memory` is what it holds. */
  readonly onFree: (memory: number) => void;
  /** Called when the job was aborted; its worker is unusable. */
  readonly onGivenUp: () => void;
};

/** Runs a job on a worker, and settles it when it finishes, fails, stalls, takes too long or is cancelled. */
export const runTask = <Job, Result>(
  worker: PoolWorker,
  task: Task<Job, Result>,
  { limits, refusals, ready, isClosed, onLong, onFinished, onFree, onGivenUp }: TaskTerms,
): void => {
  const { tookTooLong, outOfTime, exhausted, crashed, closed } = refusals;
  // Relies on the timer only: when it fires, the clock may be slightly behind, and there is no second timer.
  const long = setTimeout(onLong, limits.longAfter).unref();
  worker.keepAlive(true);
  let progress: ProgressWatch | undefined;
  let step: number | undefined;
  const total = setTimeout(() => giveUp(outOfTime()), limits.totalTimeout);
  const watch = (): void => {
    if (progress !== undefined) progress.progressed();
    else progress = watchProgress(worker, limits.stallTimeout, () => giveUp(tookTooLong(step)));
  };
  const finish = (outcome: Parameters<Task<Job, Result>['settle']>[0]): void => {
    progress?.stop();
    clearTimeout(total);
    clearTimeout(long);
    stopListening();
    task.signal?.removeEventListener('abort', onAbort);
    onFinished();
    task.settle(outcome);
  };
  const giveUp = (error: unknown): void => {
    finish({ error });
    onGivenUp();
  };
  const onMessage = (sent: WorkerMessage<Result> | WatchReport | Uint8Array): void => {
    const message = unpackMessage(sent);
    // Sent and handled by Node.js itself.
    if (isWatchReport(message)) return;
    if (message.kind === 'ready') {
      ready.add(worker);
      watch();
      return;
    }
    if (message.kind === 'progress') {
      step = message.step;
      watch();
      return;
    }
    // Workers load their program from disk at any time: after an upgrade in place they run the new version.
    if (message.kind !== 'done' && message.kind !== 'refused') {
      giveUp(crashed(undefined, step));
      return;
    }
    finish(message.kind === 'done' ? message : { error: new Failure(message.reason) });
    onFree(message.memory);
  };
  const onEnd = (end: WorkerEnd): void => {
    if (isClosed()) giveUp(closed());
    // Running out of memory would recur, so that failure is final, unlike other crashes.
    else giveUp(end.kind === 'out_of_memory' ? exhausted() : crashed(end.cause, step));
  };
  const onAbort = (): void => giveUp(task.signal?.reason);
  const stopListening = worker.listen({ onMessage, onEnd });
  task.signal?.addEventListener('abort', onAbort, { once: true });
  if (ready.has(worker)) watch();
  worker.send(task.job);
};
