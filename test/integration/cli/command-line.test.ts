import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCliInProcess, startCliInProcess } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { samplesFolder, startInProcess } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const question = 'pediatric epinephrine dose for anaphylaxis';
const anaphylaxis = 'guideline-pediatric-anaphylaxis';
const sampleKeys = [
  anaphylaxis,
  'guideline-hypoglycemia',
  'guideline-opioid-overdose',
  'guideline-status-epilepticus',
  'guideline-stroke-assessment',
];
const eventLine = z.looseObject({ position: z.int(), type: z.string() });

const eventsOf = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => eventLine.parse(JSON.parse(line)));

/** Expects no stack trace on the terminal. */
const expectNoStack = ({ out, err }: CliResult): void => {
  expect(`${out}${err}`).not.toMatch(/^\s+at .+:\d+:\d+/m);
};

describe('the command line with a running server', () => {
  let folder: string;
  let dataDir: string;
  let ingested: CliResult;
  let cli: SharedServer['cli'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-cli-'));
    ({ dataDir, ingested, cli } = await sharedServer());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('ingests a folder and prints the outcome for each file in a table', async () => {
    expect(ingested).toMatchObject({ code: 0 });
    expect(ingested.out).toMatch(/^FILE +DOC_KEY +VERSION +STATE +PAGES +CHUNKS +SECONDS$/m);
    for (const file of await readdir(samplesFolder)) {
      const line = ingested.out.split('\n').find((text) => text.startsWith(file));
      expect(line).toMatch(/guideline-\S+ +1 +COMPLETED +[12] +\d+ +\d+\.\d\d$/);
    }
    expect(ingested.err).toContain('[5/5]');
  });

  it.each([
    'documents',
    'jobs',
    'projections list',
    'nodes',
    'parked list',
    'queries log',
    'queries summary',
    'queries top',
    'audit list',
    'audit list --category access --phi',
    'audit disclosures --reason test',
    'embedding show',
    'settings show',
    'preferences show',
    'search epinephrine --debug',
    'ask epinephrine',
  ])('prints plain text in 80 columns without a terminal: %s', async (words) => {
    const { code, out, err } = await runCliInProcess(words.split(' '), { DATA_DIR: dataDir });
    expect(code).toBe(0);
    // A command to be copied stays on one line.
    const lines = out.split('\n').filter((line) => !line.startsWith('  npx anamnesis '));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out + err).not.toContain('\u001b');
  });

  it('lists jobs with their finished chunks and their cost', async () => {
    const { code, out } = await cli('jobs', '--limit', '100');
    expect(code).toBe(0);
    expect(out).toMatch(/^JOB +DOC_KEY +VERSION +STATE +STAGE +PAGES +CHUNKS +COST +RETRIES +UPDATED$/m);
    const ofSamples = out
      .split('\n')
      .filter((line) => sampleKeys.some((docKey) => line.includes(` ${docKey} `)));
    expect(ofSamples).toHaveLength(5);
    for (const line of ofSamples) expect(line).toMatch(/ COMPLETED +- +[12] +(\d+)\/\1 +\$0 /);
  });

  it('shows files that were ingested before as unchanged', async () => {
    const again = await cli('ingest', samplesFolder, '-t', 'guideline', '-s', 'emergency_medicine');
    expect(again.code).toBe(0);
    expect(again.out.match(/ unchanged /g)).toHaveLength(5);
    expect(again.out).toContain('0 ingested (0 pages');
  });

  it('answers a question with numbered excerpts and their places', async () => {
    const { code, out } = await cli('ask', question);
    expect(code).toBe(0);
    expect(out).toContain('Searched for: ');
    expect(out).toContain('0.01 mg/kg');
    expect(out).toMatch(/^Sources\n {2}\[1\] Pediatric Anaphylaxis\n {6}pp\. 1-2 · .+ · score 0\.\d\d$/m);
  });

  it('prints an answer as JSON, and nothing else on standard output', async () => {
    const { code, out } = await cli('ask', question, '--json', '--limit', '1');
    expect(code).toBe(0);
    const answer = z
      .object({ answer: z.string(), citations: z.array(z.object({ docKey: z.string() })) })
      .parse(JSON.parse(out));
    expect(answer.citations).toMatchObject([{ docKey: anaphylaxis }]);
  });

  it('shows and changes the answer settings, with the author of each change, in 80 columns', async () => {
    const narrow = (...words: string[]) => runCliInProcess(words, { DATA_DIR: dataDir, COLUMNS: '80' });
    const changed = await narrow(
      'settings',
      'set',
      'temperature=0.1',
      'max-tokens=800',
      '--reason',
      'a trial',
    );
    expect(changed).toMatchObject({ code: 0 });
    const shown = await narrow('settings', 'show');
    expect(shown.out).toMatch(/^temperature +0\.1 +changed by /m);
    // The last column is omitted when the author's name is long.
    expect(shown.out).toMatch(/^routing +hybrid +default( +-)?$/m);
    expect(shown.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const back = await cli(
      'settings',
      'set',
      'temperature=environment',
      '--reason',
      'trial is over',
      '--json',
    );
    expect(JSON.parse(back.out)).toMatchObject({ settings: { temperature: 0.3, maxTokens: 800 } });
    expect(await cli('settings', 'set', 'max-tokens=environment', '--reason', 'trial is over')).toMatchObject(
      { code: 0 },
    );
    const refused = await cli('settings', 'set', 'routing=local-only', '--reason', 'a trial');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('LOCAL_LLM_URL')]);
    for (const [given, what] of [
      ['temprature=1', 'Use <name>=<value> with one of these names: routing, '],
      ['routing=everywhere', 'routing: must be one of hybrid, local-only, cloud-only'],
      ['max-tokens=many', 'max-tokens: '],
    ] as const)
      expect(await cli('settings', 'set', given, '--reason', 'a trial')).toMatchObject({
        code: 2,
        err: expect.stringContaining(what),
      });
  });

  it('writes references in the preferred style, or in the one requested', async () => {
    expect((await cli('preferences', 'show')).out).toContain('references follow AMA style');
    const set = await cli('preferences', 'set', 'style=Vancouver', 'exclude=pubmed,uptodate');
    expect(set.out).toBe('style=Vancouver exclude=pubmed,uptodate\n');
    expect((await cli('preferences', 'set', 'exclude=none')).out).toBe('style=Vancouver\n');
    const { out } = await cli('ask', question, '--style', 'APA');
    expect(out).toMatch(/^References \(APA\)$/m);
    expect(out).toMatch(/^ {2}\[1\] .+ \((?:n\.d\.|\d{4})/m);
    expect((await cli('preferences', 'set', 'style=none')).code).toBe(0);
  });

  it('narrows a question to what the filters allow', async () => {
    const { out } = await cli('search', 'glucose dose', '--doc-key', 'guideline-hypoglycemia', '--json');
    const found = z.object({ results: z.array(z.object({ docKey: z.string() })) }).parse(JSON.parse(out));
    expect(new Set(found.results.map(({ docKey }) => docKey))).toEqual(new Set(['guideline-hypoglycemia']));
    const titled = await cli('search', 'glucose dose', '--title', 'HYPOGLY', '--json');
    expect(JSON.parse(titled.out).results).toEqual(JSON.parse(out).results);
    const listed = await cli('documents', '--title', 'HYPOGLY');
    expect(listed.out.match(/^guideline-\S+/gm)).toEqual(['guideline-hypoglycemia']);
  });

  it('shows the passages found by a search, with the scores of each stage', async () => {
    const { code, out } = await cli('search', 'epi peds anaphylaxis', '--debug', '--limit', '2');
    expect(code).toBe(0);
    expect(out).toContain('epi → epinephrine');
    expect(out).toMatch(/^1\. Pediatric Anaphylaxis$/m);
    expect(out).toMatch(/^population: pediatric$/m);
    expect(out).toMatch(/^drugs: epinephrine$/m);
    expect(out).toMatch(/^STEP +OUTCOME +FOUND +MS$/m);
    expect(out).toMatch(/^dense +ok +\d+ +\d+\.\d$/m);
    expect(out).toMatch(/^\d+\.\d ms in total$/m);
    expect(out).toMatch(/^ {3}lexical \d\.\d{3}, /m);
  });

  it('suggests a remedy when words or filters find nothing', async () => {
    for (const words of ['💉', '?!']) {
      const { code, out, err } = await cli('search', words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('<query>: must contain a word or a number to search for');
    }
    const long = await cli('search', 'a'.repeat(10_001));
    expect(long.err).toContain('<query>: must have at most');
    const nowhere = await cli('search', 'stroke', '--agency', 'Nowhere');
    expect(nowhere.out).toContain('! No document passes the filters.');
    expect(nowhere.out).toContain('Nothing was found.');
    const odd = await cli('search', "'; DROP TABLE passages; -- \u001b[31mstroke");
    expect(odd.code).toBe(0);
    expect(odd.out).not.toContain('\u001b');
    for (const result of [long, nowhere, odd]) expectNoStack(result);
  });

  it('groups search results by document', async () => {
    const { code, out } = await cli('search', 'pediatric anaphylaxis epinephrine', '--group', '--limit', '2');
    expect(code).toBe(0);
    expect(out.match(/^\d\. /gm)?.length).toBeLessThanOrEqual(2);
    expect(out.match(/^\d\. Pediatric Anaphylaxis$/gm)).toHaveLength(1);
    expect(out).toMatch(/^ {3}\d+ more in this document:\n {3}- p\. \d/m);
    expect(out).not.toContain('lexical');
  });

  it('narrows a search to a drug by any of its names, and suggests a remedy for an unknown one', async () => {
    const { out } = await cli('search', 'dose', '--drug', 'EpiPen,narcan', '--json');
    const found = z
      .object({ results: z.array(z.object({ text: z.string() })).min(1) })
      .parse(JSON.parse(out));
    for (const { text } of found.results) expect(text).toMatch(/epinephrine|naloxone/i);
    const unknown = await cli('search', 'dose', '--drug', 'epinefrin');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('Neither the terminology nor the documents know');
    expect(unknown.err).toContain('epinephrine');
    expectNoStack(unknown);
  });

  it('records a search about a person under the key of that person', async () => {
    const found = await cli('search', 'glucose dose', '--subject', 'patient-4711', '--json');
    expect(found.code).toBe(0);
    const listed = await cli('audit', 'list', '--subject', 'patient-4711', '--json');
    expect(listed.out).toContain('KnowledgeSearched');
    const name = await cli('search', 'glucose dose', '--subject', 'Jane Doe');
    expect(name).toMatchObject({ code: 2, err: expect.stringContaining('opaque pseudonym') });
  });

  it('aligns the columns of documents and jobs', async () => {
    const documents = await cli('documents', '--status', 'searchable');
    const [heading = '', ...lines] = documents.out.trimEnd().split('\n');
    const status = heading.indexOf('STATUS');
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) expect(line.slice(status, status + 10)).toBe('searchable');
    const jobs = await cli('jobs', '--state', 'completed', '--limit', '2');
    expect(jobs.out.match(/ COMPLETED /g)).toHaveLength(2);
    expect(jobs.err).toContain('There are more than 2');
  });

  it('replays a stream as of a point in time', async () => {
    const stream = `document-${anaphylaxis}`;
    const whole = await cli('audit', 'replay', '--stream', stream, '--json');
    expect(whole.code).toBe(0);
    const [first] = eventsOf(whole.out);
    expect(first).toMatchObject({ type: 'DocumentVersionAdded', streamId: stream, revision: 0 });
    const before = await cli(
      'audit',
      'replay',
      '--stream',
      stream,
      '--as-of',
      `${(first?.position ?? 0) - 1}`,
    );
    expect(before.code).toBe(1);
    expect(before.err).toContain('There is no such stream at that moment.');
    const readable = await cli('audit', 'replay', '--stream', stream);
    expect(readable.out).toContain('DocumentVersionAdded');
    expect(readable.out).toMatch(/by cli:\S+ \(admin\)/);
  });

  it('exports part of the log, without gaps, to standard output or a file', async () => {
    const { code, out } = await cli('audit', 'export', '--reason', 'review', '--from', '1', '--to', '12');
    expect(code).toBe(0);
    expect(eventsOf(out).map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    const file = join(folder, 'log.csv');
    const written = await cli(
      'audit',
      'export',
      '--reason',
      'review',
      '--to',
      '3',
      '--format',
      'csv',
      '--output',
      file,
    );
    expect(written).toMatchObject({ code: 0, out: '' });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFposition,recordedAt,streamId,/);
    expect(lines).toHaveLength(4);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('records a judgement of an answer and exports it with its question', async () => {
    const { queryId } = z
      .object({ queryId: z.string() })
      .parse(JSON.parse((await cli('ask', question, '--json')).out));
    const given = await cli('feedback', 'give', queryId, 'outdated', '--document', anaphylaxis);
    expect(given).toMatchObject({ code: 0, err: '' });
    const refused = await cli('feedback', 'give', queryId, 'wrong', '--document', 'no-such-document');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('The document was not found for this question.');
    expectNoStack(refused);
    const exported = await cli('feedback', 'export', '--reason', 'review', '--kind', 'outdated');
    const pairs = exported.out.trimEnd().split('\n');
    expect(pairs.map((line) => JSON.parse(line)).find((pair) => pair.queryId === queryId)).toMatchObject({
      question,
      docKey: anaphylaxis,
      chunkId: null,
      label: 'outdated',
    });
  });

  it('records a dispute of a detection, lists it without the question, and shows the question for a reason', async () => {
    const { queryId } = z
      .object({ queryId: z.string() })
      .parse(JSON.parse((await cli('ask', 'dose of naloxone for Mr. John Okafor', '--json')).out));
    const disputed = await cli('reviews', 'dispute', queryId, '--comment', 'wrong');
    expect(disputed).toMatchObject({ code: 0, err: '' });
    const listed = await cli('reviews', 'list', '--kind', 'phi');
    expect(listed.out).toContain(`phi-${queryId}`);
    expect(listed.out).not.toContain('Okafor');
    const shown = await cli('reviews', 'show', `phi-${queryId}`, '--reason', 'queue');
    expect(shown.out).toMatch(/^Question: dose of naloxone for Mr. John Okafor$/m);
    expect(shown.out).toMatch(/^Found: name "John Okafor" \(0\.\d+\)$/m);
    expect(shown.out).toContain('Asker says: wrong');
    const own = await cli('reviews', 'resolve', `phi-${queryId}`, 'confirmed', '--because', 'a name');
    expect(own.err).toContain('You asked this question');
    expect((await cli('reviews', 'list', '--state', 'resolved')).out).toContain('nothing to review');
  });

  it('shows how questions and searches were served', async () => {
    const log = await cli('queries', 'log');
    // Notes have their own column if there are any, for example about a repeated question.
    expect(log.out).toMatch(/^ASKED AT +BY +KIND +STATUS +MS +FOUND +INTENT +(?:NOTES +)?QUERY$/m);
    expect(log.out).toMatch(/question +answered +\d+ +\d+ +\w+/);
    expect((await cli('queries', 'log', '--only', 'failed')).out).toContain('No questions or searches match');
    const summary = await cli('queries', 'summary');
    expect(summary.out).toMatch(/^entries \d+: questions \d+, searches \d+$/m);
    expect(summary.out).toMatch(/^answers: p50 \d+ ms, p95 \d+ ms$/m);
  });

  it('rebuilds the search index, which then returns the same results', async () => {
    const generationIn = async (): Promise<number> =>
      Number(/^search +projection +running +(\d+) /m.exec((await cli('projections', 'list')).out)?.[1]);
    const generation = await generationIn();
    const before = await cli('search', question, '--json');
    const reset = await cli('projections', 'reset', 'search');
    expect(reset).toMatchObject({ code: 0 });
    expect(reset.out).toMatch(/^search now serves generation \d+, rebuilt in \d+\.\d s\.$/m);
    expect(reset.out).toContain(`generation ${generation + 1},`);
    expect(await generationIn()).toBe(generation + 1);
    const after = await cli('search', question, '--json');
    const results = z.object({ results: z.array(z.object({ chunkId: z.string(), score: z.number() })) });
    expect(results.parse(JSON.parse(after.out))).toEqual(results.parse(JSON.parse(before.out)));
  });

  it('reports broken files with their reasons, keeps the others, and exits with an error', async () => {
    const mixed = join(folder, 'mixed');
    await mkdir(mixed);
    const pdf = await readFile(join(samplesFolder, 'pediatric-anaphylaxis.pdf'));
    await writeFile(join(mixed, 'cut-off.pdf'), pdf.subarray(0, 2000));
    await writeFile(join(mixed, 'empty.pdf'), '');
    await copyFile(join(samplesFolder, 'hypoglycemia.docx'), join(mixed, 'not-a.pdf'));
    await writeFile(join(mixed, 'wrong-metadata.txt'), 'Oxygen by mask.');
    await writeFile(join(mixed, 'wrong-metadata.txt.json'), '{"effectiveDate": "soon"}');
    await writeFile(join(mixed, 'good.txt'), 'Give glucose 25 g slowly into a vein.');
    await writeFile(join(mixed, 'good.txt.json'), '{"title": "From the side", "docKey": "policy-side"}');
    await writeFile(join(mixed, 'picture.png'), 'x');
    const result = await cli('ingest', mixed, '-t', 'guideline');
    expect(result.code).toBe(1);
    expectNoStack(result);
    const line = (label: string) => result.out.split('\n').filter((text) => text.includes(label));
    expect(line('cut-off.pdf')[1]).toContain('incomplete');
    expect(line('empty.pdf')[0]).toContain('FAILED');
    expect(line('not-a.pdf')[1]).toContain('does not match its name');
    expect(line('wrong-metadata.txt')).toEqual([expect.stringContaining('effectiveDate')]);
    expect(line('good.txt')[0]).toMatch(/policy-side +1 +COMPLETED/);
    expect(result.out).toContain('Skipped, not a supported format: picture.png');
    expect(result.out).toContain('1 ingested (1 page in');
    expect((await cli('documents')).out).toMatch(/^policy-side .* From the side$/m);

    const failed = await cli('jobs', '--state', 'FAILED', '--json');
    const jobs = z.array(z.object({ jobId: z.string(), fileName: z.string() })).parse(JSON.parse(failed.out));
    const broken = jobs.find(({ fileName }) => fileName === 'cut-off.pdf');
    const retried = await cli('retry', broken?.jobId ?? '');
    expect(retried.code).toBe(1);
    expect(retried.err).toMatch(/The job failed again: .*incomplete/);
    expect(retried.err).toContain('1 of 3');
  });

  it('withdraws a document from search', async () => {
    const file = join(folder, 'bee-sting.txt');
    await writeFile(file, 'Scrape the sting of a bee off with a card.');
    expect(await cli('ingest', file, '-t', 'guideline')).toMatchObject({ code: 0 });
    const found = () => cli('search', 'sting of a bee', '--json');
    expect((await found()).out).toContain('guideline-bee-sting');
    const withdrawn = await cli('withdraw', 'guideline-bee-sting', '--reason', 'Replaced');
    expect(withdrawn).toMatchObject({ code: 0, out: 'guideline-bee-sting is withdrawn.\n' });
    const { out } = await cli('documents', '--status', 'withdrawn');
    expect(out).toContain('guideline-bee-sting');
    expect((await found()).out).not.toContain('guideline-bee-sting');
  });

  it('never replaces a file by another one of the same name', async () => {
    const twice = join(folder, 'twice');
    for (const name of ['adult', 'child']) {
      await mkdir(join(twice, name), { recursive: true });
      await writeFile(join(twice, name, 'sepsis.txt'), `Fluids for sepsis, ${name}.`);
    }
    const clash = await cli('ingest', twice, '-t', 'protocol');
    expect(clash.code).toBe(1);
    expect(clash.out).toContain('--key-from-path');
    const fine = await cli('ingest', twice, '-t', 'protocol', '--key-from-path');
    expect(fine.code).toBe(0);
    expect(fine.out).toContain('protocol-adult-sepsis-txt');
    expect(fine.out).toContain('protocol-child-sepsis-txt');
  });

  it('finishes the current file at Ctrl-C, and resumes there in the next run', async () => {
    const many = join(folder, 'many');
    await mkdir(many);
    for (let index = 10; index < 22; index += 1)
      await writeFile(join(many, `note-${index}.txt`), `Protocol ${index}: give oxygen.`);
    const words = ['ingest', many, '-t', 'policy', '--concurrency', '1'];
    const running = startCliInProcess(words, { DATA_DIR: dataDir });
    await until('two files are done', () => running.err().includes('[ 2/12]'));
    running.interrupt();
    const stopped = await running.finished;
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain('Interrupted. Run the same command again');
    expect(stopped.out).toMatch(/\d+ not confirmed\.$/m);
    expectNoStack(stopped);
    const again = await cli(...words.slice(0, -1), '4');
    expect(again.code).toBe(0);
    expect(again.out.match(/ unchanged /g)?.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      'a missing file',
      ['ingest', 'no-such-file.pdf', '-t', 'guideline'],
      2,
      'There is no file or folder "no-such-file.pdf".',
    ],
    ['an unknown option', ['ask', 'what?', '--loud'], 2, "Unknown option '--loud'."],
    ['an empty question', ['ask', '  '], 2, '<question>: must not be empty'],
    ['an invalid month', ['costs', '--month', 'november'], 2, '--month: must'],
    ['an invalid point in time', ['queries', 'log', '--from', 'noon'], 2, '--from: must'],
    ['an unknown projection', ['projections', 'reset', 'nothing'], 2, 'Available: documents'],
    ['a mistyped projection', ['projections', 'reset', 'serch'], 2, 'Did you mean search?'],
    [
      'an unknown job',
      ['retry', '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d'],
      1,
      'There is no such indexing job.',
    ],
    [
      'an unwritable folder',
      ['audit', 'export', '--reason', 'review', '-o', '/no/such/folder/x'],
      2,
      'cannot be written: its folder does not exist',
    ],
  ])('answers %s with a message and an exit code', async (_what, words, code, sentence) => {
    const result = await cli(...words);
    expect(result.err).toContain(sentence);
    expect(result.code).toBe(code);
    expectNoStack(result);
  });

  it('suggests a remedy when the server does not answer or refuses the token', async () => {
    const unreachable = await runCliInProcess(['jobs', '--url', 'http://127.0.0.1:59998'], {
      DATA_DIR: dataDir,
      ANAMNESIS_TOKEN: 'some-token',
    });
    expect(unreachable.code).toBe(1);
    expect(unreachable.err).toContain('No server answers at http://127.0.0.1:59998.');
    const refused = await runCliInProcess(['jobs'], { DATA_DIR: dataDir, ANAMNESIS_TOKEN: 'some-token' });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('Set ANAMNESIS_TOKEN');
  });

  it('reports that nothing is parked, and refuses to replay an event that is not parked', async () => {
    expect((await cli('parked', 'list')).out).toBe('Nothing is parked.\n');
    const replay = await cli('parked', 'replay', 'indexing-worker', '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d');
    expect(replay.code).toBe(1);
  });

  it('refuses a second server on the same data directory with a message', async () => {
    await expect(startInProcess({ dataDir })).rejects.toThrow(
      `The data directory ${dataDir} is in use by another server or command.`,
    );
  });
});

describe('the command line without a server', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-cli-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('opens the data directory itself, and releases it afterwards', async () => {
    const environment = { DATA_DIR: join(folder, 'data') };
    const file = join(samplesFolder, 'pediatric-anaphylaxis.pdf');
    const first = await runCliInProcess(['ingest', file, '-t', 'guideline'], environment);
    expect(first.code).toBe(0);
    // No terminal: the token is not written to output that may be stored.
    expect(first.err).toMatch(/Its admin token is in .*admin-token$/m);
    expect(first.err).not.toMatch(/\b[\w-]{32}\b/);
    expect(first.out).toContain(anaphylaxis);
    const asked = await runCliInProcess(['ask', question], environment);
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('0.01 mg/kg');
    expect(asked.err).toBe('');
    expect(await readdir(join(environment.DATA_DIR, 'servers'))).toEqual([]);
    expect(await readFile(join(environment.DATA_DIR, 'lock'), 'utf8')).toBe('');
  });

  it('examines a data directory with doctor without changing it', async () => {
    const { code, out } = await runCliInProcess(['doctor', '--deep'], { DATA_DIR: join(folder, 'data') });
    expect(out).not.toContain('ERROR');
    expect(code).toBe(out.includes('WARN') ? 1 : 0);
    expect(out).toMatch(/^OK {5}versions {4}Anamnesis/m);
    expect(out).toContain('No server runs;');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('removes unreferenced files with "doctor --repair"', async () => {
    const dataDir = join(folder, 'data');
    const orphan = join(dataDir, 'blobs', 'ab', 'ab'.repeat(32));
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'No event names this.');
    await utimes(orphan, 0, 0);
    const repaired = await runCliInProcess(['doctor', '--repair'], { DATA_DIR: dataDir });
    expect(repaired.out).toContain('Removed 1 of 1 file');
    expect(repaired.out).toContain('No server runs;');
    expect(await readdir(dirname(orphan))).not.toContain('ab'.repeat(32));
  });

  it('verifies projections', async () => {
    const verified = await runCliInProcess(['projections', 'verify', 'documents'], {
      DATA_DIR: join(folder, 'data'),
    });
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('matches the log: 1 row.') });
  });

  it('creates no data directory just to read from it', async () => {
    const dataDir = join(folder, 'none');
    const result = await runCliInProcess(['documents'], { DATA_DIR: dataDir });
    expect(result.code).toBe(1);
    expect(result.err).toContain(`There is no data directory at ${dataDir}`);
    expect(await readdir(folder)).not.toContain('none');
  });

  it('names the environment variable that is wrong', async () => {
    const result = await runCliInProcess(['documents'], { DATA_DIR: folder, INDEXING_CONCURRENCY: 'lots' });
    expect(result.code).toBe(1);
    expect(result.err).toContain('INDEXING_CONCURRENCY');
    expectNoStack(result);
  });
});
