import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import {
  chooseKeyService,
  type KeyServiceConfiguration,
  keyServiceEnvironment,
} from './key-service-configuration.ts';
import { parseMasterKey, WRONG_MASTER_KEY } from './master-key.ts';

/** The variables that locate the master key. */
export const masterKeyEnvironment = {
  MASTER_KEY: z
    .string()
    .optional()
    .describe(
      "32 bytes in hex or base64 that wrap the subjects' keys; anyone who can inspect the process or its container's settings sees it, so prefer `MASTER_KEY_FILE`",
    ),
  MASTER_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'a file outside the data directory that holds the master key, readable by its owner only (0600), such as a mounted secret; otherwise the key is created in `keys/`, next to the data that it decrypts',
    ),
  PREVIOUS_MASTER_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'the file of the master key that is being replaced: every key is wrapped with the new one, once all nodes have both; `npx anamnesis doctor` says when this file is no longer needed',
    ),
  ...keyServiceEnvironment,
} as const;

/** The location of the master key; the data directory if nothing is set. */
export type MasterKeyConfiguration = {
  readonly masterKey?: string;
  /** The file of the master key if it is outside the data directory. */
  readonly masterKeyFile?: string;
  /** The file of the master key that this one replaces. */
  readonly previousMasterKeyFile?: string;
  readonly keyService?: KeyServiceConfiguration;
};

/** Returns the location that the variables choose, or what is wrong with them. */
export const chooseMasterKey = (
  env: z.output<z.ZodObject<typeof masterKeyEnvironment>> & { readonly AWS_REGION?: string | undefined },
): Choice<MasterKeyConfiguration> => {
  if (env.MASTER_KEY && env.MASTER_KEY_FILE)
    return { ok: false, problem: 'Set MASTER_KEY or MASTER_KEY_FILE, not both.' };
  if (env.MASTER_KEY !== undefined && parseMasterKey(env.MASTER_KEY) === undefined)
    return { ok: false, problem: WRONG_MASTER_KEY };
  const service = chooseKeyService(env);
  if (!service.ok) return service;
  return {
    ok: true,
    value: omitUndefined({
      masterKey: env.MASTER_KEY,
      masterKeyFile: env.MASTER_KEY_FILE,
      previousMasterKeyFile: env.PREVIOUS_MASTER_KEY_FILE,
      keyService: service.value,
    }),
  };
};
