import { open } from 'node:fs/promises';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { usageError } from '../cli-error.ts';

/** An address to watch. */
export type ListedUrl = {
  readonly url: URL;
  /** The address to show, without the query, which may contain secrets. */
  readonly label: string;
  readonly docKey?: string;
};

const MAX_BYTES = 1024 * 1024;

/**
 * Reads a list of addresses: one per line, optionally followed by a space and the document key. Lines that begin with #
 * are comments.
 *
 * @throws CliError that names the invalid line, or when there are too many addresses
 */
export const readUrlList = async (path: string, maxUrls: number): Promise<readonly ListedUrl[]> => {
  await using file = await open(path, 'r').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw usageError(
      isMissing ? `There is no file ${path}.` : `The list ${path} cannot be read.`,
      'Name a text file with one address per line that you may read.',
    );
  });
  if ((await file.stat()).size > MAX_BYTES) throw usageError(`The list ${path} is larger than 1 MB.`);
  const lines = (await file.readFile('utf8')).split('\n').map((line) => line.trim());
  const listed: ListedUrl[] = [];
  const labels = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [address = '', key, ...more] = line.split(/\s+/);
    const url = URL.parse(address);
    const wrong = (what: string) => usageError(`Line ${index + 1} of ${path} ${what}`);
    if (url === null || !['http:', 'https:'].includes(url.protocol) || more.length > 0)
      throw wrong(
        'must be an http:// or https:// address, optionally followed by a space and the key of its document.',
      );
    if (url.username !== '' || url.password !== '')
      throw wrong('contains a password, which would appear in the output. Leave it out.');
    if (key !== undefined && !docKeySchema.safeParse(key).success)
      throw wrong(
        'has an invalid document key: use only lower-case letters, digits, dots, underscores and hyphens.',
      );
    const label = `${url.host}${url.pathname}`;
    const identity = key ?? label;
    if (labels.has(identity)) throw wrong('is the same document as an earlier line; give it its own key.');
    labels.add(identity);
    listed.push({ url, label, ...(key === undefined ? {} : { docKey: key }) });
  }
  if (listed.length === 0)
    throw usageError(
      `There is no address in ${path}.`,
      'Write one address per line; lines that begin with # are comments.',
    );
  if (listed.length > maxUrls) throw usageError(`There are more than ${maxUrls} addresses in ${path}.`);
  return listed;
};
