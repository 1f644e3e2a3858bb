import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { type IngestOutcome, ingestFiles, isUnconfirmed } from '../ingest/ingest-files.ts';
import type { IngestInput, PlannedFile } from '../ingest/planned-file.ts';
import { type FolderContent, scanFolder } from './folder-source.ts';
import { createStabilityCheck } from './settled.ts';
import type { ListedUrl } from './url-list.ts';
import { fetchListed } from './url-source.ts';
import { stampOf, type WatchState } from './watch-state.ts';

type WatchOptions = {
  readonly client: ApiClient;
  readonly folders: readonly string[];
  readonly urls: readonly ListedUrl[];
  readonly allowedHosts: readonly string[];
  readonly metadata: Partial<IngestInput>;
  readonly keyFromPath: boolean;
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly settleMs: number;
  readonly intervalMs: number;
  /** The interval between two requests to an address. */
  readonly urlIntervalMs: number;
  /** Whether to stop when everything has settled and was sent. */
  readonly once: boolean;
  readonly state: WatchState;
  /** Called when every folder has been read, before anything is sent. */
  readonly onBegun: () => void;
  readonly report: (news: WatchNews) => void;
  readonly signal: AbortSignal;
};

/** The number of files to send in parallel. */
const CONCURRENCY = 2;
/** The longest pause before a refused source is retried. */
const MAX_PAUSE_MS = 60 * 60_000;

const quiet = { onUploaded: () => {}, onStage: () => {}, onEnded: () => {} };

/** The outcome for a file or an address. */
type WatchNews = {
  readonly what: 'ingested' | 'unchanged' | 'overtaken' | 'accepted' | 'failed' | 'left out';
  readonly label: string;
  /** An explanation for a person. */
  readonly message: string;
  readonly docKey?: string | undefined;
  readonly version?: number | undefined;
};

const newsOf = (outcome: IngestOutcome): WatchNews => {
  const { file, state, unchanged, docKey, version, chunks, duplicateOf, reason } = outcome;
  const about = { label: file.label, docKey, version };
  const place = `${docKey} version ${version}`;
  if (state === 'COMPLETED')
    return unchanged
      ? { what: 'unchanged', ...about, message: place }
      : {
          what: 'ingested',
          ...about,
          message: `${place}, ${counted(chunks ?? 0, 'passage')}${duplicateOf === undefined ? '' : `; the same file as ${duplicateOf}`}`,
        };
  if (state === 'SUPERSEDED')
    return { what: 'overtaken', ...about, message: `a newer version of ${docKey} arrived in the meantime` };
  // The server has the file and continues to index it.
  if (state === 'interrupted') return { what: 'accepted', ...about, message: place };
  return { what: 'failed', ...about, message: reason ?? 'no reason was recorded.' };
};

/** Tracks when failed sources are retried, with a pause that doubles each time. */
const createPauses = (firstMs: number) => {
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  return {
    isOver: (source: string): boolean => (failed.get(source)?.until ?? 0) <= performance.now(),
    forget: (source: string): void => void failed.delete(source),
    note: (source: string): void => {
      const times = (failed.get(source)?.times ?? 0) + 1;
      const pause = Math.min(MAX_PAUSE_MS, firstMs * 2 ** times);
      failed.set(source, { times, until: performance.now() + pause });
    },
  };
};

/**
 * Ingests new and changed files from folders and addresses, pass by pass, until the signal aborts. Waits until a
 * half-written file has settled. Reports each step, and each reason for leaving something out only once.
 *
 * @throws CliError for a folder that does not exist at the start
 */
export const watch = async (options: WatchOptions): Promise<{ readonly failed: number }> => {
  const { client, folders, urls, state, report, signal, once, settleMs, intervalMs, urlIntervalMs } = options;
  const hasSettled = createStabilityCheck(settleMs);
  const pauses = createPauses(intervalMs);
  const reported = new Set<string>();
  const lastAsked = new Map<string, number>();
  let failed = 0;

  /** Reports a reason only the first time, not on every pass. */
  const reportOnce = (label: string, reason: string): void => {
    const news = JSON.stringify([label, reason]);
    if (reported.has(news)) return;
    reported.add(news);
    report({ what: 'left out', label, message: reason });
  };

  const send = (files: readonly PlannedFile[]): Promise<readonly IngestOutcome[]> =>
    ingestFiles({ client, files, concurrency: CONCURRENCY, signal, listener: quiet });

  /** Reports an outcome. Returns whether it is final; a refused or interrupted file is retried. */
  const settle = (source: string, outcome: IngestOutcome): boolean => {
    // The file is sent again at the next start.
    if (isUnconfirmed(outcome)) return false;
    report(newsOf(outcome));
    if (outcome.state === 'refused') {
      failed += 1;
      pauses.note(source);
      return false;
    }
    if (outcome.state === 'FAILED') failed += 1;
    pauses.forget(source);
    return true;
  };

  /** The current content of the folders. A missing folder is an error in the first pass, and later only reported. */
  const scanFolders = async (first: boolean): Promise<readonly FolderContent[]> => {
    const contents: FolderContent[] = [];
    for (const folder of folders) {
      try {
        contents.push(await scanFolder(folder, options));
      } catch (error) {
        const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        if (first || !(isGone || (error instanceof CliError && error.exitCode === exitCodes.usage)))
          throw error;
        reportOnce(folder, isGone ? 'It no longer exists; checking again on every pass.' : error.message);
      }
    }
    return contents;
  };

  /** Ingests the settled files. Returns whether others have yet to settle. */
  const ingestContent = async ({ files, leftOut }: FolderContent): Promise<boolean> => {
    for (const { label, reason } of leftOut) reportOnce(label, reason);
    const fresh = files.filter(({ source, stamp }) => state.of(source)?.stamp !== stamp);
    const ready = fresh.filter(({ source, stamp }) => hasSettled(source, stamp) && pauses.isOver(source));
    const waits = fresh.some(({ source, stamp }) => !hasSettled(source, stamp));
    // In small batches, so that the state is saved soon after each.
    for (let from = 0; from < ready.length && !signal.aborted; from += CONCURRENCY) {
      const part = ready.slice(from, from + CONCURRENCY);
      const outcomes = await send(part.map(({ file }) => file));
      for (const [index, outcome] of outcomes.entries()) {
        const seen = part[index];
        if (seen && settle(seen.source, outcome)) state.take(seen.source, { stamp: seen.stamp });
      }
      await state.save();
    }
    return waits;
  };

  const checkUrl = async (listed: ListedUrl, download: string): Promise<void> => {
    const { sourceType } = options.metadata;
    if (sourceType === undefined) return;
    const source = listed.url.href;
    const metadata = { ...options.metadata, sourceType };
    const stamp = stampOf(metadata, listed.docKey);
    const before = state.of(source);
    try {
      const fetched = await fetchListed(listed, before?.stamp === stamp ? before : {}, download, {
        ...options,
        metadata,
      });
      if (!fetched) return;
      const [outcome] = await send([fetched.file]);
      if (outcome && settle(source, outcome)) {
        state.take(source, { stamp, ...fetched.validators });
        await state.save();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failure || error instanceof CliError)) throw error;
      failed += 1;
      pauses.note(source);
      const message = error instanceof Failure ? error.reason.message : error.message;
      report({ what: 'failed', label: listed.label, message });
    }
  };

  const download = await mkdtemp(join(tmpdir(), 'anamnesis-watch-'));
  try {
    for (let first = true; !signal.aborted; first = false) {
      let waits = false;
      const contents = await scanFolders(first);
      if (first) options.onBegun();
      for (const content of contents) waits = (await ingestContent(content)) || waits;
      for (const listed of urls) {
        const { href } = listed.url;
        const isDue = performance.now() - (lastAsked.get(href) ?? -Infinity) >= urlIntervalMs;
        if (signal.aborted || !isDue || !pauses.isOver(href)) continue;
        lastAsked.set(href, performance.now());
        await checkUrl(listed, download);
      }
      if (once && !waits) break;
      await delay(once ? Math.max(50, settleMs) : intervalMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    await state.save();
    await rm(download, { recursive: true, force: true });
  }
  return { failed };
};
