import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedDatabase } from '../../app/start-checks/open-embedded-database.ts';
import { isCopiedDatabase } from '../../infra/installation/data-directory/database-place.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import type { PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { inspectLog } from '../../infra/storage/event-store/inspect-log.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { type Logger, silentLogger } from '../../ports/logger.ts';
import { count, testRegistry } from '../support/events.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import { placeMigratedDatabase } from '../support/new-database.ts';

let folder: string;
let warnings: string[];
let logger: Logger;
let opened: PgliteDatabase[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-copied-'));
  warnings = [];
  opened = [];
  logger = { ...silentLogger, warn: (_details, message) => void warnings.push(message ?? '') };
});
afterEach(async () => {
  for (const database of opened) await database.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (directory: DataDirectory): Promise<PgliteDatabase> => {
  const database = await openEmbeddedDatabase(directory, { sync: 'off', logger });
  opened.push(database);
  return database;
};

/** A data directory whose database is open, and a function that appends events to its log. */
const openOriginal = async () => {
  const path = join(folder, 'original');
  await placeMigratedDatabase(path);
  const directory = await openDataDirectory(path);
  const database = await open(directory);
  const store = await createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
    logger: silentLogger,
  });
  let n = 0;
  const append = async (events: number): Promise<void> => {
    for (const end = n + events; n < end; n += 1) await store.append(`query-${n}`, [count(n)], 'no-stream');
  };
  return { directory, database, append, close: () => store.close() };
};

describe('a data directory that was copied while a server wrote to it', () => {
  it('is refused, and refused again, when a checkpoint during the copying left a gap in the log', async () => {
    const { directory, database, append, close } = await openOriginal();
    const path = join(folder, 'copy');
    await append(10);
    await cp(join(directory.database, 'base'), join(path, 'database', 'base'), { recursive: true });
    await append(10);
    await database.query('checkpoint');
    await append(10);
    for (const name of await readdir(directory.database))
      if (name !== 'base')
        await cp(join(directory.database, name), join(path, 'database', name), { recursive: true });
    await cp(join(directory.path, 'database-place'), join(path, 'database-place'));
    await close();

    const copy = await openDataDirectory(path);
    for (let attempt = 1; attempt <= 2; attempt += 1)
      await expect(open(copy)).rejects.toThrow(
        /^The data directory \S+copy was copied while a server wrote to it, and the copy is unusable: .*"npx anamnesis backup <folder>"/,
      );
    expect(warnings).toEqual([]);
  });

  it('opens with its whole log and a warning when nothing is missing, and from then on like any other', async () => {
    const { directory, append, close } = await openOriginal();
    await append(10);
    await cp(directory.path, join(folder, 'copy'), { recursive: true });
    await append(10);
    await close();

    const copy = await openDataDirectory(join(folder, 'copy'));
    const database = await open(copy);
    expect(await inspectLog(database)).toMatchObject({ events: 10 });
    expect(warnings).toEqual([expect.stringContaining('read models may lack rows')]);
    expect(await isCopiedDatabase(copy)).toBe(false);
  });
});

describe('a data directory that was moved or copied while no server ran', () => {
  it('opens without a warning', async () => {
    const { directory, database, append, close } = await openOriginal();
    await append(1);
    await close();
    await database.close();
    opened = [];
    await cp(directory.path, join(folder, 'copy'), { recursive: true });
    await rename(directory.path, join(folder, 'moved'));

    const moved = await openDataDirectory(join(folder, 'moved'));
    expect(await isCopiedDatabase(moved)).toBe(false);
    const copy = await openDataDirectory(join(folder, 'copy'));
    expect(await isCopiedDatabase(copy)).toBe(true);
    expect(await inspectLog(await open(copy))).toMatchObject({ events: 1 });
    expect(warnings).toEqual([]);
  });
});
