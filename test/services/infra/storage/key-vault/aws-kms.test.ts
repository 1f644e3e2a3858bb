import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';
import { createAwsKmsKeyService } from '../../../../../infra/storage/key-vault/aws-kms-key-service.ts';
import {
  type AwsKmsConfiguration,
  chooseKeyService,
} from '../../../../../infra/storage/key-vault/key-service-configuration.ts';
import { loadMasterKey, rewrapMasterKey } from '../../../../../infra/storage/key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../../../../../infra/storage/key-vault/master-key-place.ts';
import { describeKeyService } from '../../../../contract/key-service.contract.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';

/** The KEY_SERVICE_URL of a test server, if there is one. */
const testKmsUrl = process.env.TEST_KMS_URL;
if (!testKmsUrl)
  process.stdout.write('TEST_KMS_URL is not set: the tests of a master key in AWS KMS are skipped.\n');

// The server of .ci/start-kms accepts any credentials.
process.env.AWS_ACCESS_KEY_ID ??= 'anamnesis-test';
process.env.AWS_SECRET_ACCESS_KEY ??= 'anamnesis-test-secret';

const configurationOf = (url: string): AwsKmsConfiguration => {
  const choice = chooseKeyService({
    KEY_SERVICE_URL: url,
    KEY_SERVICE_MOUNT: 'transit',
    KEY_SERVICE_KEY: 'anamnesis',
    KEY_SERVICE_TIMEOUT_MS: 5000,
  });
  if (!choice.ok || choice.value?.kind !== 'aws-kms') throw new Error('Not a URL of AWS KMS.');
  return choice.value;
};

const open = async () => {
  const direct = configurationOf(testKmsUrl ?? '');
  const proxy = await startTcpProxy(direct.endpoint?.href ?? '');
  const endpoint = new URL(proxy.urlFor(direct.endpoint?.href ?? ''));
  const configuration = { ...direct, endpoint };
  return {
    service: createAwsKmsKeyService(configuration),
    later: createAwsKmsKeyService(configuration),
    // moto opens a ciphertext with any key of its region.
    another: createAwsKmsKeyService({ ...configuration, region: 'eu-west-1' }),
    goAway: () => {
      proxy.refuse();
      for (const connection of proxy.connections()) connection.cut();
    },
    comeBack: () => proxy.accept(),
    place: endpoint.host,
    dispose: async () => proxy[Symbol.asyncDispose](),
  };
};

if (testKmsUrl) describeKeyService('AWS KMS', open);

describe.skipIf(!testKmsUrl)('a master key in AWS KMS', () => {
  it('is wrapped by the configured key, and the file alone reveals nothing', async () => {
    const root = await mkdtemp(join(tmpdir(), 'anamnesis-kms-'));
    try {
      const file = join(root, 'master.key');
      const key = randomBytes(32);
      await rewrapMasterKey(key, file, undefined);
      const place = masterKeyPlaceOf(
        readConfiguration({ KEY_SERVICE_URL: testKmsUrl, MASTER_KEY_FILE: file }),
        root,
      );
      await rewrapMasterKey(key, file, place.service);
      expect(await readFile(file, 'utf8')).toMatch(/^wrapped:aws-kms:v1:[A-Za-z0-9+/=]+\n$/);
      expect(Buffer.from(await loadMasterKey(place))).toEqual(key);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('needs a key that exists', async () => {
    const service = createAwsKmsKeyService({ ...configurationOf(testKmsUrl ?? ''), key: 'alias/missing' });
    await expect(service.wrap(randomBytes(32))).rejects.toMatchObject({
      reason: {
        code: 'unavailable',
        message: expect.stringContaining('does not know the key "alias/missing"'),
      },
    });
  });
});
