import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

// A lock file created on one platform, or from a registry that lacked a package, omits the packages of other
// platforms; "npm ci" then refuses the whole installation, while "npm install" next to an old node_modules
// hides it.

const names = z.record(z.string(), z.string()).optional();
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      devDependencies: names,
    }),
  ),
});

const root = new URL('../../', import.meta.url);
const { packages } = lockFile.parse(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')));

/**
 * The location where the package at `from` would find `name`: next to it or in a folder above, as Node.js
 * resolves it.
 */
const isLocked = (from: string, name: string): boolean => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return true;
  if (from === '') return false;
  const above = from.lastIndexOf('/node_modules/');
  return isLocked(above === -1 ? '' : from.slice(0, above), name);
};

test('the lock file names every package, for every platform', () => {
  const needed = Object.entries(packages).flatMap(
    ([from, { dependencies, optionalDependencies, devDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies, ...(from === '' ? devDependencies : {}) }).map(
        (name) => ({
          from,
          name,
        }),
      ),
  );
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter(({ from, name }) => !isLocked(from, name))).toEqual([]);
});

test('the lock file has the version of the program', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')));
  expect(packages['']?.version).toBe(version);
});
