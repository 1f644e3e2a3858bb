import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluationSchema } from '../../eval/evaluation.ts';
import { runEvalCommand } from '../../eval/run-eval-command.ts';
import { openCliRun } from '../../support/cli-in-process.ts';
import { fewQuestions } from '../../support/few-questions.ts';

const evaluate = async (...words: string[]) => {
  const { cli, out, err } = openCliRun({});
  const code = await runEvalCommand(words, cli, fewQuestions);
  return { code, out: out(), err: err() };
};

describe('measuring retrieval on a corpus of the project', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-eval-corpus-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('prints the whole and plain BM25 one below the other, with the difference', async () => {
    const json = join(folder, 'figures.json');
    const { out } = await evaluate('--corpus', 'hospital-texts', '--limit-documents', '3', '--json', json);
    expect(out).toMatch(/^CATEGORY +SEARCH +success@1 +success@3 +recall@10 +MRR@10 +nDCG@10$/m);
    expect(out).toMatch(
      /^all +the whole(?: +[01]\.\d{3}){5}\n +plain BM25(?: +[01]\.\d{3}){5}\n +difference /m,
    );
    const { collection, documents, failed, plainBm25, queries } = evaluationSchema.parse(
      JSON.parse(await readFile(json, 'utf8')),
    );
    expect({ collection, documents, failed }).toEqual({
      collection: 'hospital-texts',
      documents: 3,
      failed: [],
    });
    expect(plainBm25?.queries.map(({ id }) => id)).toEqual(queries.map(({ id }) => id));
    expect(plainBm25?.figures.all?.questions).toBe(queries.length);
  });
});

describe('measuring the PHI detector', () => {
  it('prints its findings in notes, and its false alarms in clean questions', async () => {
    const { code, out } = await evaluate('--phi', '--seed', '7');
    expect(code).toBe(0);
    expect(out).toContain('100 notes about invented people (seed 7)');
    expect(out).toMatch(/^\d+ of \d+ clean questions flagged/m);
  });
});
