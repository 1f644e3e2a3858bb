/** What a pool runs. */
export type WorkerDefinition = {
  /** The file that the threads run. It answers each job with `WorkerMessage`s. */
  readonly file: URL;
  /** Passed to each thread as its `workerData`. */
  readonly settings: unknown;
};

/** How a worker ended. */
export type WorkerEnd =
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'crashed'; readonly cause?: unknown };

/** The time of a worker in milliseconds, since its start. */
export type WorkerTime = {
  /** Processor time of its thread. */
  readonly computed: number;
  /** Time in which it waited for an event. */
  readonly idle: number;
};

type WorkerListener<Message> = {
  readonly onMessage: (message: Message) => void;
  readonly onEnd: (end: WorkerEnd) => void;
};

/** One worker of a pool: a thread of this process, or a process with one such thread. */
export type PoolWorker = {
  readonly send: (job: unknown) => void;
  /** Listens until the returned function is called. */
  readonly listen: <Message>(listener: WorkerListener<Message>) => () => void;
  /** Calls back once, when the worker has ended in any way. */
  readonly onceEnded: (callback: () => void) => void;
  /** `undefined` when the worker has ended. */
  readonly time: () => Promise<WorkerTime | undefined>;
  /** Whether it keeps this process alive. */
  readonly keepAlive: (isKept: boolean) => void;
  readonly terminate: () => Promise<void>;
};
