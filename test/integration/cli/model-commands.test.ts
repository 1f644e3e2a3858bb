import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { startModelHub } from '../../support/model-hub-server.ts';
import type { CliResult } from '../../support/run-cli.ts';

describe('language models on the command line', () => {
  let dataDir: string;
  const cli = (...words: string[]): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: dataDir, COLUMNS: '80' });
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-cli-models-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('are listed with their prices, within 80 columns', async () => {
    const { code, out } = await cli('models', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^minilm +absent +90\.9 MB/m);
    expect(out).toMatch(/^reranker +absent +91\.7 MB/m);
    expect(out).toMatch(/^names +absent +138 MB/m);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const listed = JSON.parse((await cli('models', 'list', '--json')).out);
    expect(listed[0]).toMatchObject({ model: 'sentence-transformers/all-MiniLM-L6-v2', state: 'absent' });
  });

  it('are refused when unknown, with the list of known ones', async () => {
    const { code, err } = await cli('models', 'install', 'gpt');
    expect(code).toBe(2);
    expect(err).toContain('minilm, reranker, names');
  });

  it('are not installed when the hub has other files, and the message suggests a remedy', async () => {
    await using hub = await startModelHub(
      new Map([
        [
          '/sentence-transformers/all-MiniLM-L6-v2/resolve/1110a243fdf4706b3f48f1d95db1a4f5529b4d41/config.json',
          Buffer.from('{}'),
        ],
      ]),
    );
    const { code, err } = await cli('models', 'install', 'minilm', '--hub', hub.url.href);
    expect(code).toBe(1);
    expect(err).toContain('config.json is not the file');
    expect(err).toContain('--from <folder>');
    expect(await readdir(join(dataDir, 'models'))).toEqual(['sentence-transformers']);
  });

  it('are rejected when the given folder does not contain them', async () => {
    const { code, err } = await cli('models', 'install', 'reranker', '--from', dataDir);
    expect(code).toBe(1);
    expect(err).toContain('There is no config.json');
    expect(err).toContain('onnx/model.onnx');
  });
});
