import { z } from 'zod';

/** A variable with the address of a server. Addresses are displayed, so secrets have separate variables. */
export const serverAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((value) => new URL(value))
  .refine(({ username, password }) => `${username}${password}` === '', 'must not hold a password');
