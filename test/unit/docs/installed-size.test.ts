import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

/** The bytes of a file or folder on disk; a file with several hard links counts once. */
const bytesOf = (path: string, seen: Set<number>): number => {
  const stats = lstatSync(path);
  if (seen.has(stats.ino)) return 0;
  seen.add(stats.ino);
  const own = stats.blocks * 512;
  if (!stats.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name), seen), own);
};

const packagesBytes = (): { readonly all: number; readonly withoutDev: number; readonly least: number } => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const seen = new Set<number>();
  const sizes = { all: 0, withoutDev: 0, least: 0 };
  const topLevel = Object.entries(packages).filter(([path]) => path.split('node_modules/').length === 2);
  for (const [path, { dev, optional, devOptional }] of topLevel) {
    const folder = join(root, path);
    // Packages for other platforms are locked, but not installed.
    if (!existsSync(folder)) continue;
    const bytes = bytesOf(folder, seen);
    sizes.all += bytes;
    if (dev) continue;
    sizes.withoutDev += bytes;
    if (!optional && !devOptional) sizes.least += bytes;
  }
  return sizes;
};

const MEGABYTE = 1024 * 1024;

test('the README states the size of an installation within a tenth', () => {
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `npm ci([^`]*)` \| (\d+) MB \|/gm);
  const said = Object.fromEntries(
    [...rows].map(([, words = '', megabytes]) => [words.trim(), Number(megabytes)]),
  );
  const { all, withoutDev, least } = packagesBytes();
  const measured = { '': all, '--omit=dev': withoutDev, '--omit=dev --omit=optional': least };
  for (const [words, bytes] of Object.entries(measured)) {
    const megabytes = bytes / MEGABYTE;
    expect(said[words], `npm ci ${words} takes ${megabytes.toFixed(0)} MB`).toBeGreaterThan(megabytes * 0.9);
    expect(said[words], `npm ci ${words} takes ${megabytes.toFixed(0)} MB`).toBeLessThan(megabytes * 1.1);
  }
});

test('an installation needs less than 500 MB, including the packages that build the web console', () => {
  expect(packagesBytes().all / MEGABYTE).toBeLessThan(500);
});
