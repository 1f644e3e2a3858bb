import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEvalCommand } from '../../eval/run-eval-command.ts';
import { openCliRun } from '../../support/cli-in-process.ts';
import { fewQuestions } from '../../support/few-questions.ts';
import { samplesFolder } from '../../support/server-in-process.ts';

const evaluate = async (...words: string[]) => {
  const { cli, out, err } = openCliRun({});
  const code = await runEvalCommand(words, cli, fewQuestions);
  return { code, out: out(), err: err() };
};

describe('an evaluation that cannot start', () => {
  let folder: string;
  let collection: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-eval-test-'));
    collection = join(folder, 'collection');
    await cp(samplesFolder, collection, { recursive: true });
    const question = {
      id: 's-001',
      query: 'stroke scale',
      category: 'assessment',
      relevant: [{ file: 'stroke-assessment.html', grade: 2 }],
    };
    await writeFile(join(collection, 'queries.jsonl'), JSON.stringify(question));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('names the invalid line of feedback', async () => {
    const feedback = join(folder, 'broken.ndjson');
    await writeFile(feedback, '{"question":"burns","docKey":null,"label":"helpful"}\n{"question":');
    const { code, out, err } = await evaluate(collection, '--feedback', feedback);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`Line 2 of ${feedback} is not a labelled pair of a feedback export.`);
  });

  it('names the missing file', async () => {
    const result = await evaluate(collection, '--baseline', join(folder, 'nowhere.json'));
    expect(result.code).toBe(1);
    expect(result.err).toContain('nowhere.json');
    expect(result.err).not.toMatch(/^\s+at /m);
  });

  it('lists the available corpora when none was named, or an unknown one', async () => {
    for (const words of [[], ['--corpus', 'poems']]) {
      const { code, err } = await evaluate(...words);
      expect(code).toBe(1);
      expect(err).toMatch(/^ {2}hospital-texts {2}/m);
    }
  });
});
