import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { createApplication } from '../../app/create-application.ts';
import { timerStream } from '../../domain/operations/timer-decider.ts';
import { silentLogger } from '../../ports/logger.ts';
import { databaseKinds } from '../support/databases.ts';
import { collect } from '../support/events.ts';
import { until } from '../support/log-harness.ts';
import { compileCache } from '../support/test-cache.ts';

const script = join(import.meta.dirname, '../support/timer-process.ts');
const ROUNDS = 2;

/** Runs the process until it has acknowledged some timers and a moment longer, and kills it. */
const setUntilKilled = async (
  prefix: string,
  environment: Readonly<Record<string, string>>,
  moreMilliseconds: number,
): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [script, prefix], {
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const exited = once(child, 'exit');
  await until('some timers are set', () => output.split('\n').length > 5 || child.exitCode !== null);
  await new Promise((resolve) => setTimeout(resolve, moreMilliseconds));
  child.kill('SIGKILL');
  await exited;
  return output.split('\n').slice(0, -1);
};

describe.each(databaseKinds)('timers of a process killed again and again, on $name', (kind) => {
  it('all fire, each once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-timers-'));
    const opened = kind.name === 'PostgreSQL' ? await kind.open() : undefined;
    const environment = {
      DATA_DIR: dataDir,
      ...(opened?.connectionString === undefined ? {} : { DATABASE_URL: opened.connectionString }),
    };
    try {
      const acknowledged: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        acknowledged.push(...(await setUntilKilled(`round-${round}`, environment, 100 + 300 * round)));
      expect(acknowledged.length).toBeGreaterThan(ROUNDS * 4);

      const application = await createApplication({
        configuration: readConfiguration(environment),
        version: 'test',
        replace: { logger: silentLogger },
      });
      const { eventStore } = application.http;
      const typesOf = async (timerId: string) =>
        (await collect(eventStore.readStream(timerStream(timerId)))).map(({ type }) => type);
      try {
        application.start();
        for (const timerId of acknowledged)
          await until(`${timerId} has fired`, async () => (await typesOf(timerId)).length > 1);
        for (const timerId of acknowledged)
          expect(await typesOf(timerId)).toEqual(['TimerSet', 'TimerFired']);
      } finally {
        await application.stop();
      }
    } finally {
      await opened?.dispose();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
