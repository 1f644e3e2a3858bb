import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { CliError, exitCodes } from '../cli-error.ts';
import { plainText } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';

/** The option for a file to write. */
export const outputFile = z.string().refine((name) => name.trim() !== '', 'needs a file name');

/** File system errors, in words for the person who named the file. */
const causes: Readonly<Record<string, string>> = {
  ENOENT: 'cannot be written: its folder does not exist',
  ENOTDIR: 'cannot be written: its folder does not exist',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be written: permission denied',
  EPERM: 'cannot be written: permission denied',
  EROFS: 'is on a file system that is mounted read-only',
  ENOSPC: 'cannot be written: the disk is full',
};

/** The errors that mean that the file name is wrong, rather than the disk. */
const misnamed: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/** Writes a file completely or not at all. */
const writeAtomically = async (path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal) => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (!(error instanceof Error && 'code' in error) || error instanceof CliError || signal.aborted)
      throw error;
    const code = String(error.code);
    throw new CliError(`${path} ${causes[code] ?? `cannot be written (${code})`}.`, {
      exitCode: misnamed.includes(code) ? exitCodes.usage : exitCodes.failed,
      cause: error,
    });
  }
};

/** Removes control characters, which data of other versions or other people can contain, for a screen. */
async function* plain(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of content) {
    // Only binary files, such as PDF with its streams and Word, hold this byte.
    if (part.includes(0))
      throw new CliError('This file is not text and cannot be shown in a terminal.', {
        exitCode: exitCodes.usage,
        hint: 'Save it with --output <file>.',
      });
    yield plainText(decoder.decode(part, { stream: true }));
  }
  yield plainText(decoder.decode());
}

/**
 * Writes an export to standard output, or to a file that only its owner may read.
 *
 * @throws CliError when the file cannot be written
 */
export const writeExport = async (
  content: AsyncIterable<Uint8Array>,
  output: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> => {
  if (output === undefined) {
    // A file or pipe gets the content unchanged.
    const shown = terminal.onScreen ? plain(content) : content;
    await pipeline(Readable.from(shown), terminal.results, { signal, end: false });
    return;
  }
  await writeAtomically(output, content, signal);
  terminal.note(`Written to ${output}.`);
};
