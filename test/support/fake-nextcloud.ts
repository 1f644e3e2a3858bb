import { elementsAt, parseXml, textIn, type XmlElement } from '../../infra/services/outside/parse-xml.ts';
import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/** A file on the server. */
export type FakeFile = {
  readonly number: number;
  readonly text: string;
  /** An HTTP date. */
  readonly modified?: string;
  readonly type?: string;
};

/** The files of each user by path, such as `notes/today.txt`. */
export type FilesByUser = Readonly<Record<string, Readonly<Record<string, FakeFile>>>>;

const ROOT = '/remote.php/dav/';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const hrefOf = (user: string, path: string): string =>
  `${ROOT}files/${[user, ...path.split('/')].map(encodeURIComponent).join('/')}`;

const entry = (user: string, path: string, file: FakeFile | undefined): string => {
  const properties =
    file === undefined
      ? '<d:resourcetype><d:collection/></d:resourcetype>'
      : `<d:resourcetype/><d:getcontentlength>${Buffer.byteLength(file.text)}</d:getcontentlength>` +
        `<d:getcontenttype>${file.type ?? 'text/plain'}</d:getcontenttype>` +
        `<d:getlastmodified>${file.modified ?? 'Mon, 02 Mar 2026 10:00:00 GMT'}</d:getlastmodified>` +
        `<oc:fileid>${file.number}</oc:fileid><oc:size>${Buffer.byteLength(file.text)}</oc:size>`;
  return (
    `<d:response><d:href>${escaped(hrefOf(user, path))}${file === undefined ? '/' : ''}</d:href>` +
    `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>` +
    '<d:propstat><d:prop><d:quota-used-bytes/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>'
  );
};

/** A multistatus response in Nextcloud's format. */
export const multistatus = (entries: string): ScriptedReply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  text: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">${entries}</d:multistatus>`,
});

/** An error in Nextcloud's format, with details that users must not see. */
export const davError = (status: number, headers: Record<string, string> = {}): ScriptedReply => ({
  status,
  headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
  text: `<?xml version="1.0" encoding="utf-8"?><d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>Sabre\\DAV\\Exception\\Other</s:exception><s:message>what the server said of Jane Roe</s:message></d:error>`,
});

const children = ({ content }: XmlElement): readonly XmlElement[] =>
  content.filter((part) => typeof part !== 'string');

/** SQL's LIKE, ignoring case. */
const isLike = (text: string, pattern: string): boolean => {
  const [first = '', ...rest] = pattern.toLowerCase().split('%');
  let from = text.toLowerCase();
  if (!from.startsWith(first)) return false;
  from = from.slice(first.length);
  for (const [index, part] of rest.entries()) {
    if (index === rest.length - 1) return part === '' || from.endsWith(part);
    const at = from.indexOf(part);
    if (at < 0) return false;
    from = from.slice(at + part.length);
  }
  return from === '';
};

/** The search conditions that Nextcloud supports; throws for others, which get a 400 response. */
const holds = (condition: XmlElement, name: string, file: FakeFile): boolean => {
  const parts = children(condition);
  switch (condition.name) {
    case 'd:and':
      return parts.every((part) => holds(part, name, file));
    case 'd:or':
      return parts.some((part) => holds(part, name, file));
    case 'd:like':
    case 'd:eq': {
      const [property] = elementsAt(condition, 'd:prop').flatMap(children);
      const [literal] = elementsAt(condition, 'd:literal');
      const value = literal === undefined ? '' : textIn(literal);
      if (property?.name === 'd:displayname') return isLike(name, value);
      if (property?.name === 'oc:fileid') return String(file.number) === value;
    }
  }
  throw new Error('not a condition supported by Nextcloud');
};

const searched = (kept: FilesByUser, call: ScriptedCall, user: string): ScriptedReply => {
  const root = parseXml(call.text);
  const [basic] = root === undefined ? [] : elementsAt(root, 'd:basicsearch');
  const [scope] = basic === undefined ? [] : elementsAt(basic, 'd:from', 'd:scope', 'd:href');
  const [where] = basic === undefined ? [] : elementsAt(basic, 'd:where').flatMap(children);
  const [limit] = basic === undefined ? [] : elementsAt(basic, 'd:limit', 'd:nresults');
  if (call.path !== ROOT || scope === undefined || where === undefined) return davError(400);
  // Not decoded: an encoded name is no folder here.
  const [place, owner, ...below] = textIn(scope).replace(/^\//, '').split('/');
  const files = owner === undefined ? undefined : kept[owner];
  if (place !== 'files' || owner !== user || files === undefined) return davError(404);
  const within = below.length === 0 ? '' : `${below.join('/')}/`;
  try {
    const found = Object.entries(files)
      .filter(([path]) => path.startsWith(within))
      .filter(([path, file]) => holds(where, path.split('/').at(-1) ?? '', file))
      .slice(0, limit === undefined ? 100 : Number(textIn(limit)));
    return multistatus(found.map(([path, file]) => entry(owner, path, file)).join(''));
  } catch {
    return davError(400);
  }
};

const listed = (kept: FilesByUser, call: ScriptedCall): ScriptedReply => {
  const [user = '', ...steps] = decodeURIComponent(call.path)
    .slice(`${ROOT}files/`.length)
    .split('/')
    .filter((step) => step !== '');
  const files = kept[user];
  if (files === undefined) return davError(404);
  const path = steps.join('/');
  const file = files[path];
  if (file !== undefined) return multistatus(entry(user, path, file));
  const prefix = path === '' ? '' : `${path}/`;
  const inside = Object.keys(files).filter((name) => name.startsWith(prefix));
  if (inside.length === 0 && path !== '') return davError(404);
  const names = [...new Set(inside.map((name) => name.slice(prefix.length).split('/')[0] ?? ''))];
  const below = call.headers.depth === '0' ? [] : names;
  return multistatus(
    entry(user, path, undefined) +
      below.map((name) => entry(user, `${prefix}${name}`, files[`${prefix}${name}`])).join(''),
  );
};

/**
 * Behaves like Nextcloud (developer manual, "WebDAV Basics" and "WebDAV Search"): PROPFIND, GET and SEARCH under
 * `/remote.php/dav/`. The login identifies the user, who sees only their own files, unless the login is `service`.
 */
export const fakeNextcloud =
  (kept: FilesByUser, options: { readonly canSearch?: boolean } = {}) =>
  (call: ScriptedCall): ScriptedReply => {
    const login = Buffer.from(call.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const [name = '', password] = login.split(/:(.*)/s);
    if (password !== 'app password') return davError(401, { 'www-authenticate': 'Basic realm="Nextcloud"' });
    if (call.method === 'SEARCH')
      return options.canSearch === false ? davError(405) : searched(kept, call, name);
    const [owner = ''] = decodeURIComponent(call.path).slice(`${ROOT}files/`.length).split('/');
    if (owner !== name && name !== 'service') return davError(404);
    if (call.method === 'PROPFIND') return listed(kept, call);
    const path = decodeURIComponent(call.path).slice(`${ROOT}files/${owner}/`.length);
    const file = kept[owner]?.[path];
    return file === undefined ? davError(404) : { text: file.text };
  };
