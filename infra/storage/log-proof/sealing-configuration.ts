import { z } from 'zod';
import { isKeyName } from '../../../domain/audit/merkle/signed-note.ts';

/** The variables of the checkpoints over the log. */
export const sealingEnvironment = {
  SEAL_ORIGIN: z
    .string()
    .refine(isKeyName, 'must be a name without spaces and plus signs, such as hospital.example/anamnesis')
    .optional()
    .describe(
      'name of the log in its signed checkpoints, such as `hospital.example/anamnesis`; without it a random name is made once',
    ),
  SEAL_EVERY_EVENTS: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .max(1_000_000)
    .default(10_000)
    .describe('events after which a checkpoint of the log is signed at the latest'),
  SEAL_EVERY_SECONDS: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe('seconds after which a checkpoint of the log is signed at the latest, if anything happened'),
} as const;

/** When checkpoints are signed, and the name of the log in them. */
export type SealingConfiguration = {
  readonly origin?: string;
  readonly everyEvents: number;
  readonly everySeconds: number;
};

export const sealingConfigurationOf = (
  env: z.output<z.ZodObject<typeof sealingEnvironment>>,
): SealingConfiguration => ({
  ...(env.SEAL_ORIGIN === undefined ? {} : { origin: env.SEAL_ORIGIN }),
  everyEvents: env.SEAL_EVERY_EVENTS,
  everySeconds: env.SEAL_EVERY_SECONDS,
});
