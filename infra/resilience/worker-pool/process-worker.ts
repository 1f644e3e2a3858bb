import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packMessage } from './packed-message.ts';
import type { PoolWorker, WorkerDefinition, WorkerEnd, WorkerTime } from './pool-worker.ts';
import type { FromWorkerProcess, ToWorkerProcess } from './process-messages.ts';
import { PRELOADED } from './thread-worker.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** Variables that reading needs: programs, their data, and the compile cache. Not the keys and tokens that others hold. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'TESSDATA_PREFIX',
  'SystemRoot',
  'CACHE_DIRECTORY',
  'XDG_CACHE_HOME',
  'NODE_COMPILE_CACHE',
  'NODE_DISABLE_COMPILE_CACHE',
];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

/** Nothing that it writes is kept, because it could quote a document: V8's own last words are only looked for. */
const STDIO: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc'];
const SHELL = '/bin/sh';

const spawnProcess = (heapMegabytes: number): ChildProcess => {
  const options = { stdio: STDIO, env: environment(), serialization: 'advanced' } as const;
  const parameters = [`--max-old-space-size=${heapMegabytes}`, '--require', PRELOADED, PROGRAM];
  if (process.platform === 'win32' || !existsSync(SHELL)) return spawn(process.execPath, parameters, options);
  // No core dump: it would hold the document in plain text.
  return spawn(SHELL, ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...parameters], options);
};

/** What keeps a process alive, such as a pipe. Streams are typed without it. */
type Handle = { readonly ref: () => unknown; readonly unref: () => unknown };
const isHandle = (value: object | null): value is Handle =>
  value !== null && 'ref' in value && 'unref' in value;

/** Milliseconds after the end of a process in which its pipes are read to their end. */
const CLOSED_WITHIN = 1000;

/** What V8 writes before it aborts. */
const LAST_WORDS = 'heap out of memory';

/** Watches the output of a process for V8's last words, which may arrive in pieces. */
const hearLastWords = (child: ChildProcess): (() => boolean) => {
  let tail = '';
  let isHeard = false;
  child.stderr?.setEncoding('latin1').on('data', (part: string) => {
    tail += part;
    isHeard ||= tail.includes(LAST_WORDS);
    tail = tail.slice(-LAST_WORDS.length);
  });
  return () => isHeard;
};

/**
 * A process with one thread as a worker: whatever happens in it, this process only loses a job. It ends when this process
 * does. Jobs and results go through a pipe, never through a file or its parameters.
 */
export const createProcessWorker = (
  { file, settings }: WorkerDefinition,
  heapMegabytes: number,
): PoolWorker => {
  const child = spawnProcess(heapMegabytes);
  const hasRunOut = hearLastWords(child);
  const events = new EventEmitter();
  const waiting: ((time: WorkerTime | undefined) => void)[] = [];
  let end: WorkerEnd | undefined;
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<void>();

  /** A process that has ended takes no more messages; its end is reported apart. */
  const tell = (message: ToWorkerProcess): void => {
    child.send(message, () => {});
  };
  const onEnded = (how: WorkerEnd): void => {
    if (end !== undefined) return;
    end = how;
    for (const resolve of waiting.splice(0)) resolve(undefined);
    events.emit('end', how);
  };
  child.on('message', (message: FromWorkerProcess) => {
    if (message.kind === 'time') waiting.shift()?.(message.time);
    else if (message.kind === 'ended') onEnded(message.end);
    else events.emit('message', message.message);
  });
  child.on('error', (cause) => {
    onEnded({ kind: 'crashed', cause });
    if (child.pid === undefined) isClosed();
  });
  const conclude = (): void => {
    onEnded(hasRunOut() ? { kind: 'out_of_memory' } : { kind: 'crashed' });
    isClosed();
  };
  // By its close it has said all; a pipe that something else holds open must not keep a job waiting.
  child.once('close', conclude).once('exit', () => setTimeout(conclude, CLOSED_WITHIN));
  tell({ kind: 'start', file: file.href, settings, heapMegabytes });

  const keepAlive = (isKept: boolean): void => {
    const handles = [child, child.channel, isHandle(child.stderr) ? child.stderr : undefined];
    for (const handle of handles) {
      if (isKept) handle?.ref();
      else handle?.unref();
    }
  };

  return {
    send: (job) => tell({ kind: 'job', packed: packMessage(job) }),
    listen: ({ onMessage, onEnd }) => {
      events.on('message', onMessage).on('end', onEnd);
      return () => {
        events.off('message', onMessage).off('end', onEnd);
      };
    },
    onceEnded: (callback) => {
      events.once('end', callback);
    },
    time: () => {
      if (end !== undefined) return Promise.resolve(undefined);
      const { promise, resolve } = Promise.withResolvers<WorkerTime | undefined>();
      waiting.push(resolve);
      tell({ kind: 'time' });
      return promise;
    },
    keepAlive,
    terminate: async () => {
      keepAlive(true);
      child.kill('SIGKILL');
      await closed;
    },
  };
};
