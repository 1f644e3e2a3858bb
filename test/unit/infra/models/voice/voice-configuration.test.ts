import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chooseVoice, voiceEnvironment } from '../../../../../infra/models/voice/voice-configuration.ts';

const chosen = (environment: Readonly<Record<string, string>>) =>
  chooseVoice(z.object(voiceEnvironment).parse(environment));

describe('a voice model', () => {
  test.each([
    ['VOICE_API_KEY', { VOICE_API_KEY: 'a-key' }],
    ['VOICE_LOCAL', { VOICE_LOCAL: 'true' }],
    ['VOICE_PHI_AGREED', { VOICE_PHI_AGREED: 'true' }],
  ])('is absent when %s names no service', (name, environment) => {
    expect(chosen(environment)).toEqual({ ok: false, problem: `${name} has no effect without VOICE_URL` });
  });

  test('needs a key unless it is local', () => {
    const outside = { VOICE_URL: 'https://voice.example/v1', VOICE_PHI_AGREED: 'true' };
    expect(chosen(outside)).toMatchObject({ ok: false, problem: expect.stringContaining('VOICE_API_KEY') });
    expect(chosen({ ...outside, VOICE_API_KEY: 'a-key' })).toMatchObject({ ok: true });
    expect(chosen({ ...outside, VOICE_LOCAL: 'true' })).toMatchObject({
      ok: true,
      value: { leavesThePremises: false },
    });
  });
});
