import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const guard = join(root, 'scripts/require-node.cjs');

/** Runs only the guard, as another version of Node.js. */
const asNode = (version: string, file = guard): Promise<{ readonly code: unknown; readonly err: string }> =>
  new Promise((resolve) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require(${JSON.stringify(file)});`;
    execFile(process.execPath, ['-e', pretend], (error, _out, err) =>
      resolve({ code: error === null ? 0 : error.code, err }),
    );
  });

describe('a program started by the wrong Node.js', () => {
  it('names the required version and its source, when the running one is too old', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-without-node-'));
    await copyFile(guard, join(folder, 'guard.cjs'));
    const { code, err } = await asNode('20.20.2', join(folder, 'guard.cjs'));
    await rm(folder, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(err).toBe(
      'Anamnesis needs Node.js 24 or later and was started with 20.20.2.\n' +
        'It includes one: install it with "npm ci", without --omit=optional and with install scripts enabled.\n',
    );
  });

  it('names the bundled Node.js, when it is installed', async () => {
    const { code, err } = await asNode('20.20.2');
    expect(code).toBe(1);
    expect(err).toContain(`run ${join(root, 'node_modules/node/bin/node')} instead`);
  });

  it('starts when the version is new enough', async () => {
    expect(await asNode('24.0.0')).toEqual({ code: 0, err: '' });
    expect(await asNode('26.1.0')).toEqual({ code: 0, err: '' });
  });

  it('checks the version before anything else, in every program', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    for (const name of ['start', 'dev', 'cli', 'bench', 'chaos', 'eval'])
      expect(scripts[name]).toMatch(/^node --require \.\/scripts\/require-node\.cjs /);
  });
});

const program = join(root, 'bin/anamnesis.cjs');

/** Runs `anamnesis` in an unrelated folder. */
const runProgram = (
  words: readonly string[],
  {
    node = [program],
    environment = {},
  }: { node?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...node, ...words],
      { cwd: tmpdir(), env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } },
      (error, out, err) => resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });

describe('the program "anamnesis"', () => {
  it('is the command line, from any folder and through a link', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-link-'));
    try {
      const link = join(folder, 'anamnesis');
      await symlink(program, link);
      const linked = await runProgram(['--version'], { node: [link] });
      expect(linked).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
      expect(await runProgram(['--version'])).toEqual(linked);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('runs on the bundled Node.js when an older one is first on the path', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } }); process.argv.splice(1, 0, ''); require(${JSON.stringify(program)});`;
    const { code, out, err } = await runProgram(['nonsense'], { node: ['-e', older] });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('There is no command "npx anamnesis nonsense"');
  });

  it('looks for the data in the npm installation, not in the current folder', async () => {
    const found = { npm_package_name: 'anamnesis', npm_package_json: '/nowhere/package.json' };
    const { code, err } = await runProgram(['jobs'], { environment: found });
    expect(code).toBe(1);
    expect(err).toContain('There is no data directory at /nowhere/data ');
  });

  it('looks in DATA_DIR when it is set', async () => {
    const { code, err } = await runProgram(['jobs'], { environment: { DATA_DIR: '/elsewhere' } });
    expect(code).toBe(1);
    expect(err).toContain('There is no data directory at /elsewhere ');
  });
});

describe('the compile cache of Node.js', () => {
  /** The compile cache of an installation that is not writable, given the user's cache folder. */
  const folderOf = (installation: string, cache: string, before = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const copy = JSON.stringify(join(installation, 'scripts/require-node.cjs'));
      const script = `${before}; require(${copy}); console.log(require('node:module').getCompileCacheDir() ?? 'none')`;
      execFile(process.execPath, ['-e', script], { env: { XDG_CACHE_HOME: cache } }, (error, out) =>
        error === null ? resolve(out.trim()) : reject(error),
      );
    });

  const noHome = "require('node:os').homedir = () => { throw new Error('There is no such user.'); }";

  const withInstallation = async (use: (installation: string, cache: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-compiled-'));
    try {
      await mkdir(join(folder, 'scripts'));
      for (const file of ['require-node.cjs', 'find-bundle.cjs'])
        await copyFile(join(root, 'scripts', file), join(folder, 'scripts', file));
      await writeFile(join(folder, 'node_modules'), 'No folder can be made in this.');
      await mkdir(join(folder, 'cache'));
      await use(folder, join(folder, 'cache'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  it('belongs to the user when the installation is not writable', () =>
    withInstallation(async (installation, cache) => {
      expect(await folderOf(installation, cache)).toContain(join(cache, 'anamnesis/compiled'));
    }));

  it.each(['777', '1777', '770'])('is never a folder to which others can add files: mode %s', (mode) =>
    withInstallation(async (installation, cache) => {
      await mkdir(join(cache, 'anamnesis/compiled'), { recursive: true });
      await chmod(join(cache, 'anamnesis/compiled'), Number.parseInt(mode, 8));
      expect(await folderOf(installation, cache)).toBe('none');
    }),
  );

  it('is never below a world-writable folder', () =>
    withInstallation(async (installation, cache) => {
      await chmod(cache, 0o777);
      expect(await folderOf(installation, cache)).toBe('none');
      // Like /tmp: no user can replace files of another there.
      await chmod(cache, 0o1777);
      expect(await folderOf(installation, cache)).toContain(cache);
    }));

  it.runIf(process.getuid?.() === 0)('is never a folder created by another user', () =>
    withInstallation(async (installation, cache) => {
      await mkdir(join(cache, 'anamnesis/compiled'), { recursive: true });
      await chown(join(cache, 'anamnesis/compiled'), 54_321, 54_321);
      expect(await folderOf(installation, cache)).toBe('none');
    }),
  );

  it('is not resolved relative to the current folder', () =>
    withInstallation(async (installation, cache) => {
      expect(await folderOf(installation, relative(process.cwd(), cache), noHome)).toBe('none');
    }));

  it('is absent, and the program works, for a user without a home', () =>
    withInstallation(async (installation) => {
      expect(await folderOf(installation, '', noHome)).toBe('none');
    }));
});
