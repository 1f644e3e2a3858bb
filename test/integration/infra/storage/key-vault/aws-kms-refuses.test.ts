import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAwsKmsKeyService } from '../../../../../infra/storage/key-vault/aws-kms-key-service.ts';

process.env.AWS_ACCESS_KEY_ID ??= 'anamnesis-test';
process.env.AWS_SECRET_ACCESS_KEY ??= 'anamnesis-test-secret';

/** Responses of AWS KMS as its API reference lists them, and others that a server in its place may give. */
type Answer = { readonly status: number; readonly type?: string; readonly body?: string };

let answers: Answer[] = [];
let requests = 0;
const server = createServer((request, response) => {
  request.resume();
  requests += 1;
  const { status, type, body } = answers.shift() ?? { status: 500 };
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
    .end(body ?? JSON.stringify({ __type: type, message: 'arn:aws:iam::111122223333:user/a' }));
});
const key = 'alias/anamnesis';
let service: ReturnType<typeof createAwsKmsKeyService>;
beforeEach(async () => {
  requests = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  service = createAwsKmsKeyService({
    kind: 'aws-kms',
    key,
    region: 'eu-central-1',
    endpoint: new URL(`http://127.0.0.1:${port}/`),
    timeout: 5000,
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const wrapped = `aws-kms:v1:${Buffer.alloc(64).toString('base64')}`;
const refusal = async (...given: Answer[]): Promise<string> => {
  answers = given;
  const error = await service.unwrap(wrapped).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ reason: { code: 'unavailable', component: 'key-service' } });
  return error instanceof Error ? error.message : '';
};

describe('AWS KMS', () => {
  it.each([
    ['AccessDeniedException', /need kms:Encrypt and kms:Decrypt for the key "alias\/anamnesis"/],
    ['UnrecognizedClientException', /refused access/],
    ['ExpiredTokenException', /refused access/],
    ['NotFoundException', /does not know the key "alias\/anamnesis"/],
    ['InvalidCiphertextException', /did not wrap this master key/],
    ['IncorrectKeyException', /did not wrap this master key/],
    ['DisabledException', /cannot be used \(DisabledException\)\. Enable it/],
    ['KMSInvalidStateException', /cancel its deletion before it takes effect/],
  ])('that refuses with %s is asked once, and the message says what to do', async (type, message) => {
    const said = await refusal({ status: 400, type });
    expect(said).toMatch(message);
    expect(said).not.toContain('111122223333');
    expect(requests).toBe(1);
  });

  it('is asked again while it is overloaded or fails', async () => {
    answers = [
      { status: 400, type: 'ThrottlingException' },
      { status: 500, type: 'KMSInternalException' },
      { status: 200, body: JSON.stringify({ Plaintext: Buffer.alloc(32, 7).toString('base64') }) },
    ];
    expect(Buffer.from(await service.unwrap(wrapped))).toEqual(Buffer.alloc(32, 7));
    expect(requests).toBe(3);
  });

  it('is not asked to open what another service wrapped', async () => {
    await expect(service.unwrap('vault:v1:AAAA')).rejects.toThrow(
      'Set KEY_SERVICE_URL to the service that did.',
    );
    expect(requests).toBe(0);
  });

  it.each([
    ['of another format', '{}'],
    ['that is no JSON', '<html>'],
    ['without an end', JSON.stringify({ Plaintext: 'A'.repeat(100_000) })],
  ])('is distinguished from a server with a response %s', async (_what, body) => {
    expect(await refusal({ status: 200, body })).toMatch(/is not AWS KMS/);
    expect(requests).toBe(1);
  });

  it('needs credentials, and says where they can come from', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
    for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']) vi.stubEnv(name, '/dev/null');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    expect(await refusal()).toMatch(/No credentials .* AWS_ACCESS_KEY_ID .* role/);
    expect(requests).toBe(0);
  });
});
