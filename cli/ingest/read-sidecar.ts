import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { documentInputSchema } from '../../domain/knowledge/document-input.ts';
import { CliError } from '../cli-error.ts';

/** The content of a sidecar: any part of the metadata, the document key and the format. */
const sidecarSchema = documentInputSchema.partial();
export type Sidecar = z.input<typeof sidecarSchema>;

const MAX_BYTES = 1024 * 1024;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readText = async (path: string): Promise<string | undefined> => {
  try {
    // Without O_NONBLOCK, opening a named pipe would block until somebody writes to it.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const about = await file.stat();
    if (!about.isFile()) throw new CliError('Its metadata file is not a file.');
    if (about.size > MAX_BYTES) throw new CliError('Its metadata file is larger than 1 MB.');
    return await file.readFile('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof CliError) throw error;
    throw new CliError('Its metadata file cannot be read.', { cause: error });
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError('Its metadata file is not valid JSON.', { cause });
  }
};

/**
 * Reads the metadata file of a document, if there is one. Members that it does not contain are absent.
 *
 * @throws CliError that names the invalid members
 */
export const readSidecar = async (path: string): Promise<Sidecar> => {
  const text = await readText(path);
  if (text === undefined) return {};
  const value = parse(text);
  const checked = sidecarSchema.safeParse(value);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) =>
      issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new CliError(`Its metadata file is invalid: ${problems.join('; ')}.`);
  }
  // Only written members count: defaults of the schema must not override the command line.
  const written = new Set(Object.keys(z.record(z.string(), z.unknown()).parse(value)));
  return Object.fromEntries(Object.entries(checked.data).filter(([name]) => written.has(name)));
};
