import { describe, expect, it } from 'vitest';
import { chooseKeyService } from '../../../../../infra/storage/key-vault/key-service-configuration.ts';

const defaults = {
  KEY_SERVICE_MOUNT: 'transit',
  KEY_SERVICE_KEY: 'anamnesis',
  KEY_SERVICE_TIMEOUT_MS: 5000,
} as const;
const choose = (
  KEY_SERVICE_URL: string,
  more: { KEY_SERVICE_TOKEN_FILE?: string; AWS_REGION?: string } = {},
) => chooseKeyService({ ...defaults, KEY_SERVICE_URL, ...more });

const ID = '1234abcd-12ab-34cd-56ef-1234567890ab';
const ARN = `arn:aws:kms:eu-central-1:111122223333:key/${ID}`;

describe('KEY_SERVICE_URL', () => {
  it.each([
    [`awskms://${ID}?region=us-east-1`, ID, 'us-east-1'],
    [
      'awskms://mrk-1234abcd12ab34cd56ef1234567890ab?region=us-east-1',
      'mrk-1234abcd12ab34cd56ef1234567890ab',
      'us-east-1',
    ],
    ['awskms://alias/Hospital_A/master?region=us-east-1', 'alias/Hospital_A/master', 'us-east-1'],
    [`awskms:///${ARN}`, ARN, 'eu-central-1'],
    [`awskms:///${ARN}?region=eu-west-1`, ARN, 'eu-west-1'],
    [
      'awskms:///arn:aws-us-gov:kms:us-gov-west-1:111122223333:alias/a',
      'arn:aws-us-gov:kms:us-gov-west-1:111122223333:alias/a',
      'us-gov-west-1',
    ],
  ])('%s names a key of AWS KMS', (url, key, region) => {
    expect(choose(url)).toEqual({ ok: true, value: { kind: 'aws-kms', key, region, timeout: 5000 } });
  });

  it('takes the region from AWS_REGION, and a VPC endpoint', () => {
    const endpoint = 'https://vpce-1.kms.eu-central-1.vpce.amazonaws.com/';
    expect(choose(`awskms://alias/a?endpoint=${endpoint}`, { AWS_REGION: 'eu-central-1' })).toMatchObject({
      ok: true,
      value: { region: 'eu-central-1', endpoint: new URL(endpoint) },
    });
  });

  it.each([
    ['awskms://alias/a', /region/],
    ['awskms://alias/a?region=Ireland', /region/],
    ['awskms://a?region=eu-west-1', /id, alias or ARN/],
    ['awskms:///arn:aws:s3:::bucket', /id, alias or ARN/],
    ['awskms://alias/a?region=eu-west-1&key=b', /only the parameters/],
    ['awskms://alias:99/a?region=eu-west-1', /must be written as/],
    ['awskms://alias/a?region=eu-west-1#b', /must be written as/],
    ['awskms://AKIA:secret@alias/a?region=eu-west-1', /must not hold/],
    ['awskms://alias/a?region=eu-west-1&endpoint=http://kms.example.org', /https/],
    ['awskms://alias/a?region=eu-west-1&endpoint=https://u:p@kms.example.org', /must not hold keys/],
    ['https://user:password@vault.example.org', /must not hold/],
    ['https://vault.example.org', /needs KEY_SERVICE_TOKEN_FILE/],
  ])('%s is refused', (url, problem) => {
    expect(choose(url)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('of AWS KMS needs no token file, and refuses one', () => {
    expect(choose(`awskms:///${ARN}`, { KEY_SERVICE_TOKEN_FILE: '/token' })).toMatchObject({ ok: false });
  });

  it('of Vault ends with a slash', () => {
    expect(choose('https://vault:8200/base', { KEY_SERVICE_TOKEN_FILE: '/token' })).toMatchObject({
      value: { kind: 'transit', url: new URL('https://vault:8200/base/'), tokenFile: '/token' },
    });
  });
});
