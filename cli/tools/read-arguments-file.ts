import { open } from 'node:fs/promises';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { plainLine } from '../plain-text.ts';

/** The limit in bytes. A call takes 32 kB of arguments, which a file may contain indented and in UTF-16. */
const MAX_BYTES = 256 * 1024;

const tooLarge = (): CliError => usageError('The arguments are larger than 256 kB.');

const pipedIn = async ({ input, signal }: Pick<CliRun, 'input' | 'signal'>): Promise<Buffer> => {
  if (input.isTTY === true)
    throw usageError(
      'Standard input is a terminal, not a file or pipe.',
      'For example: … --arguments-file - < arguments.json',
    );
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
 * Reads the text of an arguments file, or of standard input for `-`. A byte order mark selects UTF-16, which PowerShell
 * writes, and is removed.
 *
 * @throws CliError that explains what to do
 */
export const readArgumentsFile = async (
  path: string,
  run: Pick<CliRun, 'input' | 'signal'>,
): Promise<string> => {
  const bytes = path === '-' ? await pipedIn(run) : await contentOf(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
};
