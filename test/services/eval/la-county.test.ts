import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openClient } from '../../../cli/api/open-client.ts';
import { type IngestOutcome, ingestFiles } from '../../../cli/ingest/ingest-files.ts';
import { planIngest } from '../../../cli/ingest/plan-ingest.ts';
import { waitUntilSearchable } from '../../../cli/ingest/wait-until-searchable.ts';
import { hasPhrase } from '../../eval/has-phrase.ts';
import { type LabelledQuery, readLabelledQueries } from '../../eval/labelled-queries.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { testToken } from '../../support/test-user.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/la-county');
const present = existsSync(join(corpus, 'queries.jsonl'));
if (!present)
  process.stdout.write(
    'The folder ../shared/corpus/la-county does not exist: the tests on real protocols are skipped.\n',
  );

/**
 * Labelled questions of different kinds: doses for adults and children, a protocol by its name, steps of a procedure, a
 * contraindication. Each is answered verbatim by one document.
 */
const questionIds = ['la-002', 'la-003', 'la-010', 'la-033', 'la-040', 'la-055', 'la-070', 'la-100'];
const MIN_DOCUMENTS = 24;

const answerSchema = z.object({
  success: z.literal(true),
  data: z.object({
    status: z.literal('answered'),
    answer: z.string(),
    citations: z
      .array(
        z.object({
          n: z.int(),
          fileName: z.string(),
          pages: z.array(z.int()),
          title: z.string(),
          excerpt: z.string(),
        }),
      )
      .min(1),
    degraded: z.boolean(),
  }),
});

describe.skipIf(!present)('real protocols of an EMS agency', () => {
  let server: InProcess;
  let outcomes: readonly IngestOutcome[];
  let queries: ReadonlyMap<string, LabelledQuery>;

  beforeAll(async () => {
    const labelled = await readLabelledQueries(join(corpus, 'queries.jsonl'));
    queries = new Map(labelled.map((query) => [query.id, query]));
    const needed = new Set(questionIds.flatMap((id) => queries.get(id)?.relevant.map(({ file }) => file)));
    const plan = await planIngest([corpus], { metadata: { sourceType: 'protocol' }, keyFromPath: true });
    const pdfs = plan.files.filter(({ fileName }) => fileName.endsWith('.pdf'));
    const wanted = pdfs.filter(({ fileName }) => needed.has(fileName));
    const others = pdfs.filter(({ fileName }) => !needed.has(fileName));
    const files = [...wanted, ...others.slice(0, MIN_DOCUMENTS - wanted.length)];

    server = await startInProcess();
    const { signal } = new AbortController();
    const client = openClient({ url: server.url, token: async () => testToken }, signal);
    outcomes = await ingestFiles({
      client,
      files,
      concurrency: 5,
      signal,
      listener: { onUploaded: () => {}, onStage: () => {}, onEnded: () => {} },
    });
    await waitUntilSearchable(client, signal);
  });
  afterAll(() => server?.dispose());

  it('are all indexed, page by page', () => {
    expect(outcomes.length).toBeGreaterThanOrEqual(20);
    const left = outcomes.filter(({ state }) => state !== 'COMPLETED');
    expect(left.map(({ file, reason }) => `${file.label}: ${reason}`)).toEqual([]);
    for (const { pages = 0, chunks = 0 } of outcomes) {
      expect(pages).toBeGreaterThan(0);
      expect(chunks).toBeGreaterThan(0);
    }
  });

  it.each(questionIds)('answer question %s from the right page of the right document', async (id) => {
    const labelled = queries.get(id);
    if (labelled?.answer === undefined) throw new Error(`${id} is not a question with an answer phrase.`);
    const response = await server.request('/api/commands/AskQuery', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify({ question: labelled.query }),
    });
    expect(response.status).toBe(200);
    const { data } = answerSchema.parse(await response.json());
    expect(data.degraded).toBe(false);
    const best = labelled.relevant.filter(({ grade }) => grade === 2);
    const right = data.citations.filter(({ fileName, pages }) =>
      best.some(
        (wanted) => wanted.file === fileName && (wanted.pages?.some((page) => pages.includes(page)) ?? true),
      ),
    );
    expect(right[0]?.n).toBe(1);
    expect(hasPhrase([data.answer], labelled.answer)).toBe(true);
    expect(
      hasPhrase(
        right.map(({ excerpt }) => excerpt),
        labelled.answer,
      ),
    ).toBe(true);
  });

  it('cite their sources by the titles on their first pages, not by file names', async () => {
    const { data } = answerSchema.parse(
      await (
        await server.request('/api/commands/AskQuery', {
          method: 'POST',
          headers: { 'content-type': 'application/json', prefer: 'wait=30' },
          body: JSON.stringify({ question: queries.get('la-040')?.query }),
        })
      ).json(),
    );
    for (const { title, fileName } of data.citations) {
      expect(title).toMatch(/[A-Za-z]{4}/);
      expect(title).not.toBe(fileName.replace(/\.pdf$/, ''));
    }
  });
});
