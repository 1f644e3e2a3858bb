import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceNames } from '../../../../domain/consultation/sources/source-name.ts';
import { modelAt, openConsultation } from '../../../support/consultation.ts';
import { type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts';

let server: OpenAiServer;
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

const QUESTION = 'maximum epinephrine dose for anaphylaxis in adults';
const answerTo = async (more: object): Promise<Record<string, unknown> | undefined> => {
  const { ask } = openConsultation({ languageModels: { local: modelAt(server, 'local') } });
  const { deliver, last } = await ask(QUESTION, more);
  await deliver();
  return last('QueryAnswered');
};

describe('a question that skips the documents', () => {
  it('does not claim that no document answers it, and is not sent to a model', async () => {
    const answered = await answerTo({ preferences: { excludeSources: [...sourceNames] } });
    expect(answered?.answer).toContain('The loaded documents were not searched');
    expect(answered?.answer).not.toContain('Nothing in the loaded documents');
    expect(server.calls).toEqual([]);
  });

  it('reports the same when its filter excludes all of its sources', async () => {
    const answered = await answerTo({
      sourcesWanted: ['guidelines'],
      filters: { sourceType: ['textbook'] },
    });
    expect(answered).toMatchObject({ citations: [], answer: expect.stringContaining('were not searched') });
  });
});
