import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../support/log-harness.ts';
import { serverOnTerminal, terminals } from '../support/on-terminal.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { programArguments } from '../support/program-arguments.ts';
import { startProgram } from '../support/run-cli.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { compileCache } from '../support/test-cache.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-server-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The message in the only line of piped output. */
const messageIn = (output: string): unknown => {
  expect(output).toMatch(/^[^\n]+\n$/);
  return (JSON.parse(output) as { readonly message: unknown }).message;
};

describe('a server that cannot start', () => {
  it('reports an unknown flag in one line', async () => {
    const { code, out, err } = await startProgram('app/main.ts', ['--start-emtpy'], {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
    }).finished;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const said = messageIn(err);
    expect(said).toMatch(/^Anamnesis could not start\. [^\n]+$/);
    expect(said).toContain("Unknown option '--start-emtpy'");
    expect(said).toContain('See "npm start -- --help"');
  });

  const canDropRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!canDropRoot)
    process.stdout.write('Not root on Linux: the test of a start without permissions is skipped.\n');
  it.runIf(canDropRoot)('reports a missing write permission, or a forbidden port', async () => {
    const asUser = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
      const child = spawn(process.execPath, programArguments('app/main.ts'), {
        cwd: root,
        // The id of an unprivileged user on Linux.
        uid: 65_534,
        gid: 65_534,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let err = '';
      child.stderr.on('data', (part: Buffer) => {
        err += part.toString();
      });
      await once(child, 'close');
      return messageIn(err);
    };
    await mkdir(dataDir, { mode: 0o700 });
    expect(await asUser({})).toMatch(/^Anamnesis could not start\. The data directory \S+ cannot be .*$/);
    expect(await asUser({ PORT: '80' })).toMatch(
      /^Anamnesis could not start\. Port 80 may not be opened by this user: .*$/,
    );
  });
});

describe('a server asked to stop', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('by %s while it is starting exits immediately, on its own', async (signal, code) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = spawn(process.execPath, programArguments('app/main.ts'), {
      cwd: root,
      env: {
        ...compileCache,
        DATA_DIR: dataDir,
        PORT: '0',
        DATABASE_URL: `postgres://anna@127.0.0.1:${port}/clinic`,
      },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const [connection] = await once(silent, 'connection');
    child.kill(signal);
    // Not terminated by the signal itself, which the first process of a container would ignore.
    expect(await exited).toEqual([code, null]);
    connection.destroy();
  });
});

/** The number of occurrences of a text in another, ignoring line breaks. */
const timesIn = (output: string, text: string): number =>
  output.replace(/\s+/g, ' ').split(text.replace(/\s+/g, ' ')).length - 1;

describe('a piped server that other machines can reach without TLS, with a hung receiver of traces', () => {
  // One process: each test continues where the previous one stopped.
  let place: string;
  let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let server: ServerProcess;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'anamnesis-server-'));
    receiver = await startOtlpReceiver();
    receiver.state.answer = 'hang';
    server = await startServerProcess(join(place, 'data'), {
      HOST: '0.0.0.0',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    });
  });
  afterAll(async () => {
    await server?.kill();
    await receiver[Symbol.asyncDispose]();
    await rm(place, { recursive: true, force: true });
  });

  it('first logs in JSON lines that it starts, each warning once, and nothing of a database server', async () => {
    await until('the server has announced its data directory', () =>
      server.output().includes('Data directory: '),
    );
    const first: unknown = JSON.parse(server.output().split('\n')[0] ?? '');
    expect(first).toMatchObject({
      level: 'info',
      message: expect.stringMatching(/^Starting Anamnesis \S+ …$/),
    });
    expect(timesIn(server.output(), 'WITHOUT TLS')).toBe(1);
    expect(timesIn(server.output(), 'The master key is next to')).toBe(1);
  });

  it('still exits at SIGTERM', async () => {
    expect((await server.fetch('/api/documents')).status).toBe(200);
    await until('the receiver was called', () => receiver.headers.length > 0);
    expect(await server.stop()).toBe(0);
    // Nor did the receiver's time-out end it, which is reported as a failure.
    expect(server.output()).not.toContain('Trace spans could not be sent');
    // Nothing was logged twice until its end.
    expect(timesIn(server.output(), 'WITHOUT TLS')).toBe(1);
    expect(timesIn(server.output(), 'The master key is next to')).toBe(1);
    expect(server.output()).not.toContain('database server');
    const lines = server.output().trimEnd().split('\n');
    for (const line of lines)
      expect(JSON.parse(line), line).toMatchObject({
        level: expect.any(String),
        message: expect.any(String),
      });
    expect(lines.at(-1)).toContain('"Stopped."');
  });
});

it('a server that other machines can reach without TLS stops in order even when its output is no longer read', async () => {
  const server = await startServerProcess(dataDir, { HOST: '0.0.0.0' });
  onTestFinished(() => server.kill());
  await expect.poll(server.output).toContain('WITHOUT TLS');
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();
  expect(await server.stop()).toBe(0);
});

it('a server whose terminal is closed stops in order, although it is notified repeatedly', async () => {
  const server = await startServerProcess(dataDir);
  onTestFinished(() => server.kill());
  const exited = once(server.process, 'exit');
  server.process.kill('SIGHUP');
  await expect.poll(server.output).toContain('Stopping: finishing work in progress');
  server.process.kill('SIGHUP');
  expect(await exited).toEqual([0, null]);
  expect(server.output()).toContain('"Stopped."');
});

it('a server whose log level excludes warnings still prints each of them once', async () => {
  const server = await startServerProcess(dataDir, { HOST: '0.0.0.0', LOG_LEVEL: 'error' });
  await server.stop();
  expect(timesIn(server.output(), '"message":"HOST 0.0.0.0 lets other machines connect WITHOUT TLS')).toBe(1);
  expect(timesIn(server.output(), 'The master key is next to')).toBe(1);
});

describe('a server on a terminal', () => {
  if (!terminals)
    process.stdout.write('There is no "script" here: the test of the log on a terminal is skipped.\n');
  it.runIf(terminals)('writes text, each warning once', async () => {
    const output = await serverOnTerminal(dataDir, /Data directory:/, { HOST: '0.0.0.0', NO_COLOR: '1' });
    expect(output).toMatch(/^Starting Anamnesis \S+ …\r\n/);
    expect(output).not.toContain('{"level"');
    expect(output).toMatch(/^\d\d:\d\d:\d\d WARN {2}HOST 0\.0\.0\.0 lets other machines connect/m);
    expect(timesIn(output, 'WITHOUT TLS')).toBe(1);
    expect(timesIn(output, 'The master key is next to')).toBe(1);
    expect(output).not.toContain('\u001b');
  });
});
