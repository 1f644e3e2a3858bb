import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { evaluationSchema } from '../../eval/evaluation.ts';
import { runEvalCommand } from '../../eval/run-eval-command.ts';
import { openCliRun } from '../../support/cli-in-process.ts';
import { fewQuestions } from '../../support/few-questions.ts';
import { samplesFolder, startInProcess } from '../../support/server-in-process.ts';

const queries = [
  {
    id: 's-001',
    query: 'pediatric epinephrine dose for anaphylaxis',
    category: 'dosing',
    relevant: [{ file: 'pediatric-anaphylaxis.pdf', grade: 2, pages: [1] }],
    answer: '0.01 mg/kg IM',
  },
  {
    id: 's-002',
    query: 'stroke scale',
    category: 'assessment',
    relevant: [{ file: 'stroke-assessment.html', grade: 2 }],
  },
];

describe('measuring retrieval', () => {
  let folder: string;
  let json: string;
  const evaluate = async (...words: string[]) => {
    const { cli, out, err } = openCliRun({});
    const code = await runEvalCommand([join(folder, 'collection'), ...words], cli, fewQuestions);
    return { code, out: out(), err: err() };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-eval-test-'));
    json = join(folder, 'figures.json');
    const collection = join(folder, 'collection');
    await cp(samplesFolder, collection, { recursive: true });
    await writeFile(join(collection, 'README.md'), 'Says nothing about medicine.');
    await writeFile(join(collection, 'cut-off.pdf'), '%PDF-1.7');
    await writeFile(
      join(collection, 'queries.jsonl'),
      queries.map((query) => JSON.stringify(query)).join('\n'),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('ingests a folder and scores its questions', async () => {
    const first = await evaluate('--json', json);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^all +2(?: +1\.000){11}$/m);
    expect(first.out).toMatch(/^tuning +1 /m);
    expect(first.out).toMatch(/^dosing +1 /m);
    expect(first.out).toMatch(/6 documents, 6 pages, \d+ chunks, ingested in \d+\.\d s \(\d+\.\d pages\/s\)/);
    expect(first.out).toContain('cut-off.pdf: ');

    const figures = evaluationSchema.parse(JSON.parse(await readFile(json, 'utf8')));
    expect(figures.queries.map(({ id, files }) => [id, files[0]])).toEqual([
      ['s-001', 'pediatric-anaphylaxis.pdf'],
      ['s-002', 'stroke-assessment.html'],
    ]);
    expect(await readFile(json, 'utf8')).not.toContain('epinephrine');
  });

  it('fails when a figure drops below the baseline, and checks earlier judgements', async () => {
    const server = await startInProcess();
    onTestFinished(server.dispose);
    for (const name of ['pediatric-anaphylaxis.pdf', 'hypoglycemia.docx', 'stroke-assessment.html'])
      await server.ingestSample(name);
    await server.settled();
    const feedback = join(folder, 'feedback.ndjson');
    const judge = async (question: string, kind: string, docKey?: string): Promise<string> => {
      const { queryId } = await server.ask(question);
      await server.command('GiveFeedback', { queryId, kind, ...omitUndefined({ docKey }) });
      return String(queryId);
    };
    const judged = [
      await judge('epinephrine for a child with anaphylaxis', 'helpful', 'guideline-pediatric-anaphylaxis'),
      await judge('low blood sugar', 'outdated', 'guideline-hypoglycemia'),
      await judge('signs of stroke', 'helpful'),
    ];
    const exported = await (await server.request('/api/admin/feedback/export')).text();
    const lines = exported.split('\n').filter((line) => judged.some((queryId) => line.includes(queryId)));
    await writeFile(feedback, lines.join('\n'));
    const judgedJson = join(folder, 'judged.json');
    await writeFile(
      join(folder, 'collection', 'queries.jsonl'),
      JSON.stringify({ ...queries[0], answer: 'a phrase that is nowhere' }),
    );
    // The first four documents would suffice if one of them contained the phrase.
    const worse = await evaluate(
      ...['--baseline', json, '--limit-documents', '4', '--feedback', feedback, '--json', judgedJson],
    );
    expect(worse.out).toMatch(/^CATEGORY +N +success@1 +CHANGE /m);
    expect(worse.out).toContain('4 documents, ');
    expect(worse.code).toBe(1);
    expect(worse.err).toContain('answer@3 fell from 1.000 to 0.000.');
    expect(worse.out).toMatch(/^CATEGORY .*avoided@3/m);
    expect(worse.out).toMatch(/^feedback +2 +1\.000 /m);
    expect(worse.err).toContain('Questions from feedback: 2.');
    expect(worse.err).toContain('Left out: 1 × judgements of an answer as a whole');
    const figures = evaluationSchema.parse(JSON.parse(await readFile(judgedJson, 'utf8')));
    expect(figures.figures.feedback).toMatchObject({ questions: 2, successAt1: 1, avoidedAt3: 0 });
    expect(await readFile(judgedJson, 'utf8')).not.toContain('low blood sugar');
  });
});
