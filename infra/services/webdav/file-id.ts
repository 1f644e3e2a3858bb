import { type FilePath, isFilePath } from './file-path.ts';

/** The file that an id of this program refers to. */
export type FileKey =
  /** Nextcloud's own number (`oc:fileid`), which survives renaming and moving. */
  | { readonly number: string }
  /** The path, on servers without numbers. */
  | { readonly path: FilePath };

const NUMBER = 'n-';
const PATH = 'p-';

/** File numbers have at most 19 digits (64 bits). */
const isNumber = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

/**
 * Creates an id for callers. It reveals nothing beyond what is returned with it, and grants no access: it is
 * looked up in the folder of the person who sends it.
 */
export const fileIdOf = (key: FileKey): string =>
  'number' in key
    ? `${NUMBER}${key.number}`
    : `${PATH}${Buffer.from(key.path.join('/')).toString('base64url')}`;

/** Parses an id; undefined for one that was not created here. */
export const fileKeyOf = (id: string): FileKey | undefined => {
  if (id.startsWith(NUMBER)) {
    const number = id.slice(NUMBER.length);
    return isNumber(number) ? { number } : undefined;
  }
  if (!id.startsWith(PATH)) return undefined;
  const path = Buffer.from(id.slice(PATH.length), 'base64url').toString().split('/');
  // Only the canonical encoding is accepted, so a file has one id.
  return isFilePath(path) && fileIdOf({ path }) === id ? { path } : undefined;
};

/** Creates the key of a file that a server lists. */
export const keyOf = (number: string | undefined, path: FilePath): FileKey =>
  number !== undefined && isNumber(number) ? { number } : { path };
