import { type FilePath, isFilePath } from './file-path.ts';

/** What an id of ours stands for. */
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
 * An id for whoever asks. It tells nothing that is not told beside it, and opens nothing by itself: it is looked up below
 * the folder of the person who gives it back.
 */
export const fileIdOf = (key: FileKey): string =>
  'number' in key
    ? `${NUMBER}${key.number}`
    : `${PATH}${Buffer.from(key.path.join('/')).toString('base64url')}`;

/** What an id stands for; undefined for one that was not made here. */
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

/** The key of a file that a server tells of. */
export const keyOf = (number: string | undefined, path: FilePath): FileKey =>
  number !== undefined && isNumber(number) ? { number } : { path };
