import { DecryptCommand, EncryptCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { KeyService } from '../../../ports/key-service.ts';
import { boundAwsAnswers, boundedAnswerStep, silentAwsLogger } from '../../resilience/aws-client.ts';
import { askKeyService, type KeyServiceProblem, keyServiceUnavailable } from './key-service-attempts.ts';
import type { AwsKmsConfiguration } from './key-service-configuration.ts';

/** The size limit of a response; a usual one has a few hundred bytes. */
const ANSWER_BYTES = 64 * 1024;

/** Precedes the ciphertext in base64, so that no other service is asked to open it. */
const PREFIX = 'aws-kms:v1:';

/** Binds the ciphertext to its purpose. AWS CloudTrail logs it. */
const PURPOSE = { purpose: 'anamnesis master key' };

/** Refusals of the caller rather than of the key. */
const ACCESS_ERRORS: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'NotAuthorized',
  'OptInRequired',
  'UnrecognizedClientException',
]);

/** The key exists, but cannot be used until somebody changes that. */
const STATE_ERRORS: ReadonlySet<string> = new Set(['DisabledException', 'KMSInvalidStateException']);

/** Errors that pass although their status is 4xx. */
const PASSING_ERRORS: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** The response is not one of AWS KMS. */
class UnexpectedAnswer extends Error {}

/** The text to unwrap has not come from AWS KMS. */
class NotWrappedByKms extends Error {}

/** The SDK reports a response that it cannot read as a SyntaxError. */
const isUnexpected = (error: unknown): boolean =>
  error instanceof UnexpectedAnswer || error instanceof SyntaxError;

const isCredentialsError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'CredentialsProviderError';

const messageOf = (error: unknown, { key, region, endpoint }: AwsKmsConfiguration): string => {
  const place = endpoint?.host ?? region;
  if (error instanceof NotWrappedByKms)
    return 'AWS KMS did not wrap this master key. Set KEY_SERVICE_URL to the service that did.';
  if (isCredentialsError(error))
    return 'No credentials for AWS KMS were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.';
  if (isUnexpected(error)) return `The server at ${place} is not AWS KMS: its response has another format.`;
  if (!(error instanceof KMSServiceException)) return `AWS KMS at ${place} does not answer.`;
  const { name, $metadata } = error;
  const status = $metadata.httpStatusCode ?? 0;
  if (STATE_ERRORS.has(name))
    return `The key "${key}" of AWS KMS at ${place} cannot be used (${name}). Enable it, or cancel its deletion before it takes effect.`;
  if (ACCESS_ERRORS.has(name) || status === 401 || status === 403)
    return (
      `AWS KMS at ${place} refused access (${name}). The credentials need kms:Encrypt and kms:Decrypt for the key "${key}", ` +
      'and that key must have wrapped this master key.'
    );
  if (isPassing(error)) return `AWS KMS at ${place} answered with an error (${name}).`;
  return `AWS KMS at ${place} does not know the key "${key}", or did not wrap this master key with it (${name}). Check KEY_SERVICE_URL.`;
};

/** A retry may help while the service cannot be reached or is overloaded, but not after a refusal. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof NotWrappedByKms || isCredentialsError(error) || isUnexpected(error)) return false;
  if (!(error instanceof KMSServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 0;
  return status === 429 || status >= 500 || PASSING_ERRORS.has(error.name);
};

const createClient = ({ region, endpoint, timeout }: AwsKmsConfiguration): KMSClient => {
  const client = new KMSClient({
    region,
    ...omitUndefined({ endpoint: endpoint?.href }),
    logger: silentAwsLogger,
    // `askKeyService` retries.
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: timeout }),
  });
  client.middlewareStack.add(
    boundAwsAnswers({ limit: ANSWER_BYTES, tooLarge: () => new UnexpectedAnswer('too large') }),
    boundedAnswerStep,
  );
  return client;
};

/**
 * A symmetric key of AWS KMS: `Encrypt` and `Decrypt` with the encryption context `purpose=anamnesis master key`. The
 * key's material may rotate at AWS; a ciphertext names what it was made with. A client lives for one call, because only
 * a start and one command call the service.
 */
export const createAwsKmsKeyService = (configuration: AwsKmsConfiguration): KeyService => {
  const { key: KeyId, timeout } = configuration;

  const call = async <Answer>(
    ask: (client: KMSClient, options: { readonly abortSignal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> => {
    const client = createClient(configuration);
    try {
      return await askKeyService(
        () => ask(client, { abortSignal: AbortSignal.timeout(timeout) }),
        (error): KeyServiceProblem => ({
          failure: keyServiceUnavailable(messageOf(error, configuration), error),
          isPassing: isPassing(error),
        }),
      );
    } finally {
      client.destroy();
    }
  };

  return {
    wrap: (secret) =>
      call(async (client, options) => {
        const { CiphertextBlob } = await client.send(
          new EncryptCommand({ KeyId, Plaintext: secret, EncryptionContext: PURPOSE }),
          options,
        );
        if (!CiphertextBlob) throw new UnexpectedAnswer('no ciphertext');
        return `${PREFIX}${Buffer.from(CiphertextBlob).toString('base64')}`;
      }),
    unwrap: (wrapped) =>
      call(async (client, options) => {
        if (!wrapped.startsWith(PREFIX)) throw new NotWrappedByKms('another prefix');
        const { Plaintext } = await client.send(
          new DecryptCommand({
            // Only this key: a file wrapped with a key of somebody else's account is refused.
            KeyId,
            CiphertextBlob: Buffer.from(wrapped.slice(PREFIX.length), 'base64'),
            EncryptionContext: PURPOSE,
          }),
          options,
        );
        if (!Plaintext) throw new UnexpectedAnswer('no plaintext');
        return Plaintext;
      }),
  };
};
