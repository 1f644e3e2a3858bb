import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import { nodeHasher } from '../../../../../infra/installation/node-hasher.ts';
import { pointIdOf } from '../../../../../infra/search/vector-index/qdrant/point-id.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).qdrant;

describe('the Qdrant configuration', () => {
  it('is absent when nothing is set', () => {
    expect(chosen({})).toBeUndefined();
  });

  it('accepts a URL, with a key, on its default port', () => {
    expect(chosen({ QDRANT_URL: 'https://qdrant.example.org', QDRANT_API_KEY: 'k' })).toEqual({
      url: new URL('https://qdrant.example.org'),
      port: 6333,
      leavesThePremises: true,
      apiKey: 'k',
      layout: { quantization: 'none', oversampling: 1, onDisk: false },
    });
  });

  it.each([
    [{ QDRANT_QUANTIZATION: 'scalar' }, { quantization: 'scalar', oversampling: 2 }],
    [{ QDRANT_QUANTIZATION: 'binary' }, { quantization: 'binary', oversampling: 4 }],
    [
      { QDRANT_QUANTIZATION: 'binary', QDRANT_OVERSAMPLING: '2.5' },
      { quantization: 'binary', oversampling: 2.5 },
    ],
    [
      { QDRANT_ON_DISK: 'true', QDRANT_SHARDS: '6' },
      { onDisk: true, shards: 6 },
    ],
    // One of two nodes may be down, and so may one of three.
    [{ QDRANT_REPLICAS: '2' }, { replicas: 2, writeConsistency: 1 }],
    [{ QDRANT_REPLICAS: '3' }, { replicas: 3, writeConsistency: 2 }],
    [
      { QDRANT_REPLICAS: '3', QDRANT_WRITE_CONSISTENCY: '3' },
      { replicas: 3, writeConsistency: 3 },
    ],
  ])('sets up collections according to %j', (environment, layout) => {
    const defined = { QDRANT_URL: 'http://127.0.0.1:6333', ...environment } as Record<string, string>;
    expect(chosen(defined)?.layout).toEqual({
      quantization: 'none',
      oversampling: 1,
      onDisk: false,
      ...layout,
    });
  });

  it.each([
    ['http://127.0.0.1:7000', 7000],
    ['https://qdrant.example.org:443/base', 443],
    ['http://[::1]:6334/', 6334],
    ['http://localhost/8080', 6333],
  ])('reads the port of %s as written', (url, port) => {
    expect(chosen({ QDRANT_URL: url })?.port).toBe(port);
  });

  it.each([
    ['http://10.0.0.5:6333', undefined, false],
    ['https://qdrant.example.org', undefined, true],
    ['https://qdrant.hospital.example', 'true', false],
    ['http://qdrant.hospital.example', 'true', false],
    ['http://127.0.0.1:6333', 'false', true],
  ])(
    'determines from the address %s and QDRANT_LOCAL=%s whether Qdrant is external',
    (url, local, outside) => {
      const environment = { QDRANT_URL: url, ...omitUndefined({ QDRANT_LOCAL: local }) };
      expect(chosen(environment)?.leavesThePremises).toBe(outside);
    },
  );

  it.each([
    [{ QDRANT_URL: 'qdrant:6333' }, 'QDRANT_URL must be an http:// or https:// URL'],
    [{ QDRANT_URL: 'https://user:secret@qdrant.example.org' }, 'QDRANT_URL must not contain a password'],
    [{ QDRANT_URL: 'http://qdrant.example.org' }, 'QDRANT_URL must be an https:// URL'],
    [{ QDRANT_API_KEY: 'secret' }, 'QDRANT_API_KEY has no effect without QDRANT_URL'],
    [{ QDRANT_LOCAL: 'true' }, 'QDRANT_LOCAL has no effect without QDRANT_URL'],
    [{ QDRANT_SHARDS: '2' }, 'QDRANT_SHARDS has no effect without QDRANT_URL'],
    [
      { QDRANT_URL: 'http://127.0.0.1', QDRANT_OVERSAMPLING: '2' },
      'QDRANT_OVERSAMPLING has no effect without QDRANT_QUANTIZATION',
    ],
    [
      { QDRANT_URL: 'http://127.0.0.1', QDRANT_REPLICAS: '2', QDRANT_WRITE_CONSISTENCY: '3' },
      'QDRANT_WRITE_CONSISTENCY must not be more than QDRANT_REPLICAS',
    ],
    [{ QDRANT_URL: 'http://127.0.0.1', QDRANT_QUANTIZATION: 'secret' }, 'QDRANT_QUANTIZATION'],
    [
      { VECTOR_HNSW_M: '64', VECTOR_HNSW_EF_CONSTRUCT: '100' },
      'VECTOR_HNSW_EF_CONSTRUCT must be at least twice VECTOR_HNSW_M',
    ],
    [{ VECTOR_LEAST_RECALL: '1.5' }, 'VECTOR_LEAST_RECALL'],
  ])('names the wrong variable in %j, and not its value', (environment, sentence) => {
    const read = () => readConfiguration(environment);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(sentence);
    expect(read).not.toThrow('secret');
  });
});

describe('a point id', () => {
  it('is a UUID of version 8 that depends only on the chunk', () => {
    const id = pointIdOf(nodeHasher, 'guideline-a@1#0');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(pointIdOf(nodeHasher, 'guideline-a@1#0')).toBe(id);
    const many = Array.from({ length: 1000 }, (_, n) => pointIdOf(nodeHasher, `guideline-a@1#${n}`));
    expect(new Set(many).size).toBe(1000);
  });
});
