import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';

const name = z
  .string()
  .regex(/^[\w.:/@+-]{1,200}$/, 'must be a name: letters, digits and . : / @ + - _, no spaces');

/** The variables that choose the voice model. */
export const voiceEnvironment = {
  VOICE_URL: z
    .url({
      protocol: /^https$/,
      error: 'must be an https:// URL: the connection is a WebSocket over TLS',
    })
    .transform((value) => new URL(value))
    .refine(({ username, password }) => `${username}${password}` === '', 'must not hold a password')
    .optional()
    .describe(
      "service with OpenAI's Realtime API, including its version, e.g. `https://api.openai.com/v1`; enables `/api/voice`",
    ),
  VOICE_MODEL: name.default('gpt-realtime').describe('name of its model'),
  VOICE_API_KEY: z.string().min(1).optional().describe('API key for that service'),
  VOICE_NAME: name.default('marin').describe('voice of the model'),
  VOICE_TRANSCRIPTION_MODEL: name
    .default('gpt-4o-mini-transcribe')
    .describe('model of that service that transcribes speech'),
  VOICE_LOCAL: flag
    .optional()
    .describe('declares that the service is on the premises although its address does not show it'),
  VOICE_PHI_AGREED: flag
    .default(false)
    .describe(
      'declares that an agreement with the service (in the USA a business associate agreement) covers everything that is spoken, because speech cannot be screened for PHI before it is sent; required for a service outside the premises',
    ),
} as const;

type VoiceEnvironment = z.output<z.ZodObject<typeof voiceEnvironment>>;

/** The connection to the voice model. */
export type VoiceConfiguration = {
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly voice: string;
  readonly transcriptionModel: string;
  readonly leavesThePremises: boolean;
};

/** Chooses the voice model; undefined when no address is set. */
export const chooseVoice = (env: VoiceEnvironment): Choice<VoiceConfiguration | undefined> => {
  const { VOICE_URL: baseUrl } = env;
  if (baseUrl === undefined) {
    const unread = (['VOICE_API_KEY', 'VOICE_LOCAL'] as const).find((name) => env[name] !== undefined);
    return unread === undefined && !env.VOICE_PHI_AGREED
      ? { ok: true, value: undefined }
      : { ok: false, problem: `${unread ?? 'VOICE_PHI_AGREED'} has no effect without VOICE_URL` };
  }
  const leavesThePremises = !(env.VOICE_LOCAL ?? isPrivateHost(baseUrl));
  if (leavesThePremises && !env.VOICE_PHI_AGREED)
    return {
      ok: false,
      problem:
        'VOICE_URL is not on the premises, and speech cannot be screened for PHI: set VOICE_PHI_AGREED=true if an agreement with that service covers it, or VOICE_LOCAL=true if it is on the premises',
    };
  // Such services require a key; a server on the premises may not.
  if (leavesThePremises && env.VOICE_API_KEY === undefined)
    return { ok: false, problem: 'VOICE_URL is not on the premises and needs VOICE_API_KEY' };
  return {
    ok: true,
    value: {
      baseUrl,
      model: env.VOICE_MODEL,
      apiKey: env.VOICE_API_KEY,
      voice: env.VOICE_NAME,
      transcriptionModel: env.VOICE_TRANSCRIPTION_MODEL,
      leavesThePremises,
    },
  };
};
