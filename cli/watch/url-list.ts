import { open } from 'node:fs/promises';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { usageError } from '../cli-error.ts';

/** An address to be looked at. */
export type ListedUrl = {
  readonly url: URL;
  /** As it is shown: queries may hold keys. */
  readonly label: string;
  readonly docKey?: string;
};

const MAX_BYTES = 1024 * 1024;

/**
 * Reads a list of addresses: one a line, with the key of the document behind a blank where it shall have a certain one;
 * lines that begin with # are remarks.
 *
 * @throws CliError that names the wrong line, or for more addresses than may be
 */
export const readUrlList = async (path: string, maxUrls: number): Promise<readonly ListedUrl[]> => {
  await using file = await open(path, 'r').catch((cause: unknown) => {
    throw usageError(`The list ${path} cannot be read.`, cause instanceof Error ? cause.message : undefined);
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
      throw wrong('holds a password, which would appear in the output. Leave it out.');
    if (key !== undefined && !docKeySchema.safeParse(key).success)
      throw wrong(
        'has no good document key: lower-case letters, digits, dots, underscores and hyphens alone.',
      );
    const label = `${url.host}${url.pathname}`;
    const identity = key ?? label;
    if (labels.has(identity)) throw wrong('is the same document as a line before; give it its own key.');
    labels.add(identity);
    listed.push({ url, label, ...(key === undefined ? {} : { docKey: key }) });
  }
  if (listed.length === 0)
    throw usageError(
      `There is no address in ${path}.`,
      'Write one a line; lines that begin with # are remarks.',
    );
  if (listed.length > maxUrls) throw usageError(`There are more than ${maxUrls} addresses in ${path}.`);
  return listed;
};
