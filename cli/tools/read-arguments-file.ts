import { open } from 'node:fs/promises';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { plainLine } from '../plain-text.ts';

/** Bytes; a call takes 32 kB of arguments, and a file may have them indented and in UTF-16. */
const MAX_BYTES = 256 * 1024;

const tooLarge = (): CliError => usageError('The arguments are larger than 256 kB.');

const pipedIn = async ({ input, signal }: Pick<CliRun, 'input' | 'signal'>): Promise<Buffer> => {
  if (input.isTTY === true)
    throw usageError('Nothing is piped in.', 'For example: … --arguments-file - < arguments.json');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    signal.throwIfAborted();
    const read = Buffer.from(piece);
    bytes += read.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    pieces.push(read);
  }
  return Buffer.concat(pieces);
};

const contentOf = async (path: string): Promise<Buffer> => {
  try {
    await using file = await open(path, 'r');
    if ((await file.stat()).size > MAX_BYTES) throw tooLarge();
    return await file.readFile();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`The file ${plainLine(path)} cannot be read.`);
  }
};

/**
 * The text of a file of arguments; of what is piped in where the file is called `-`. PowerShell writes UTF-16 with a mark at its
 * beginning, which is heeded and left out.
 *
 * @throws CliError that says what to do
 */
export const readArgumentsFile = async (
  path: string,
  run: Pick<CliRun, 'input' | 'signal'>,
): Promise<string> => {
  const bytes = path === '-' ? await pipedIn(run) : await contentOf(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
};
