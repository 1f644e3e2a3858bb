import { z } from 'zod';

const whole = z.coerce.number({
  error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined),
});

/** Environment variables for sessions in browsers. */
export const sessionEnvironment = {
  SESSION_IDLE_MINUTES: whole
    .int()
    .min(1)
    .max(24 * 60)
    .default(30)
    .describe('minutes without a request after which a browser is signed out'),
  SESSION_MAX_HOURS: whole
    .int()
    .min(1)
    .max(168)
    .default(12)
    .describe('hours after which a browser is signed out even if it is used'),
} as const;

/** How long sessions in browsers last. */
export type SessionTerms = { readonly idleSeconds: number; readonly maxSeconds: number };

export const sessionTermsOf = (env: z.output<z.ZodObject<typeof sessionEnvironment>>): SessionTerms => ({
  idleSeconds: env.SESSION_IDLE_MINUTES * 60,
  maxSeconds: env.SESSION_MAX_HOURS * 3600,
});

export const defaultSessionTerms: SessionTerms = sessionTermsOf(z.object(sessionEnvironment).parse({}));
