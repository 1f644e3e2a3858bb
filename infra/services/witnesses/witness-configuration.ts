import { z } from 'zod';
import { parseVerifierKey, type VerifierKey } from '../../../domain/audit/merkle/signed-note.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';
import { sha256 } from '../../installation/sha256-tree-hasher.ts';

/** The name of the witness that is a folder. */
export const FOLDER_WITNESS = 'folder';

const MOST_WITNESSES = 8;

/** The variables of the witnesses, which keep checkpoints of the log outside. */
export const witnessEnvironment = {
  WITNESSES: z
    .string()
    .max(8000)
    .transform((value) => value.trim().split(/\s+/))
    .optional()
    .describe(
      'witnesses that countersign checkpoints of the log (c2sp.org/tlog-witness), each as its key and its address, separated by spaces: `witness.example/w1+1ba6f8e2+BN… https://witness.example/w1`',
    ),
  WITNESS_FOLDER: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'existing folder that receives a copy of each checkpoint of the log, on storage that the operators of the database cannot change',
    ),
} as const;

/** A witness with an HTTP address. */
export type HttpWitnessConfiguration = {
  readonly key: VerifierKey;
  /** Ends in a slash. */
  readonly url: URL;
};

export type WitnessConfiguration = {
  readonly servers: readonly HttpWitnessConfiguration[];
  readonly folder?: string;
};

const wrong = (problem: string): Choice<WitnessConfiguration> => ({ ok: false, problem });

/** Returns the witnesses, or a sentence that names what is wrong. */
export const chooseWitnesses = (
  env: z.output<z.ZodObject<typeof witnessEnvironment>>,
): Choice<WitnessConfiguration> => {
  const words = env.WITNESSES ?? [];
  if (words.length % 2 === 1)
    return wrong('WITNESSES must have a key and an address for each witness, separated by spaces');
  if (words.length > 2 * MOST_WITNESSES)
    return wrong(`WITNESSES must have at most ${MOST_WITNESSES} witnesses`);
  const servers: HttpWitnessConfiguration[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const key = parseVerifierKey(words[index] ?? '', sha256, 'witness');
    const url = serverAddress.safeParse(words[index + 1]);
    const number = index / 2 + 1;
    if (!key)
      return wrong(
        `WITNESSES: key ${number} is not the Ed25519 key of a witness (c2sp.org/tlog-cosignature, type 0x04), or was copied incompletely`,
      );
    if (!url.success || `${url.data.search}${url.data.hash}` !== '')
      return wrong(
        `WITNESSES: address ${number} must be an http:// or https:// URL without password, ? and #`,
      );
    if (key.name === FOLDER_WITNESS || servers.some((other) => other.key.name === key.name))
      return wrong(`WITNESSES: the name of witness ${number} is that of another one`);
    servers.push({ key, url: url.data.href.endsWith('/') ? url.data : new URL(`${url.data.href}/`) });
  }
  return { ok: true, value: { servers, ...omitUndefined({ folder: env.WITNESS_FOLDER }) } };
};
