import type { ApiClient } from '../../../client/create-client.ts';
import { ConnectionFailure } from '../../../client/failures.ts';

/** What is said of a file. `replace`: it replaces the version before it, however little they have in common. */
export type UploadInput = Parameters<ApiClient['upload']>[0]['input'];

/** A chosen file, with its path if it was chosen with its folder. */
export type ChosenFile = { readonly file: File; readonly path: string | undefined };

type Started = { readonly docKey: string; readonly version: number; readonly jobId: string };

type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | ({ readonly kind: 'accepted' } & Started)
  | ({ readonly kind: 'unchanged' } & Started)
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' };

/** One file on its way to the server. */
export type Upload = {
  readonly id: number;
  readonly fileName: string;
  readonly size: number;
  readonly state: UploadState;
};

/** Several at once hide the pauses between files; more would only share the same line. */
const AT_ONCE = 3;
/** The most files that are listed at a time, finished ones included. */
export const MOST_UPLOADS = 1000;

type Entry = ChosenFile & { readonly input: UploadInput; readonly ending: AbortController; upload: Upload };

const isOpen = ({ kind }: UploadState): boolean => kind === 'waiting' || kind === 'sending';

/** Sends files one after the other, also while the person looks at another page. */
export const createUploadStore = (api: ApiClient) => {
  const entries = new Map<number, Entry>();
  const listeners = new Set<() => void>();
  let snapshot: readonly Upload[] = [];
  let nextId = 1;
  let sending = 0;

  const publish = (): void => {
    snapshot = [...entries.values()].map(({ upload }) => upload);
    for (const listener of listeners) listener();
  };
  const change = (entry: Entry, state: UploadState): void => {
    entry.upload = { ...entry.upload, state };
    publish();
  };

  const send = async (entry: Entry): Promise<void> => {
    const { file, path, input, ending } = entry;
    change(entry, { kind: 'sending', share: 0 });
    try {
      const { docKey, version, jobId, unchanged } = await api.upload({
        file,
        fileName: file.name,
        input: { ...input, keyFrom: input.docKey === undefined ? path : undefined },
        signal: ending.signal,
        onBytes: (sent) => {
          if (entry.upload.state.kind === 'sending')
            change(entry, { kind: 'sending', share: file.size === 0 ? 1 : Math.min(1, sent / file.size) });
        },
      });
      change(entry, { kind: unchanged ? 'unchanged' : 'accepted', docKey, version, jobId });
    } catch (error) {
      const isCancelled = error instanceof ConnectionFailure && error.kind === 'aborted';
      change(entry, isCancelled ? { kind: 'cancelled' } : { kind: 'failed', error });
    }
  };

  const work = (): void => {
    for (const entry of entries.values()) {
      if (sending >= AT_ONCE) return;
      if (entry.upload.state.kind !== 'waiting') continue;
      sending += 1;
      void send(entry).finally(() => {
        sending -= 1;
        work();
      });
    }
  };

  const enter = ({ file, path }: ChosenFile, input: UploadInput): void => {
    const id = nextId;
    nextId += 1;
    const upload: Upload = { id, fileName: path ?? file.name, size: file.size, state: { kind: 'waiting' } };
    entries.set(id, { file, path, input, ending: new AbortController(), upload });
  };

  return {
    uploads: () => snapshot,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Queues files; returns how many did not fit into the list. */
    add: (files: readonly ChosenFile[], input: UploadInput): number => {
      const room = MOST_UPLOADS - entries.size;
      for (const file of files.slice(0, room)) enter(file, input);
      publish();
      work();
      return Math.max(0, files.length - room);
    },
    /** Sends a file again, e.g. with `replace` after it was taken for another document. */
    again: (id: number, changed: Partial<UploadInput> = {}): void => {
      const entry = entries.get(id);
      if (entry === undefined || isOpen(entry.upload.state)) return;
      entries.delete(id);
      enter(entry, { ...entry.input, ...changed });
      publish();
      work();
    },
    cancel: (id: number): void => {
      const entry = entries.get(id);
      if (entry === undefined) return;
      if (entry.upload.state.kind === 'waiting') change(entry, { kind: 'cancelled' });
      else entry.ending.abort();
    },
    /** Forgets the files that are no longer on their way. */
    clear: (): void => {
      for (const [id, { upload }] of entries) if (!isOpen(upload.state)) entries.delete(id);
      publish();
    },
    isBusy: () => snapshot.some(({ state }) => isOpen(state)),
  };
};
export type UploadStore = ReturnType<typeof createUploadStore>;
