import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { runCliInProcess, startCliInProcess } from '../../support/cli-in-process.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../support/embedding-server.ts';
import { until } from '../../support/log-harness.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';

const builtin = createLocalEmbedder().model.name;
const apiKey = 'sk-command-line-secret';

describe('changing the embedding model on the command line', () => {
  const pace = { dimensions: 16, latency: 0 };
  let endpoint: EmbeddingServer;
  let server: InProcess;
  const cli = (...words: string[]): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: server.dataDir, COLUMNS: '220' });
  const show = async (): Promise<string> => (await cli('embedding', 'show')).out;

  beforeAll(async () => {
    endpoint = await startEmbeddingServer(pace);
    server = await startInProcess({
      environment: {
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_BASE_URL: endpoint.baseUrl,
        EMBEDDING_MODEL: 'test-model',
        EMBEDDING_DIMENSIONS: '16',
        EMBEDDING_API_KEY: apiKey,
      },
    });
    expect(await cli('embedding', 'change', builtin)).toMatchObject({ code: 0 });
    const folder = join(server.dataDir, 'documents');
    await mkdir(folder);
    for (const name of ['bee', 'jellyfish', 'snake', 'spider', 'tick'])
      await writeFile(join(folder, `${name}.txt`), `Treatment of a ${name} injury: clean the ${name} wound.`);
    expect(await cli('ingest', folder, '-t', 'guideline')).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await server?.dispose();
    await endpoint?.close();
  });

  it('shows both models, and marks the one in use', async () => {
    expect(await show()).toBe(`  test-model (16 dimensions)\n* ${builtin} (384 dimensions)\n`);
    expect(endpoint.texts()).toEqual([]);
  });

  it('shows its progress, here and in the list of projections, and exits when the new model serves', async () => {
    pace.latency = 1500;
    const changing = startCliInProcess(['embedding', 'change', 'test-model'], { DATA_DIR: server.dataDir });
    await until('the change has begun', () => changing.err().includes('Changing to test-model'));
    const list = await cli('projections', 'list');
    expect(list.out).toMatch(/^search .+ \d+ % \(\d of 5 documents embedded with test-model\)$/m);
    pace.latency = 0;
    const changed = await changing.finished;
    expect(changed).toMatchObject({
      code: 0,
      out: 'Search now uses test-model.\n',
    });
    const steps = [...changed.err.matchAll(/^Changing to test-model: (\d) of 5 documents$/gm)].map(
      ([, done]) => Number(done),
    );
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual([...new Set(steps)].toSorted((one, other) => one - other));

    expect(await show()).toBe(`* test-model (16 dimensions)\n  ${builtin} (384 dimensions)\n`);
    const asked = endpoint.received.length;
    const found = await cli('search', 'how is a tick wound cleaned?');
    expect(found.code).toBe(0);
    expect(found.out).toContain('tick');
    expect(endpoint.received.length).toBeGreaterThan(asked);
  });

  it('reverts without embedding anything', async () => {
    const asked = endpoint.received.length;
    const reverted = await cli('embedding', 'revert');
    expect(reverted).toMatchObject({
      code: 0,
      out: `Search now uses ${builtin}.\n`,
    });
    expect(await show()).toBe(`  test-model (16 dimensions)\n* ${builtin} (384 dimensions)\n`);
    expect(endpoint.received.length).toBe(asked);
  });

  it('immediately suggests a fix when the service refuses, while the earlier model keeps serving', async () => {
    const added = await cli('ingest', join(import.meta.dirname, '../../../README.md'), '-t', 'note');
    expect(added.code).toBe(0);
    endpoint.state.always = { do: 'refuse', status: 401, body: apiKey };
    const asked = endpoint.received.length;
    const refused = await cli('embedding', 'change', 'test-model');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(
      /The model was not changed: .* refused the API key \(401\)\. Check EMBEDDING_API_KEY/,
    );
    expect(refused.err).toContain('The previous model stays in use.');
    // Several requests for a book may be in progress; none is repeated.
    expect(endpoint.received.length - asked).toBeLessThanOrEqual(4);
    expect(await show()).toContain(`* ${builtin} (384 dimensions)\n`);
    expect(`${refused.out}${refused.err}${server.logLines.join('')}`).not.toContain(apiKey);

    delete endpoint.state.always;
    const changed = await cli('embedding', 'change', 'test-model');
    expect(changed).toMatchObject({ code: 0, out: 'Search now uses test-model.\n' });
  });

  it('refuses a model that is not configured, or is already in use', async () => {
    const unknown = await cli('embedding', 'change', 'gpt');
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toContain('test-model');
    const same = await cli('embedding', 'change', 'test-model');
    expect(same.code).not.toBe(0);
  });
});
