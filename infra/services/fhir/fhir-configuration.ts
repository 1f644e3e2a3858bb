import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

const address = serverAddress.refine(
  ({ search, hash }) => `${search}${hash}` === '',
  'must not contain ? or #',
);
const printable = /^[\x21-\x7e]+$/;

/** What the tool reads, as scopes of SMART App Launch 2. */
const SCOPES = ['Patient', 'Condition', 'MedicationRequest', 'Observation', 'AllergyIntolerance']
  .map((type) => `system/${type}.rs`)
  .join(' ');

/** Environment variables for a server of patient records. */
export const fhirEnvironment = {
  FHIR_URL: address
    .optional()
    .describe(
      'base address of a FHIR R4 server on the premises, e.g. `https://ehr.example/fhir`; enables the tool read_patient_record',
    ),
  FHIR_LOCAL: flag
    .optional()
    .describe(
      'declares whether that server is on the premises, which is required because patient ids are sent to it; default: true for this machine or a private address',
    ),
  FHIR_TOKEN: z
    .string()
    .max(8000)
    .regex(printable, 'must be a token')
    .optional()
    .describe('bearer token for that server'),
  FHIR_CLIENT_ID: z
    .string()
    .max(200)
    .regex(printable, 'must be an id without spaces')
    .optional()
    .describe('client id of this program at that server (SMART Backend Services), instead of a token'),
  FHIR_PRIVATE_KEY_FILE: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("file with that client's private key, as JWK or PKCS #8 PEM, for RS384 or ES384"),
  FHIR_KEY_ID: z
    .string()
    .max(200)
    .regex(printable, 'must be an id without spaces')
    .optional()
    .describe('`kid` of that key, if the file does not contain it'),
  FHIR_TOKEN_URL: address
    .optional()
    .describe("token endpoint; default: from the server's `.well-known/smart-configuration`"),
  FHIR_SCOPE: z.string().min(1).max(1000).default(SCOPES).describe('requested scopes'),
} as const;

type FhirEnvironment = z.output<z.ZodObject<typeof fhirEnvironment>>;

/** A client of SMART Backend Services, which signs its own assertions. */
export type SmartClient = {
  readonly clientId: string;
  readonly keyFile: string;
  readonly keyId?: string;
  readonly tokenUrl?: URL;
  readonly scope: string;
};

/** The server of patient records and its credentials. */
export type FhirConfiguration = {
  /** Ends in a slash. */
  readonly base: URL;
  readonly token?: string;
  readonly smart?: SmartClient;
};

const wrong = (problem: string): Choice<FhirConfiguration | undefined> => ({ ok: false, problem });

/** Chooses the server of patient records; undefined without FHIR_URL. */
export const chooseFhir = (env: FhirEnvironment): Choice<FhirConfiguration | undefined> => {
  const { FHIR_URL: url, FHIR_TOKEN: token, FHIR_CLIENT_ID: clientId, FHIR_PRIVATE_KEY_FILE: keyFile } = env;
  if (url === undefined) return { ok: true, value: undefined };
  for (const [name, one] of Object.entries({ FHIR_URL: url, FHIR_TOKEN_URL: env.FHIR_TOKEN_URL }))
    if (one?.protocol === 'http:' && !isPrivateHost(one))
      return wrong(`${name} must be an https:// URL, because the host is not a private address`);
  if (!(env.FHIR_LOCAL ?? isPrivateHost(url)))
    return wrong(
      'FHIR_URL must be on the premises, because patient ids are sent to it. Set FHIR_LOCAL=true if you run its host',
    );
  if ((clientId === undefined) !== (keyFile === undefined))
    return wrong('FHIR_CLIENT_ID and FHIR_PRIVATE_KEY_FILE must be set together');
  if (token !== undefined && clientId !== undefined)
    return wrong('FHIR_TOKEN and FHIR_CLIENT_ID must not be set together');
  return {
    ok: true,
    value: {
      base: new URL(url.href.endsWith('/') ? url.href : `${url.href}/`),
      ...omitUndefined({
        token,
        smart:
          clientId === undefined || keyFile === undefined
            ? undefined
            : {
                clientId,
                keyFile,
                scope: env.FHIR_SCOPE,
                ...omitUndefined({ keyId: env.FHIR_KEY_ID, tokenUrl: env.FHIR_TOKEN_URL }),
              },
      }),
    },
  };
};
