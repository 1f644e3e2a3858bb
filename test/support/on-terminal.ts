import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from './log-harness.ts';
import { placeMigratedDatabase } from './new-database.ts';
import { programArguments } from './program-arguments.ts';
import { compileCache } from './test-cache.ts';

const root = join(import.meta.dirname, '../..');

/** True when `script` is available, which runs a command on a pseudo-terminal. */
export const terminals =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/**
 * Starts the server on a terminal, stops it with Ctrl-C when the terminal shows the expected text, and returns the
 * whole output.
 */
export const serverOnTerminal = async (
  dataDir: string,
  seen: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  await placeMigratedDatabase(dataDir);
  const child = spawn(
    'script',
    ['-qec', [process.execPath, ...programArguments('app/main.ts')].join(' '), '/dev/null'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir, PORT: '0', ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const exited = once(child, 'exit');
  let over = false;
  void exited.then(() => {
    over = true;
  });
  await until('the terminal shows the expected text', () => over || seen.test(output));
  // Ctrl-C.
  if (!over) child.stdin.write('\u0003');
  await exited;
  return output;
};
