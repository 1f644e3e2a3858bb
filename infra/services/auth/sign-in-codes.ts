import { z } from 'zod';
import type { SignInCodes } from '../../../ports/sign-in-codes.ts';
import { createOneTimeSeal, type OneTimeSealServices } from './one-time-seal.ts';

/** Long enough to send a link and open it, in seconds. */
const LIFE_SECONDS = 600;

/** Issues codes as sealed texts: a node stores neither them nor the tokens for which they stand. */
export const createSignInCodes = (services: OneTimeSealServices): SignInCodes => {
  const codes = createOneTimeSeal(services, {
    purpose: 'sign-in-code',
    lifeSeconds: LIFE_SECONDS,
    content: z.object({ token: z.string() }),
  });
  return {
    issue: async (token) => {
      const { text: code, expiresAt } = await codes.seal({ token });
      return { code, expiresAt };
    },
    open: async (code) => {
      const opened = await codes.open(code);
      return opened && { token: opened.token, use: () => codes.use(opened) };
    },
  };
};
