import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { createApplication } from '../../app/create-application.ts';
import { awaitToolCallEnd } from '../../commands/awaiting/await-tool-call.ts';
import { silentLogger } from '../../ports/logger.ts';
import { crashingTools } from '../support/crashing-tools.ts';
import { collect } from '../support/events.ts';
import { placeNewDatabase } from '../support/new-database.ts';
import { compileCache } from '../support/test-cache.ts';

const script = join(import.meta.dirname, '../support/tool-process.ts');

/** Runs the process until it kills itself. Returns its calls. */
const runUntilKilled = (
  until: readonly ['confirmed'] | readonly ['called', string],
  effectsFile: string,
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, effectsFile, ...until],
      { env: { PATH: process.env.PATH, ...compileCache, ...environment } },
      (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve(JSON.parse(stdout));
        else reject(new Error(`The process was not killed at its point. ${stderr}`));
      },
    );
  });

it('tool calls survive kills of the process, and none that may happen once takes effect twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-tools-'));
  const effectsFile = join(dataDir, 'effects');
  await placeNewDatabase(dataDir);
  const environment = { DATA_DIR: dataDir };
  try {
    const first = await runUntilKilled(['confirmed'], effectsFile, environment);
    const second = await runUntilKilled(['called', first.confirmed ?? ''], effectsFile, environment);
    const calls: Readonly<Record<string, string>> = { ...first, ...second };
    const application = await createApplication({
      configuration: readConfiguration(environment),
      version: 'test',
      replace: { logger: silentLogger, tools: crashingTools(effectsFile, false) },
    });
    try {
      application.start();
      const { eventStore, commandServices } = application.http;
      const endOf = async (name: string) => {
        const streamId = `tool_call-${calls[name]}` as const;
        await awaitToolCallEnd({ streamId, position: 0 }, commandServices, AbortSignal.timeout(120_000));
        const types = (await collect(eventStore.readStream(streamId))).map(({ type }) => type);
        const keys = (await readFile(effectsFile, 'utf8'))
          .split('\n')
          .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
        return { types: types.slice(3), effects: keys.length, keys: new Set(keys).size };
      };
      // Confirmed, and nothing had been executed: it continues, once.
      expect(await endOf('confirmed')).toEqual({
        types: ['ToolStarted', 'ToolSucceeded'],
        effects: 1,
        keys: 1,
      });
      // Begun: the log cannot show whether the effect preceded the death of the process.
      const unknown = ['ToolStarted', 'ToolOutcomeUnknown'];
      expect(await endOf('begun')).toEqual({ types: unknown, effects: 0, keys: 0 });
      expect(await endOf('effective')).toEqual({ types: unknown, effects: 1, keys: 1 });
      // An effect that the other side executes once per key is repeated under the same key.
      expect(await endOf('repeatable')).toEqual({
        types: ['ToolStarted', 'ToolStarted', 'ToolSucceeded'],
        effects: 2,
        keys: 1,
      });
      expect(await endOf('done')).toEqual({ types: ['ToolStarted', 'ToolSucceeded'], effects: 1, keys: 1 });
    } finally {
      await application.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
