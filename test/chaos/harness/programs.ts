import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const MODULES = 'node_modules';
const left = new Set(['.git', 'test', 'data']);
/** Milliseconds for installing the packages of another revision. */
const INSTALL_MS = 300_000;

const useModules = (folder: string): Promise<void> => symlink(join(root, MODULES), join(folder, MODULES));

/** Provides the packages of a program's lockfile: ours when they are the same, otherwise installed for it. */
const usePackagesOf = async (folder: string): Promise<void> => {
  const [theirs, ours] = await Promise.all(
    [folder, root].map((program) => readFile(join(program, 'package-lock.json'), 'utf8')),
  );
  if (theirs === ours) return useModules(folder);
  // It runs on this Node.js, so it needs neither its own Node.js package nor the install scripts of packages.
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['ci', ...flags], { cwd: folder, timeout: INSTALL_MS });
};

/** The program at a revision; undefined when this checkout lacks it. */
export const checkOutProgram = async (folder: string, revision: string): Promise<string | undefined> => {
  try {
    await run('git', ['-C', root, 'cat-file', '-e', `${revision}^{commit}`]);
  } catch {
    return undefined;
  }
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await run('git', ['-C', root, 'archive', '--output', archive, revision]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await usePackagesOf(folder);
  return folder;
};

/** Projections whose folds differ in the next program. */
const refolded = ['projections/queries/projection.ts', 'projections/documents/projection.ts'];

/** The next program: this one with newer versions of some folds. */
export const makeNextProgram = async (folder: string): Promise<string> => {
  await cp(root, folder, {
    recursive: true,
    filter: (path) => {
      const parts = relative(root, path).split(sep);
      return !left.has(parts[0] ?? '') && !parts.includes(MODULES);
    },
  });
  await useModules(folder);
  for (const file of refolded) {
    const path = join(folder, file);
    const source = await readFile(path, 'utf8');
    const newer = source.replace(/^( +version: )(\d+),$/m, (_, name: string, version: string) => {
      return `${name}${Number(version) + 1},`;
    });
    if (newer === source) throw new Error(`${file} has no version to raise.`);
    await writeFile(path, newer);
  }
  return folder;
};
