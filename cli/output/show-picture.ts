import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { inlinePicture } from './inline-picture.ts';

/** How long a viewer has to read the picture, in milliseconds; then it is removed, because it can contain PHI. */
const KEPT_MS = 10_000;

/** The command that opens a file with its default program. */
const opener = (): readonly [command: string, ...parameters: string[]] => {
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open'];
};

const openFile = (file: string): Promise<void> => {
  const [command, ...parameters] = opener();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...parameters, file], { stdio: 'ignore', detached: true });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (cause) =>
      reject(
        new CliError(`No program was found to show the picture (${command}).`, {
          hint: 'Add "--output page.png" to the command to write the picture to a file.',
          cause,
        }),
      ),
    );
  });
};

/**
 * Shows a PNG: unchanged if results go to a file or pipe, inline if the terminal supports images, and otherwise in the
 * desktop's viewer, from a temporary file that only its owner may read.
 *
 * @throws CliError when there is no viewer
 */
export const showPicture = async (
  image: Uint8Array,
  { terminal, environment, signal }: Pick<CliRun, 'terminal' | 'environment' | 'signal'>,
): Promise<void> => {
  if (!terminal.onScreen) {
    terminal.results.write(image);
    return;
  }
  const inline = inlinePicture(image, environment);
  if (inline !== undefined) {
    terminal.results.write(`${inline}\n`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-page-'));
  try {
    const file = join(folder, 'page.png');
    await writeFile(file, image, { mode: 0o600 });
    await openFile(file);
    await pause(KEPT_MS, undefined, { signal }).catch(() => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
