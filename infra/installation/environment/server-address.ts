import { z } from 'zod';

/** A variable that says where a server is. Secrets have separate variables: addresses are shown. */
export const serverAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((value) => new URL(value))
  .refine(({ username, password }) => `${username}${password}` === '', 'must not hold a password');
