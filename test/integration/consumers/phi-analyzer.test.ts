import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '../../support/embedding-server.ts';
import { startPresidioServer } from '../../support/presidio-server.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

/** A name on no list, in a sentence without any cue. */
const NAME = 'Ngozi Adeyemi';
const QUESTION = `naloxone for ngozi, I mean ${NAME}, how much`;

describe('an analyzer in addition to the built-in rules', () => {
  let presidio: Awaited<ReturnType<typeof startPresidioServer>>;
  let cloud: EmbeddingServer;
  let server: InProcess;
  beforeAll(async () => {
    presidio = await startPresidioServer({ [NAME]: 'PERSON' });
    cloud = await startEmbeddingServer({ dimensions: 16 });
    server = await startInProcess({
      environment: {
        PRESIDIO_URL: presidio.url.href,
        PHI_TIMEOUT_MS: '30000',
        EMBEDDING_BASE_URL: cloud.baseUrl,
        EMBEDDING_MODEL: 'test-model',
        EMBEDDING_DIMENSIONS: '16',
        EMBEDDING_LOCAL: 'false',
      },
    });
    await server.ingest('# Naloxone\n\nNaloxone 0.4 mg to 2 mg IV, repeat every 2 minutes.', 'naloxone.md');
    await server.settled();
  });
  afterAll(async () => {
    await server?.dispose();
    await cloud?.close();
    await presidio?.[Symbol.asyncDispose]();
  });

  const screeningOf = async (queryId: unknown): Promise<Json | undefined> => {
    const { events } = (await server.get(`/api/audit/streams/query-${String(queryId)}`)) as unknown as {
      readonly events: readonly { readonly type: string; readonly data: Json }[];
    };
    return events.find(({ type }) => type === 'PhiScreened')?.data;
  };
  const sentAway = (): string => cloud.texts().join('\n');

  it('keeps a question on the premises when only the analyzer recognizes a name in it, and logs that', async () => {
    const answered = await server.ask(QUESTION);
    expect(answered.status).toBe('answered');
    expect(await screeningOf(answered.queryId)).toMatchObject({
      detected: true,
      kinds: ['name'],
      detector: expect.stringMatching(/^patterns-\d+\+presidio-en$/),
    });
    expect(sentAway()).not.toContain('Ngozi');
    await server.post('/api/search', { query: QUESTION });
    expect(sentAway()).not.toContain('Ngozi');
  });

  it('lets a question leave when neither finds anything', async () => {
    await server.ask('naloxone dose and repeat');
    expect(sentAway()).toContain('naloxone dose and repeat');
  });

  it('keeps a note on the premises when only the analyzer finds a name in it', async () => {
    const note = await server.ingest(`Wheezing, seen with ${NAME} today.`, 'note.txt', {
      sourceType: 'note',
    });
    expect(note.state).toBe('COMPLETED');
    await server.settled();
    expect(sentAway()).not.toContain('Wheezing');
  });

  it('keeps every question on the premises while the analyzer is down, and answers them still', async () => {
    presidio.behave('fails');
    const answered = await server.ask('how fast may naloxone be pushed');
    expect(answered.status).toBe('answered');
    expect(await screeningOf(answered.queryId)).toMatchObject({ detected: true, kinds: ['not_screened'] });
    expect(sentAway()).not.toContain('how fast');
    expect(server.logLines.join('')).not.toContain('how fast');
    presidio.behave('answers');
  });
});
