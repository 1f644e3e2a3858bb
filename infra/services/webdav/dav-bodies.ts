import { xmlText } from '../dav/xml-text.ts';
import type { FilePath } from './file-path.ts';

const namespaces = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"';

/**
 * The properties requested for each file. `oc:` is specific to Nextcloud and ownCloud; other servers omit it.
 */
const properties =
  '<d:prop><d:resourcetype/><d:getcontentlength/><d:getcontenttype/><d:getlastmodified/><oc:fileid/><oc:size/></d:prop>';

/** The body of a PROPFIND. */
export const propfindBody = `<?xml version="1.0" encoding="UTF-8"?><d:propfind ${namespaces}>${properties}</d:propfind>`;

const like = (value: string): string =>
  `<d:like><d:prop><d:displayname/></d:prop><d:literal>${xmlText(value)}</d:literal></d:like>`;

const joined = (operator: 'and' | 'or', conditions: readonly string[]): string =>
  conditions.length === 1 ? (conditions[0] ?? '') : `<d:${operator}>${conditions.join('')}</d:${operator}>`;

/**
 * Matches files whose names contain all words and end in one of the extensions. At least one of the two must
 * be given.
 */
export const byName = (words: readonly string[], extensions: readonly string[]): string =>
  joined('and', [
    // Wildcards in a word (`%`, `_`) match too much, which is filtered out later.
    ...words.map((word) => like(`%${word}%`)),
    ...(extensions.length === 0
      ? []
      : [
          joined(
            'or',
            extensions.map((extension) => like(`%.${extension}`)),
          ),
        ]),
  ]);

/** Matches the file with a number. */
export const byNumber = (number: string): string =>
  `<d:eq><d:prop><oc:fileid/></d:prop><d:literal>${number}</d:literal></d:eq>`;

/**
 * The body of a SEARCH (RFC 5323, section 2.2.1, as documented by Nextcloud), newest files first.
 *
 * @param scope the folder to search, below the address of the request; not percent-encoded, as Nextcloud does
 * not decode it
 */
export const searchBody = (scope: FilePath, condition: string, limit: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?><d:searchrequest ${namespaces}><d:basicsearch>` +
  `<d:select>${properties}</d:select>` +
  `<d:from><d:scope><d:href>/${xmlText(scope.join('/'))}</d:href><d:depth>infinity</d:depth></d:scope></d:from>` +
  `<d:where>${condition}</d:where>` +
  '<d:orderby><d:order><d:prop><d:getlastmodified/></d:prop><d:descending/></d:order></d:orderby>' +
  `<d:limit><d:nresults>${limit}</d:nresults></d:limit>` +
  '</d:basicsearch></d:searchrequest>';
