import { join } from 'node:path';
import { z } from 'zod';
import type { LogContinuity, SeenEvent } from '../../../ports/log-continuity.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { DataDirectory } from './open-data-directory.ts';
import { readIfExists, writeAtomically } from './small-files.ts';

const FILE = 'last-read-events.json';
/** Enough to determine which positions were lost; a replica lags by less. */
const KEPT_EVENTS = 100;
const WRITE_EVERY_MS = 5_000;

const fileSchema = z.object({
  database: z.uuid(),
  events: z.array(z.object({ position: z.int().min(1), id: z.uuid() })).max(KEPT_EVENTS),
});

const parsed = (text: string): z.output<typeof fileSchema> | undefined => {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/**
 * The last events of a database read by nodes with this data directory before they stopped. Empty if the file is
 * missing, damaged or about another database, because it is only a hint.
 */
export const readLastEvents = async (
  { path }: DataDirectory,
  database: string,
): Promise<readonly SeenEvent[]> => {
  const text = await readIfExists(join(path, FILE));
  const found = text === undefined ? undefined : parsed(text);
  return found?.database === database ? found.events : [];
};

/**
 * Saves the last events to a file every few seconds while they change, and once when stopped, so that a node notices at
 * its next start that the database was restored in between. Returns a function that stops it.
 */
export const saveLastEvents = (
  { path }: DataDirectory,
  database: string,
  { continuity, logger }: { readonly continuity: LogContinuity; readonly logger: Logger },
): (() => Promise<void>) => {
  let writtenTo = 0;
  const write = async (): Promise<void> => {
    const events = continuity.recent().slice(-KEPT_EVENTS);
    const last = events.at(-1)?.position ?? 0;
    if (last <= writtenTo || continuity.broken.aborted) return;
    try {
      await writeAtomically(join(path, FILE), JSON.stringify({ database, events }));
      writtenTo = last;
    } catch {
      logger.warn({ file: FILE }, 'The last events that were read could not be saved in the data directory.');
    }
  };
  let work: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    work = work.then(write);
  }, WRITE_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await work;
    await write();
  };
};
