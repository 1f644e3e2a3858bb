import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

const MAX_LINES = 100_000;

/**
 * Reads a file with one JSON object per line; skips empty lines.
 *
 * @param what the meaning of a line, with its article
 * @throws Error that names the invalid line
 */
export const readJsonLines = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  what: string,
): Promise<readonly z.output<Schema>[]> => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  if (lines.length > MAX_LINES) throw new Error(`${path} holds more than ${MAX_LINES} lines.`);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${path} is not ${what}.`, { cause });
    }
  });
};
