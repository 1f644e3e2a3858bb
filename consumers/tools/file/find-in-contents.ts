import { Failure } from '../../../domain/kernel/failure.ts';
import { foldCase } from '../../../domain/language/fold-case.ts';
import type { StoredFile } from '../../../ports/file-store.ts';
import { type FileReading, textOfFile } from './text-of-file.ts';

type ContentSearch = {
  readonly user: string;
  readonly words: readonly string[];
  /** Newest first. */
  readonly candidates: readonly StoredFile[];
  readonly signal: AbortSignal;
  /** Called with each file as it is found. */
  readonly onFound: (file: StoredFile) => void;
};

/** Limits on the files read and on their bytes, singly and in all: what can be fetched and read in twenty seconds. */
const MAX_FILES = 40;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ALL_BYTES = 60 * 1024 * 1024;
/** Files read at a time: one per reading thread. */
const CONCURRENCY = 2;

const withinBounds = (candidates: readonly StoredFile[]): readonly StoredFile[] => {
  let bytes = 0;
  const chosen: StoredFile[] = [];
  for (const file of candidates) {
    if (chosen.length === MAX_FILES) break;
    if (file.size > MAX_BYTES || bytes + file.size > MAX_ALL_BYTES) continue;
    bytes += file.size;
    chosen.push(file);
  }
  return chosen;
};

/** Failures of a single file, which is then skipped. */
const isOfTheFile = (error: unknown): boolean =>
  error instanceof Failure &&
  ['rule_violated', 'not_found', 'permission_denied', 'conflict', 'payload_too_large'].includes(
    error.reason.code,
  );

/**
 * Searches the text of files, newest first within limits, because Nextcloud's search covers only names. Rejects as the
 * file store does when the server fails.
 */
export const findInContents = async (reading: FileReading, search: ContentSearch): Promise<void> => {
  const { user, words, candidates, signal, onFound } = search;
  const wanted = words.map(foldCase);
  const waiting = withinBounds(candidates).values();
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      signal.throwIfAborted();
      try {
        const text = foldCase(`${file.name} ${await textOfFile(reading, file, MAX_BYTES, { user, signal })}`);
        if (wanted.every((word) => text.includes(word))) onFound(file);
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfTheFile(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
};
