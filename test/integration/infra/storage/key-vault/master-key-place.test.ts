import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';
import {
  loadMasterKey,
  masterKeyAdvice,
  rewrapMasterKey,
} from '../../../../../infra/storage/key-vault/master-key.ts';
import { createTransitKeyService } from '../../../../../infra/storage/key-vault/transit-key-service.ts';
import { describeKeyService } from '../../../../contract/key-service.contract.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';
import { startTransitServer } from '../../../../support/transit-server.ts';

let root: string;
let keys: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'anamnesis-master-key-'));
  keys = join(root, 'data', 'keys');
  await mkdir(keys, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const openService = async () => {
  const server = await startTransitServer();
  const tokenFile = join(root, 'token');
  await writeFile(tokenFile, `${server.token}\n`);
  const settings = {
    kind: 'transit',
    url: server.url,
    mount: 'transit',
    key: 'anamnesis',
    tokenFile,
    timeout: 5000,
  } as const;
  return {
    ...server,
    settings,
    service: createTransitKeyService(settings),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

describe('the place of the master key', () => {
  it('is next to the data by default, which is reported while it lasts', async () => {
    const dataDir = join(root, 'data');
    const key = await loadMasterKey({ dataDirectory: keys });
    expect(await masterKeyAdvice(dataDir, { dataDirectory: keys })).toContain('next to the data');
    const inside = join(dataDir, 'elsewhere.key');
    await rewrapMasterKey(key, inside, undefined);
    expect(await masterKeyAdvice(dataDir, { dataDirectory: keys, file: inside })).toContain(
      'next to the data',
    );
    const outside = join(root, 'outside.key');
    await rewrapMasterKey(key, outside, undefined);
    expect((await stat(outside)).mode & 0o777).toBe(0o600);
    expect(await loadMasterKey({ dataDirectory: keys, file: outside })).toEqual(key);
    expect(await masterKeyAdvice(dataDir, { dataDirectory: keys, file: outside })).toBeUndefined();
    expect(
      await masterKeyAdvice(dataDir, { dataDirectory: keys, configured: 'ab'.repeat(32) }),
    ).toBeUndefined();
  });

  it('is never created in place of a configured file that is missing, which may be unmounted', async () => {
    const file = join(root, 'not-mounted.key');
    await expect(loadMasterKey({ dataDirectory: keys, file })).rejects.toThrow(/openssl rand/);
    await expect(loadMasterKey({ dataDirectory: keys, file, mayMake: false })).rejects.toThrow(
      /there is no .*not-mounted\.key, which MASTER_KEY_FILE names/,
    );
    expect(() => readConfiguration({ MASTER_KEY: 'ab'.repeat(32), MASTER_KEY_FILE: file })).toThrow(
      /not both/,
    );
  });

  it('is refused when others can read it', async () => {
    const file = join(root, 'open.key');
    await writeFile(file, 'ab'.repeat(32), { mode: 0o644 });
    await expect(loadMasterKey({ dataDirectory: keys, file })).rejects.toThrow(/chmod 600/);
  });

  it('never overwrites another key', async () => {
    const other = join(root, 'other.key');
    await writeFile(other, 'ab'.repeat(32), { mode: 0o600 });
    const key = await loadMasterKey({ dataDirectory: keys });
    await expect(rewrapMasterKey(key, other, undefined)).rejects.toMatchObject({
      reason: { code: 'rule_violated' },
    });
    expect(await readFile(other, 'utf8')).toBe('ab'.repeat(32));
  });

  it('does not change when the folder of the new place is missing', async () => {
    const key = await loadMasterKey({ dataDirectory: keys });
    await expect(rewrapMasterKey(key, join(root, 'not-mounted', 'a.key'), undefined)).rejects.toMatchObject({
      reason: { message: expect.stringContaining('its folder must exist') },
    });
    expect(await loadMasterKey({ dataDirectory: keys, mayMake: false })).toEqual(key);
  });
});

describe('a key service', () => {
  it('wraps the existing key, and opens it from then on: the file alone reveals nothing', async () => {
    await using open = await openService();
    const { service } = open;
    const key = await loadMasterKey({ dataDirectory: keys });
    const path = join(keys, 'master.key');
    await rewrapMasterKey(key, path, service);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(/^wrapped:vault:v1:/);
    expect(text).not.toContain(Buffer.from(key).toString('hex'));
    expect(Buffer.from(await loadMasterKey({ dataDirectory: keys, service }))).toEqual(Buffer.from(key));
    expect(await masterKeyAdvice(join(root, 'data'), { dataDirectory: keys, service })).toBeUndefined();
    await expect(loadMasterKey({ dataDirectory: keys })).rejects.toThrow(/Set KEY_SERVICE_URL/);
    // And back again, to leave the service.
    const plain = join(root, 'plain.key');
    await rewrapMasterKey(key, plain, undefined);
    expect(await loadMasterKey({ dataDirectory: keys, file: plain })).toEqual(Buffer.from(key));
  });

  it('wraps a key created at the first start', async () => {
    await using open = await openService();
    const key = await loadMasterKey({ dataDirectory: keys, service: open.service });
    expect(await readFile(join(keys, 'master.key'), 'utf8')).toMatch(/^wrapped:vault:v1:/);
    expect(await loadMasterKey({ dataDirectory: keys, service: open.service })).toEqual(key);
    expect(open.asked).toEqual([
      '/v1/transit/encrypt/anamnesis',
      '/v1/transit/decrypt/anamnesis',
      '/v1/transit/decrypt/anamnesis',
    ]);
  });

  it('is retried while it is down, but not after a refusal', async () => {
    await using open = await openService();
    open.fail(503, 503);
    const wrapped = await open.service.wrap(Buffer.alloc(32, 7));
    expect(Buffer.from(await open.service.unwrap(wrapped))).toEqual(Buffer.alloc(32, 7));
    const before = open.asked.length;
    await expect(open.service.unwrap('vault:v1:AAAA')).rejects.toThrow(/did not wrap this master key/);
    expect(open.asked.length).toBe(before + 1);
    await writeFile(open.settings.tokenFile, 'another');
    await expect(open.service.wrap(Buffer.alloc(32))).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('refused the token') },
    });
  });
});

describeKeyService('the transit engine', async () => {
  const open = await openService();
  const proxy = await startTcpProxy(open.settings.url.href);
  const settings = { ...open.settings, url: new URL(proxy.urlFor(open.settings.url.href)) };
  return {
    service: createTransitKeyService(settings),
    later: createTransitKeyService(settings),
    another: createTransitKeyService({ ...settings, key: 'another' }),
    goAway: () => {
      proxy.refuse();
      for (const connection of proxy.connections()) connection.cut();
    },
    comeBack: () => proxy.accept(),
    place: settings.url.host,
    dispose: async () => {
      await proxy[Symbol.asyncDispose]();
      await open[Symbol.asyncDispose]();
    },
  };
});
