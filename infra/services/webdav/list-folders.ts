import { Failure } from '../../../domain/kernel/failure.ts';
import { readMultistatus } from '../dav/read-multistatus.ts';
import { propfindBody } from './dav-bodies.ts';
import { addressAt, type FilePath } from './file-path.ts';
import { fileFailure } from './refusal-of-server.ts';
import { type Listed, listedOf } from './stored-file.ts';
import type { PersonalFiles } from './webdav-client.ts';

/** Limits on the folders listed and entries examined: what fits into some seconds. */
const MAX_FOLDERS = 200;
const MAX_ENTRIES = 20_000;
/** Folders listed concurrently. */
const CONCURRENCY = 4;
/** An entry takes about 700 bytes; folders of 5,000 files are rare. */
export const LISTING_BYTES = 4 * 1024 * 1024;

/** Sends a PROPFIND for a path below a person's folder: for the path itself, or for its content. */
export const propfind = async (
  { folder, ask }: PersonalFiles,
  path: FilePath,
  depth: 0 | 1,
  signal: AbortSignal,
): Promise<readonly Listed[]> => {
  const address = addressAt(folder, path);
  const { body } = await ask({
    method: 'PROPFIND',
    url: address,
    headers: { depth: String(depth) },
    body: propfindBody,
    screened: path,
    maxBytes: LISTING_BYTES,
    signal,
  });
  const entries = readMultistatus(Buffer.from(body).toString());
  if (entries === undefined)
    throw fileFailure('external_api_error', 'The file server returned an invalid response.');
  return entries.flatMap((entry) => listedOf(folder, entry, false) ?? []);
};

const isBelow = (path: FilePath, above: FilePath): boolean =>
  path.length === above.length + 1 && above.every((step, index) => step === path[index]);

/** The folder was deleted meanwhile or its owner has no access; the others are still listed. */
const mayBeSkipped = (error: unknown): boolean =>
  error instanceof Failure &&
  ['not_found', 'permission_denied', 'payload_too_large'].includes(error.reason.code);

/**
 * Lists the files below a person's folder, breadth-first, for servers without a search. Ignores what exceeds
 * the limits on folders and entries. Rejects when the person's own folder cannot be listed.
 */
export const listFolders = async (
  personal: PersonalFiles,
  signal: AbortSignal,
): Promise<readonly Listed[]> => {
  const files: Listed[] = [];
  let level: readonly FilePath[] = [[]];
  let folders = 0;
  let entries = 0;
  while (level.length > 0 && folders < MAX_FOLDERS && entries < MAX_ENTRIES) {
    const next: FilePath[] = [];
    for (let begin = 0; begin < level.length && entries < MAX_ENTRIES; begin += CONCURRENCY) {
      const some = level.slice(begin, Math.min(begin + CONCURRENCY, begin + MAX_FOLDERS - folders));
      if (some.length === 0) break;
      folders += some.length;
      const listings = await Promise.all(
        some.map(async (path) => {
          try {
            const listed = await propfind(personal, path, 1, signal);
            // A server that returns entries of other folders must not send the walk in circles.
            return listed.filter((one) => isBelow(one.path, path));
          } catch (error) {
            if (path.length === 0 || !mayBeSkipped(error)) throw error;
            return [];
          }
        }),
      );
      for (const one of listings.flat().slice(0, MAX_ENTRIES - entries)) {
        entries += 1;
        if (one.isFolder) next.push(one.path);
        else files.push(one);
      }
    }
    level = next;
  }
  return files;
};
