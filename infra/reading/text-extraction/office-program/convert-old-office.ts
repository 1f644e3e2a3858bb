import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { findProgram } from '../find-program.ts';
import { unreadableFile } from '../unreadable-file.ts';

/** The formats before 2007 and their conversions, with LibreOffice's import filter for exactly that format. */
const conversions = {
  doc: { to: 'docx', filter: 'MS Word 97', output: 'docx:Office Open XML Text' },
  ppt: { to: 'pptx', filter: 'MS PowerPoint 97', output: 'pptx:Impress Office Open XML' },
  xls: { to: 'xlsx', filter: 'MS Excel 97', output: 'xlsx:Calc Office Open XML' },
} as const;
export type OldFormat = keyof typeof conversions;
export type NewFormat = (typeof conversions)[OldFormat]['to'];

/** Longest time for one file: milliseconds of wall-clock time, seconds of CPU time. */
const deadline = 300_000;
const processorSeconds = 120;
/** Memory limit of the program in kilobytes, and the limit of a file that it writes in blocks of 512 bytes. */
const memoryKilobytes = 2 * 1024 * 1024;
const fileBlocks = 400 * 1024 * 2;
const maxOutput = 200 * 1024 * 1024;

/** Variables that the program needs to run: not the keys and tokens that others may hold. */
const passedOn = ['PATH', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'SystemRoot'];

const environment = (home: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  HOME: home,
  TMPDIR: home,
  // Renders without a screen, and points the proxies at a closed port so that nothing is fetched.
  SAL_USE_VCLPLUGIN: 'svp',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
});

/** The settings of a fresh profile: no macros, no links to other files, no network. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
`;

/** Runs the program under limits that the kernel enforces, and kills it with all its child processes. */
const run = (program: string, parameters: readonly string[], home: string): Promise<number | 'late'> =>
  new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    const bounds = `ulimit -t ${processorSeconds}; ulimit -v ${memoryKilobytes}; ulimit -f ${fileBlocks}; ulimit -c 0; exec "$0" "$@"`;
    const child = isWindows
      ? spawn(program, parameters, { stdio: 'ignore', env: environment(home), cwd: home })
      : spawn('/bin/sh', ['-c', bounds, program, ...parameters], {
          stdio: 'ignore',
          env: environment(home),
          cwd: home,
          // Its own process group, so that its children are killed with it.
          detached: true,
        });
    let isLate = false;
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, deadline);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      end();
      resolve(isLate ? 'late' : (code ?? 1));
    });
  });

const readOutput = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    if ((await stat(path)).size > maxOutput) throw unreadableFile('expands_too_much');
    return await readFile(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return undefined;
  }
};

/** A file system in memory, and the free space that it must have: the content of a file then never reaches a disk. */
const inMemory = '/dev/shm';
const roomNeeded = 512 * 1024 * 1024;

const chooseFolder = async (): Promise<string> => {
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= roomNeeded ? inMemory : tmpdir();
};

/**
 * Converts a file in a format before 2007 with LibreOffice: in a separate process with a deadline, limits on CPU
 * time, memory and output, a fresh profile, no macros, and no network.
 *
 * @throws Failure `office_not_installed`, `office_failed`; `timeout` if it took too long
 */
export const convertOldOffice = async (
  content: Uint8Array,
  format: OldFormat,
  path?: string,
): Promise<{ readonly content: Uint8Array; readonly format: NewFormat }> => {
  const program = await findProgram(['soffice', 'libreoffice'], path);
  if (program === undefined) throw unreadableFile('office_not_installed');
  const { to, filter, output } = conversions[format];
  const home = await mkdtemp(join(await chooseFolder(), 'anamnesis-office-'));
  try {
    const profile = join(home, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
    const file = await open(join(home, `file.${format}`), 'wx', 0o600);
    await file.writeFile(content);
    await file.close();
    const code = await run(
      program,
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        '--headless',
        '--invisible',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
        '--nofirststartwizard',
        `--infilter=${filter}`,
        '--convert-to',
        output,
        '--outdir',
        home,
        join(home, `file.${format}`),
      ],
      home,
    );
    if (code === 'late')
      throw new Failure(
        failure('timeout', 'LibreOffice did not open the file in time. It will be tried again.', {
          component: 'text-extraction',
          details: { reason: 'out_of_time' },
        }),
      );
    const converted = await readOutput(join(home, `file.${to}`));
    if (converted === undefined) throw unreadableFile('office_failed', { code });
    return { content: converted, format: to };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
