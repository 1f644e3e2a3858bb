import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole, tokenOf, voiceModel } from '../support/console-in-browser.ts';

const say = (itemId: string, transcript: string) => [
  { type: 'response.created', response: { id: `r-${itemId}` } },
  { type: 'response.output_audio.delta', response_id: 'r', item_id: itemId, delta: 'AAAAAAAA' },
  { type: 'response.output_audio_transcript.done', response_id: 'r', item_id: itemId, transcript },
  { type: 'response.done', response: { id: `r-${itemId}`, status: 'completed', output: [] } },
];

const hear = (transcript: string) => [
  { type: 'input_audio_buffer.speech_started' },
  { type: 'input_audio_buffer.speech_stopped' },
  { type: 'conversation.item.input_audio_transcription.completed', item_id: 'i0', transcript },
];

const askDocuments = (question: string) => ({
  type: 'response.output_item.done',
  item: {
    type: 'function_call',
    status: 'completed',
    name: 'ask_documents',
    call_id: `call-${question}`,
    arguments: JSON.stringify({ question }),
  },
});

describe.skipIf(!hasBrowser)('the page to speak on', () => {
  it('sends what is spoken, shows the answer of the documents with its sources, and keeps unproven speech back', async () => {
    const opened = await openConsole({ person: 'speaker', permissions: ['microphone'] });
    const { page, server, picture, expectAccessible, close } = opened;
    const opening = (await voiceModel()).next();
    await page.getByRole('link', { name: 'Speak' }).click();
    await page.getByRole('heading', { name: 'Speak' }).waitFor();
    await expectAccessible();
    await page.getByRole('button', { name: 'Begin to speak' }).click();
    const model = await opening;
    await page.getByText('Listening. Speak').waitFor();
    await model.waitFor('input_audio_buffer.append', 3);

    const question = 'What is the adult dose of naloxone?';
    model.say(
      ...hear(question),
      { type: 'response.created', response: { id: 'r1' } },
      askDocuments(question),
    );
    await page.getByText(question, { exact: true }).first().waitFor();
    const answer = page.getByRole('article', { name: 'Question and answer' });
    await answer.getByText('Not checked by a clinician', { exact: true }).waitFor();
    await model.waitFor('conversation.item.create');
    model.say({ type: 'response.done', response: { id: 'r1', status: 'completed', output: [] } });
    model.say(
      ...say(
        'i1',
        'Adult dose: naloxone 0.4 mg to 2 mg IV, IM or subcutaneously, repeated every 2 to 3 minutes.',
      ),
    );
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('repeated every 2 to 3 minutes').waitFor();
    model.say(...say('i2', 'Give nine hundred milligrams of naloxone by mouth.'));
    await transcript.getByText('An answer was not played').waitFor();
    expect(await transcript.getByText('nine hundred').count()).toBe(0);
    await answer
      .getByRole('button', { name: /^Source 1/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Source' }).waitFor();
    await page.getByRole('button', { name: 'Back to the answer' }).click();
    await expectAccessible();
    await picture('speak');

    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByText('Your microphone is muted.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('You ended the session.').waitFor();
    await model.closed;
    await page.getByRole('link', { name: 'Continue in writing' }).click();
    await page.getByRole('heading', { name: question }).waitFor();
    const authorization = `Bearer ${await tokenOf('speaker')}`;
    const id = page.url().split('/').at(-1) ?? '';
    const read = await server.request(`/api/conversations/${id}`, { headers: { authorization } });
    expect(await read.json()).toMatchObject({ data: { queries: [{ question, status: 'answered' }] } });
    await close();
  });

  it('falls silent when the person speaks, and tells the model what was heard', async () => {
    const { page, close } = await openConsole({
      person: 'interrupter',
      permissions: ['microphone'],
      at: '/console/voice',
    });
    const opening = (await voiceModel()).next();
    await page.getByRole('button', { name: 'Begin to speak' }).click();
    const model = await opening;
    await page.getByText('Listening. Speak').waitFor();
    const fiveSeconds = Buffer.alloc(24_000 * 2 * 5).toString('base64');
    const [created, , done] = say('i1', 'Hello, what can I look up?');
    model.say(
      created ?? {},
      { type: 'response.output_audio.delta', response_id: 'r', item_id: 'i1', delta: fiveSeconds },
      done ?? {},
    );
    await page.getByText('Hello, what can I look up?').waitFor();
    model.say({ type: 'input_audio_buffer.speech_started' });
    const [cut] = await model.waitFor('conversation.item.truncate');
    expect(cut).toMatchObject({ item_id: 'i1', content_index: 0 });
    await page.getByText('Hearing you').waitFor();
    model.close();
    await page.getByText(/The voice model stopped responding/).waitFor();
    await page.getByRole('button', { name: 'Begin again' }).waitFor();
    await close();
  });

  it('explains why it may not use the microphone', async () => {
    const { page, context, close } = await openConsole({ person: 'refused' });
    // The browser refuses it as a person would.
    await context.route('**/console/voice', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'permissions-policy': 'microphone=()' };
      await route.fulfill({ response, headers });
    });
    await page.goto('/console/voice');
    await page.getByRole('button', { name: 'Begin to speak' }).click();
    await page.getByText('The browser does not let this page use the microphone.').waitFor();
    await close();
  });

  it('fits a phone in the dark theme', async () => {
    const { page, picture, expectAccessible, expectNoSidewaysScrolling, close } = await openConsole({
      person: 'phone-speaker',
      permissions: ['microphone'],
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
      at: '/console/voice',
    });
    await page.getByRole('button', { name: 'Begin to speak' }).waitFor();
    await expectNoSidewaysScrolling();
    await expectAccessible();
    await picture('speak-phone-dark');
    await close();
  });
});
