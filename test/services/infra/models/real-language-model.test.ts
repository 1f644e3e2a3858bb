import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildPrompt } from '../../../../domain/consultation/answering/build-prompt.ts';
import { modelWarnings } from '../../../../domain/consultation/answering/model-warnings.ts';
import { until } from '../../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../../support/server-in-process.ts';
import { openStreamReader, type StreamReader } from '../../../support/stream-reader.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts';
import { testToken } from '../../../support/test-user.ts';

/** The URL of a small model, as printed by `.ci/start-llm`, and the folder of its server, which may be killed. */
const url = process.env.TEST_LLM_URL;
const folder = process.env.TEST_LLM_FOLDER;
if (!url)
  process.stdout.write('TEST_LLM_URL is not set: the tests with a real language model are skipped.\n');

/** Less than the server takes, so that a prompt of this size surely fits. */
const CONTEXT_TOKENS = 2400;
const MAX_TOKENS = 50;
/** Milliseconds. One thread reads 60 tokens per second at best, and shares its core. */
const DEADLINE_MS = 300_000;

const PROTOCOL = [
  '# Anaphylaxis in adults',
  'Give epinephrine 0.5 mg IM in the lateral thigh.',
  'Repeat epinephrine 0.5 mg IM after 10 minutes if the patient is still wheezing.',
  'Do not give epinephrine 1 mg/mL intravenously.',
  'Observe every patient for 4 hours.',
].join('\n\n');
/** Rows of a table of doses: hardly a word that a small vocabulary has. */
const TABLE = '| 10-12 kg | 0.1 mg (1 mL) | 25 mcg/kg/min |\n'.repeat(20);
const QUESTION = 'What is the dose of epinephrine for anaphylaxis?';

/** The statements shown by an answer, without citations, list marks and the heads before them. */
const statementsOf = (answer: string): readonly string[] =>
  answer
    .replace(/\s*\[\d+\]/g, '')
    .split(/\n+|(?<=\.)\s+/)
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+|\*\*|^#+\s/g, '').trim())
    .filter((line) => line !== '');

const slot = z.array(z.object({ is_processing: z.boolean() }));
const ended = z.object({
  type: z.literal('ModelCallEnded'),
  data: z.object({
    outcome: z.string(),
    reason: z.string().optional(),
    promptTokens: z.number().optional(),
    completionTokens: z.number().optional(),
    firstTokenMs: z.number().optional(),
  }),
});
type Ended = z.output<typeof ended>['data'];

describe.skipIf(!url)('a real small language model', () => {
  const root = new URL('/', url ?? 'http://127.0.0.1');
  let server: InProcess;
  /** The same model twice: as that in the cloud, and as that on the premises. */
  let cloud: TcpProxy;
  let local: TcpProxy;
  const readers: StreamReader[] = [];

  const ofServer = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(new URL(path, root), {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return response.json();
  };
  const isWriting = async (): Promise<boolean> =>
    slot.parse(await ofServer('/slots')).some(({ is_processing }) => is_processing);
  const tokensIn = async (content: string): Promise<number> =>
    z.object({ tokens: z.array(z.number()) }).parse(await ofServer('/tokenize', { content })).tokens.length;

  const ask = async (question: string): Promise<string> =>
    String((await server.command('AskQuery', { question })).queryId);
  const read = (queryId: string): Promise<Json> => server.get(`/api/queries/${queryId}`);
  const answerTo = async (queryId: string): Promise<Json> => {
    await until(
      'the question is answered',
      async () => (await read(queryId)).status === 'answered',
      DEADLINE_MS,
    );
    return read(queryId);
  };
  const follow = async (queryId: string): Promise<StreamReader> => {
    const reader = await openStreamReader(`${server.url}/api/queries/${queryId}/stream`, {
      authorization: `Bearer ${testToken}`,
    });
    readers.push(reader);
    return reader;
  };
  const callsOf = async (queryId: string): Promise<readonly Ended[]> => {
    const { events } = await server.get(`/api/audit/streams/query-${queryId}`);
    return z
      .array(z.unknown())
      .parse(events)
      .flatMap((event) => {
        const found = ended.safeParse(event);
        return found.success ? [found.data.data] : [];
      });
  };

  beforeAll(async () => {
    cloud = await startTcpProxy(url ?? '');
    local = await startTcpProxy(url ?? '');
    server = await startInProcess({
      environment: {
        AI_ROUTER_MODE: 'hybrid',
        LLM_PROVIDER: 'openai-compatible',
        LLM_BASE_URL: cloud.urlFor(url ?? ''),
        LLM_MODEL: 'smollm2',
        LLM_API_KEY: 'unused',
        LLM_CONTEXT_TOKENS: String(CONTEXT_TOKENS),
        LLM_USD_PER_MILLION_PROMPT_TOKENS: '0',
        LLM_USD_PER_MILLION_COMPLETION_TOKENS: '0',
        LOCAL_LLM_URL: local.urlFor(url ?? ''),
        LOCAL_LLM_MODEL: 'smollm2',
        LOCAL_LLM_CONTEXT_TOKENS: String(CONTEXT_TOKENS),
        LLM_MAX_TOKENS: String(MAX_TOKENS),
        LLM_TEMPERATURE: '0',
        QUERY_DEADLINE_MS: String(DEADLINE_MS),
        LLM_FIRST_TOKEN_TIMEOUT_MS: '170000',
        LLM_TOKEN_TIMEOUT_MS: '60000',
      },
    });
    await server.ingest(PROTOCOL, 'anaphylaxis.md', { title: 'Anaphylaxis' });
  });
  afterAll(async () => {
    for (const reader of readers) reader.leave();
    await server?.dispose();
    await cloud?.[Symbol.asyncDispose]();
    await local?.[Symbol.asyncDispose]();
  });

  it('has its answer streamed, and every sentence shown is one of the source', async () => {
    const queryId = await ask(QUESTION);
    const reader = await follow(queryId);
    await until('the stream has ended', () => reader.ending() === 'whole', DEADLINE_MS);
    const { answer, citations, warnings, model } = reader.frames.at(-1)?.data ?? {};
    expect(citations).toMatchObject([{ n: 1 }]);
    expect(answer).toContain('0.5 mg IM');
    // A model of this size makes up a dose as often as not: then excerpts are the answer.
    if (model === 'extractive') expect(warnings).toContain(modelWarnings.unsupported);
    else for (const statement of statementsOf(String(answer))) expect(PROTOCOL).toContain(statement);
    const draft = reader.frames.filter(({ event }) => event === 'draft');
    for (const statement of statementsOf(draft.map(({ data }) => data.text).join('')))
      expect(PROTOCOL).toContain(statement);
    const [call] = await callsOf(queryId);
    expect(call).toMatchObject({ outcome: 'completed' });
    expect(call?.firstTokenMs).toBeGreaterThan(0);
    // The server's own counts.
    expect(call?.promptTokens).toBeGreaterThan(500);
    expect(call?.completionTokens).toBeGreaterThan(0);
    // After a restart, the rules that every prompt begins with need not be read again.
    await ofServer('/slots/0?action=save', { filename: 'prompt' });
  });

  it('stops writing when its question is cancelled', async () => {
    const queryId = await ask('When is epinephrine repeated?');
    await until('the model has been asked', isWriting);
    await server.command('CancelQuery', { queryId });
    await until('the model has stopped', async () => !(await isWriting()));
    expect(await read(queryId)).toMatchObject({ status: 'cancelled' });
    expect(await callsOf(queryId)).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('counts no more tokens in a prompt than the context configured for it, with its template', async () => {
    const { messages } = buildPrompt({
      question: QUESTION,
      evidence: Array.from({ length: 6 }, (_, at) => ({
        n: at + 1,
        title: 'Doses by weight',
        source: 'knowledge_base' as const,
        text: TABLE,
      })),
      exchanges: [],
      intent: 'drug_info',
      maxPromptTokens: CONTEXT_TOKENS - MAX_TOKENS,
    });
    const { prompt } = z
      .object({ prompt: z.string() })
      .parse(await ofServer('/apply-template', { messages }));
    const tokens = await tokensIn(prompt);
    expect(tokens).toBeGreaterThan(0.5 * CONTEXT_TOKENS);
    expect(tokens).toBeLessThanOrEqual(CONTEXT_TOKENS - MAX_TOKENS);
  });

  it('that takes less than configured is replaced by excerpts, and the log names the setting', async () => {
    const own = await startInProcess({
      environment: {
        LOCAL_LLM_URL: url ?? '',
        LOCAL_LLM_MODEL: 'smollm2',
        LOCAL_LLM_CONTEXT_TOKENS: '16000',
      },
    });
    try {
      await own.ingest(PROTOCOL, 'anaphylaxis.md', { title: 'Anaphylaxis' });
      const { queryId } = await own.ask(QUESTION, { clinicalContext: { relevantHistory: TABLE.repeat(5) } });
      const read = () => own.get(`/api/queries/${String(queryId)}`);
      await until('the question is answered', async () => (await read()).status === 'answered');
      const given = await read();
      expect(given).toMatchObject({ degraded: true, model: 'extractive' });
      expect(given.warnings).toContain(modelWarnings.noneAnswered);
      expect(own.logLines.join('')).toContain('check that LOCAL_LLM_CONTEXT_TOKENS is the context');
    } finally {
      await own.dispose();
    }
  });

  it('in the cloud is replaced by the one on the premises, and that by excerpts, always with a warning', async () => {
    cloud.refuse();
    const byLocal = await answerTo(await ask(QUESTION));
    expect(byLocal).toMatchObject({ degraded: true });
    expect(byLocal.warnings).toContainEqual(
      byLocal.model === 'extractive' ? modelWarnings.unsupported : modelWarnings.cloudFailed,
    );
    local.refuse();
    const byNone = await answerTo(await ask(QUESTION));
    expect(byNone).toMatchObject({ degraded: true, model: 'extractive' });
    expect(byNone.warnings).toContain(modelWarnings.noneAnswered);
    cloud.accept();
    local.accept();
  });

  it.skipIf(!folder)(
    'is replaced by excerpts when it is killed in the middle, and asked again when it is back',
    async () => {
      const start = promisify(execFile);
      const queryId = await ask(QUESTION);
      await until('the model has been asked', isWriting);
      process.kill(Number(await readFile(join(folder ?? '', 'pid'), 'utf8')), 'SIGKILL');
      const without = await answerTo(queryId);
      expect(without).toMatchObject({ degraded: true, model: 'extractive' });
      expect(without.warnings).toContain(modelWarnings.noneAnswered);
      expect(without.answer).toContain('0.5 mg IM');
      const { stdout } = await start('.ci/start-llm', [folder ?? '']);
      expect(stdout.trim()).toBe(url);
      await ofServer('/slots/0?action=restore', { filename: 'prompt' });
      const again = await ask(QUESTION);
      expect(await answerTo(again)).toMatchObject({ status: 'answered' });
      expect((await callsOf(again)).at(-1)).toMatchObject({ outcome: 'completed' });
    },
  );
});
