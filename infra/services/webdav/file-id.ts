import { type FilePath, isFilePath } from './file-path.ts';

/** The file behind an id of ours. */
export type FileKey =
  /** Nextcloud's own number (`oc:fileid`), which a file keeps when it is renamed or moved. */
  | { readonly number: string }
  /** Where it lies, on servers that know no numbers. */
  | { readonly path: FilePath };

const NUMBER = 'n-';
const PATH = 'p-';

/** Numbers of files have at most the digits of 64 bits. */
const isNumber = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

/**
 * An id for callers. It reveals nothing that is not returned beside it, and grants nothing by itself: it is looked up
 * below the folder of the person who sends it.
 */
export const fileIdOf = (key: FileKey): string =>
  'number' in key
    ? `${NUMBER}${key.number}`
    : `${PATH}${Buffer.from(key.path.join('/')).toString('base64url')}`;

/** The file behind an id; undefined for one that was not made here. */
export const fileKeyOf = (id: string): FileKey | undefined => {
  if (id.startsWith(NUMBER)) {
    const number = id.slice(NUMBER.length);
    return isNumber(number) ? { number } : undefined;
  }
  if (!id.startsWith(PATH)) return undefined;
  const path = Buffer.from(id.slice(PATH.length), 'base64url').toString().split('/');
  // Only as it was made: no second spelling of the same.
  return isFilePath(path) && fileIdOf({ path }) === id ? { path } : undefined;
};

/** The key of a file that a server lists. */
export const keyOf = (number: string | undefined, path: FilePath): FileKey =>
  number !== undefined && isNumber(number) ? { number } : { path };
