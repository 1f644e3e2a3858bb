import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Whether this machine has a Redis server; `.ci/start-redis` installs one. */
export const hasRedisServer = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stdout.write('There is no redis-server here: the tests against Redis are skipped.\n');
    return false;
  }
};

/** A Redis server owned by one test. */
export type OwnRedis = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Makes it hang: it accepts connections and answers nothing. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Restarts it at the same address, empty. */
  readonly start: () => Promise<void>;
};

/** Starts a server, with further settings as on its command line. */
export const startOwnRedis = (...settings: readonly string[]): Promise<OwnRedis> =>
  startListening('redis', (port) => ['--port', `${port}`, ...settings]);

/** Starts a server that accepts only TLS, with the certificate and key in these files. */
export const startTlsRedis = (certFile: string, keyFile: string): Promise<OwnRedis> =>
  startListening('rediss', (port) => [
    ...['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', certFile, '--tls-key-file', keyFile],
  ]);

const startListening = async (
  scheme: 'redis' | 'rediss',
  settingsOn: (port: number) => readonly string[],
): Promise<OwnRedis> => {
  const folder = await mkdtemp(join(tmpdir(), 'own-redis-'));
  const port = await freePort();
  const run = async () => {
    const child = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no', ...settingsOn(port)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    for await (const part of child.stdout) {
      said += `${part}`;
      if (said.includes('Ready to accept connections')) break;
    }
    if (!said.includes('Ready to accept connections'))
      throw new Error(`The Redis server exited during its start:\n${said}`);
    child.stdout.resume();
    return child;
  };
  let child = await run();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    kill,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    start: async () => {
      child = await run();
    },
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
