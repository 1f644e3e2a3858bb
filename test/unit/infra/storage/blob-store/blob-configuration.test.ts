import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).bucket;

describe('the bucket configuration', () => {
  it('is absent when nothing is set', () => {
    expect(chosen({})).toBeUndefined();
  });

  it('accepts a bucket at AWS, in the region of the standard variable, as external', () => {
    expect(chosen({ BLOB_URL: 's3://anamnesis', AWS_REGION: 'eu-central-1' })).toEqual({
      bucket: 'anamnesis',
      prefix: '',
      region: 'eu-central-1',
      pathStyle: false,
      leavesThePremises: true,
    });
  });

  it('accepts a local server, with a prefix', () => {
    expect(
      chosen({ BLOB_URL: 's3://files/clinic/a?endpoint=http://10.0.0.7:9000&region=here&pathStyle=true' }),
    ).toEqual({
      bucket: 'files',
      prefix: 'clinic/a/',
      endpoint: new URL('http://10.0.0.7:9000'),
      region: 'here',
      pathStyle: true,
      leavesThePremises: false,
    });
  });

  it('treats a server as external by its name by default', () => {
    const BLOB_URL = 's3://files?endpoint=https://minio.example.org';
    expect(chosen({ BLOB_URL })?.leavesThePremises).toBe(true);
    expect(chosen({ BLOB_URL, BLOB_LOCAL: 'true' })?.leavesThePremises).toBe(false);
  });

  it.each([
    ['https://files', /BLOB_URL must be an s3/],
    ['s3://key:secret@files', /BLOB_URL must not hold keys/],
    ['s3://files?endpoint=https://a:b@minio.example.org', /BLOB_URL must not hold keys/],
    ['s3://Files_of_us', /BLOB_URL must name a bucket as S3 allows it: 3 to 63 lower-case letters/],
    ['s3:///prefix', /BLOB_URL must name a bucket: s3:/],
    ['s3://files:9000/prefix', /BLOB_URL must name its server as \?endpoint=/],
    ['s3://files:port', /BLOB_URL cannot be read; it must be written as s3:/],
    ['s3://files/a#b', /BLOB_URL must not have a #/],
    ['s3://', /BLOB_URL must/],
    ['s3://files?endpont=https://minio.example.org', /BLOB_URL accepts only the parameters/],
    ['s3://files?endpoint=minio', /BLOB_URL must have an http/],
    ['s3://files?pathStyle=yes', /BLOB_URL must have true or false/],
    ['s3://files/a%20b', /BLOB_URL must have a prefix/],
    ['s3://files?endpoint=http://minio.example.org', /BLOB_URL must have an https/],
  ])('rejects %s, without revealing the value', (BLOB_URL, sentence) => {
    expect(() => chosen({ BLOB_URL })).toThrow(ConfigurationError);
    expect(() => chosen({ BLOB_URL })).toThrow(sentence);
    expect(() => chosen({ BLOB_URL })).not.toThrow(/secret|a:b/);
  });

  it('reports that BLOB_LOCAL has no effect alone', () => {
    expect(() => chosen({ BLOB_LOCAL: 'true' })).toThrow(/BLOB_LOCAL has no effect/);
  });
});
