import { z } from 'zod';
import type { Choice } from '../environment/choice.ts';
import type { TlsFiles } from './read-tls-files.ts';

/** The variables for the files of the server's certificate. */
export const tlsEnvironment = {
  TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe(
      "file with this server's TLS certificate (PEM, with its chain); checked every minute, so that a renewed one is used without a restart",
    ),
  TLS_KEY: z.string().min(1).optional().describe('file with the private key of that certificate (PEM)'),
} as const;

/** Chooses the files set by the variables, if any. */
export const chooseTls = (
  env: z.output<z.ZodObject<typeof tlsEnvironment>>,
): Choice<TlsFiles | undefined> => {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = env;
  if (certFile !== undefined && keyFile !== undefined) return { ok: true, value: { certFile, keyFile } };
  if (certFile === undefined && keyFile === undefined) return { ok: true, value: undefined };
  return {
    ok: false,
    problem: 'Set TLS_CERT and TLS_KEY together: neither works without the other.',
  };
};
