import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { moveFiles } from '../../../../app/migrate-installation/move-files.ts';
import type { CopyProgress } from '../../../../infra/storage/blob-store/copy-blobs.ts';
import { openBlobs } from '../../../../infra/storage/opened-blobs/open-blobs.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';
import { mountSmallVolume } from '../../../support/small-volume.ts';

const FILES = 12;
const BYTES = 200_000;
const never = new AbortController().signal;

describe('moving the files of an installation', () => {
  let dataDir: string;
  let target: string;

  const dataDirectory = (path: string) => ({ path, blobs: join(path, 'blobs') });
  const move = (
    mode: 'move' | 'dry-run' | 'verify-only',
    to = target,
    onProgress: (progress: CopyProgress & { readonly total: number }) => void = () => {},
  ) =>
    moveFiles({
      configuration: { dataDir },
      to,
      option: '--to',
      mode,
      logger: silentLogger,
      onProgress,
      signal: never,
    });
  const open = (path: string) =>
    openBlobs({
      dataDirectory: dataDirectory(path),
      alone: false,
      logger: silentLogger,
      metrics: silentMetrics,
    });

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-files-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    dataDir = join(folder, 'data');
    target = join(folder, 'target');
    for (const path of [dataDir, target]) await mkdir(join(path, 'blobs'), { recursive: true });
    const { store, place, close } = await open(dataDir);
    for (let n = 0; n < FILES; n += 1) await store.putBytes(randomBytes(BYTES));
    await place.writeOnce('identity', '0197a3f0-0000-7000-8000-000000000000\n');
    close();
  });

  it('lists the files to copy, copies them with progress, and finds nothing left when repeated', async () => {
    expect(await move('dry-run')).toMatchObject({ copied: FILES, there: 0, bytes: FILES * BYTES });
    const shown: number[] = [];
    const first = await move('move', target, ({ copied, total }) => void shown.push(copied / total));
    expect(first).toMatchObject({ copied: FILES, there: 0, bytes: FILES * BYTES });
    expect(shown).toHaveLength(FILES);
    expect(shown.at(-1)).toBe(1);
    expect(await move('move')).toMatchObject({ copied: 0, there: FILES });
    expect(await move('verify-only')).toMatchObject({ there: FILES });
  });

  it('finds missing files, and files whose content does not match their name', async () => {
    await expect(move('verify-only')).rejects.toThrow('is missing at the target');
    await move('move');
    const { store, close } = await open(target);
    const [one] = await Array.fromAsync(store.list());
    close();
    const sha256 = one?.sha256 ?? '';
    const entries = await readdir(join(target, 'blobs'), { recursive: true });
    const path = entries.find((name) => name.endsWith(sha256));
    await rm(join(target, 'blobs', path ?? ''), { force: true });
    await writeFile(join(target, 'blobs', path ?? ''), randomBytes(BYTES));
    await expect(move('verify-only')).rejects.toThrow(`The stored file ${sha256} is damaged`);
  });

  it('reports a full target disk, and resumes when there is room', async (context) => {
    const volume = await mountSmallVolume(16);
    if (!volume) return context.skip();
    await using disk = volume;
    await disk.fill(5 * BYTES);
    const there = join(disk.path, 'data');
    await mkdir(join(there, 'blobs'), { recursive: true });
    await expect(move('move', there)).rejects.toThrow(/space/);
    await disk.empty();
    const { copied, there: found } = await move('move', there);
    expect(copied + found).toBe(FILES);
    expect(copied).toBeGreaterThan(0);
    expect(await move('verify-only', there)).toMatchObject({ there: FILES });
  });
});
