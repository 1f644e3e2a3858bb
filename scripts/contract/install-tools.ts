import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The linters and generators with their lock file. */
const source = join(import.meta.dirname, 'tools');
const manifests = ['package.json', 'package-lock.json'] as const;

/** npm's errors when the registry does not answer; any other failure is our own fault. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|E50[234])\b/;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const outputOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);

/**
 * Installs the pinned tools outside the project, once per lock file: together they are six times as large as a dependency
 * may be.
 *
 * @returns the folder of the tools, or the reason when they are missing and the registry does not answer
 */
export const installTools = async (): Promise<{ readonly folder: string } | { readonly missing: string }> => {
  const lock = await readFile(join(source, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const parent = join(cache, 'anamnesis');
  const folder = join(parent, `contract-tools-${digest}`);
  if (await isThere(folder)) return { folder };
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    for (const name of manifests) await copyFile(join(source, name), join(unfinished, name));
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--fetch-retries=1'];
    await run('npm', ['ci', ...options], { cwd: unfinished });
    // Another process may have installed the same tools first.
    await rename(unfinished, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
    return { folder };
  } catch (error) {
    const code = unreachable.exec(outputOf(error))?.[0];
    if (code === undefined) throw error;
    return { missing: `the package registry cannot be reached (${code})` };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};
