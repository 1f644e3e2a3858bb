import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const index = join(root, 'console/dist/index.html');

const isCurrent = (): boolean => {
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  const sources = globSync('{client,console/src,console/public}/**/*.*', { cwd: root });
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built);
};

/** Builds the console unless the existing build is newer than its sources. */
export const buildConsole = (): void => {
  if (isCurrent()) return;
  const words = [join(root, 'scripts/build-console.cjs')];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console could not be built: ${stderr}`);
};
