import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

/** The version of this program, from its package file. */
export const readProgramVersion = async (): Promise<string> =>
  packageSchema.parse(JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')))
    .version;
