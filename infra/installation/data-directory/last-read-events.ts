import { join } from 'node:path';
import { z } from 'zod';
import type { LogContinuity, SeenEvent } from '../../../ports/log-continuity.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { DataDirectory } from './open-data-directory.ts';
import { readIfThere, writeAtomically } from './small-files.ts';

const FILE = 'last-read-events.json';
/** So many tell which positions were lost; a replica lags by less. */
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
 * The events of a database that nodes with this data directory read last, before they were stopped. None where the file is
 * missing, damaged, or about another database: it is only a memory.
 */
export const readLastEvents = async (
  { path }: DataDirectory,
  database: string,
): Promise<readonly SeenEvent[]> => {
  const text = await readIfThere(join(path, FILE));
  const found = text === undefined ? undefined : parsed(text);
  return found?.database === database ? found.events : [];
};

/**
 * Keeps them in a file, written every few seconds while they change and once more in the end, so that a node notices at
 * its next start that the database was restored meanwhile. Answers how to stop.
 */
export const keepLastEvents = (
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
      logger.warn({ file: FILE }, 'The events that were read last could not be noted in the data directory.');
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
