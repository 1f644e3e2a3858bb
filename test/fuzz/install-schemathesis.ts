import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const requirements = join(import.meta.dirname, 'requirements.txt');

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Installs the program of schemathesis (https://schemathesis.io), pinned with its dependencies, into a Python
 * environment outside the project, once for each list of versions.
 *
 * @returns the reason when Python or its registry is unavailable
 */
export const installSchemathesis = async (): Promise<
  { readonly program: string } | { readonly missing: string }
> => {
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 16);
  const parent = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'anamnesis');
  const folder = join(parent, `schemathesis-${digest}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (await isThere(program)) return { program };
  await mkdir(parent, { recursive: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), [
      ...['install', '--quiet', '--disable-pip-version-check', '--retries', '1', '--no-deps'],
      ...['-r', requirements],
    ]);
    return { program };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const reason = error instanceof Error ? (error.message.split('\n').findLast(Boolean) ?? '') : '';
    return { missing: `Python or its registry is not there (${reason.slice(0, 200)})` };
  }
};
