import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import type { DiskOperation } from '../support/power-loss.ts';
import { APPENDS, type RecordedAppends, recordAppends } from '../support/recorded-appends.ts';

let recorded: RecordedAppends;
beforeAll(async () => {
  recorded = await recordAppends();
});
afterAll(() => recorded[Symbol.asyncDispose]());

describe('the embedded database', () => {
  it('flushes the write-ahead log after writing each append and before answering', () => {
    const acknowledged = recorded.operations.flatMap((operation, index) =>
      operation.kind === 'mark' ? [index] : [],
    );
    expect(acknowledged).toHaveLength(APPENDS);
    const unflushed = acknowledged.filter((index) => {
      const before = recorded.operations.slice(0, index);
      const isLog = (operation: DiskOperation): boolean =>
        'path' in operation && /^pg_wal\/[0-9A-F]{24}$/.test(operation.path);
      const written = before.findLastIndex((operation) => operation.kind === 'write' && isLog(operation));
      const flushed = before.findLastIndex((operation) => operation.kind === 'sync' && isLog(operation));
      return flushed < written;
    });
    expect(unflushed).toEqual([]);
  });

  it('flushes what a checkpoint covers before updating the control file', () => {
    const controls = recorded.operations.flatMap((operation, index) =>
      operation.kind === 'write' && operation.path === 'global/pg_control' ? [index] : [],
    );
    // The first is the start, before any write.
    expect(controls.length).toBeGreaterThan(4);
    let from = 0;
    for (const control of controls) {
      const interval = recorded.operations.slice(from, control);
      const written = interval.flatMap((operation, index) =>
        operation.kind === 'write' && /^base\/\d+\/\d/.test(operation.path)
          ? [{ path: operation.path, index }]
          : [],
      );
      for (const { path, index } of written) {
        const flushed = interval.findLastIndex((other) => other.kind === 'sync' && other.path === path);
        expect(flushed, `${path} is flushed`).toBeGreaterThan(index);
      }
      from = control + 1;
    }
  });

  it('starts again after its first start was interrupted', async () => {
    const dataDir = join(recorded.folder, 'first');
    await cp(recorded.base, `${dataDir}.new`, { recursive: true });
    await rm(join(`${dataDir}.new`, 'global'), { recursive: true });
    await writeFile(join(`${dataDir}.new`, 'leftover'), '');
    const database = await openPgliteDatabase(dataDir);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    expect(await readdir(dataDir)).toContain('PG_VERSION');
    expect(await readdir(dataDir)).not.toContain('leftover');
    expect(await readdir(recorded.folder)).not.toContain('first.new');
  });
});
