import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import type { StoredFile } from '../../../ports/file-store.ts';
import type { DavResource } from '../dav/read-multistatus.ts';
import { fileIdOf, keyOf } from './file-id.ts';
import { addressAt, type FilePath, pathBelow } from './file-path.ts';

/** A file or folder below a person's own folder. */
export type Listed = {
  readonly path: FilePath;
  readonly isFolder: boolean;
  readonly file: StoredFile;
};

const OWNCLOUD = '{http://owncloud.org/ns}';
/** Characters read of a property. */
const MAX_VALUE = 4000;

/** A media type without parameters (RFC 2045); RFC 6838 allows 127 characters on each side. */
const mediaTypePattern = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}/;

const sizeOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** Converts an HTTP date to ISO 8601; empty if invalid. */
const instantOf = (text: string): string => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

/**
 * Reads a file or folder from an entry; undefined for an entry that is elsewhere, and for the folder itself.
 *
 * @param knowsNumbers whether the server can find a file by its number
 */
export const listedOf = (
  folder: URL,
  { href, properties }: DavResource,
  knowsNumbers: boolean,
): Listed | undefined => {
  const path = pathBelow(folder, href);
  const name = path?.at(-1);
  if (path === undefined || name === undefined) return undefined;
  const property = (of: string): string => properties.get(of)?.text.trim().slice(0, MAX_VALUE) ?? '';
  const number = knowsNumbers ? property(`${OWNCLOUD}fileid`) || undefined : undefined;
  return {
    path,
    isFolder:
      properties.get('{DAV:}resourcetype')?.children.some(({ name: type }) => type === '{DAV:}collection') ??
      false,
    file: {
      id: fileIdOf(keyOf(number, path)),
      name: externalText(name, 500),
      path: externalText(`/${path.join('/')}`, 2000),
      size: sizeOf(property('{DAV:}getcontentlength') || property(`${OWNCLOUD}size`)),
      mimeType: mediaTypePattern.exec(property('{DAV:}getcontenttype'))?.[0] ?? 'application/octet-stream',
      modified: instantOf(property('{DAV:}getlastmodified')),
      url: addressAt(folder, path).href,
    },
  };
};
