import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTlsFiles, type TlsMaterial } from '../../../../../infra/installation/tls/read-tls-files.ts';
import { watchTlsFiles } from '../../../../../infra/installation/tls/watch-tls-files.ts';

const fixtures = join(import.meta.dirname, '../../../../support/tls');
const fixture = (name: string): string => join(fixtures, name);
const files = { certFile: fixture('localhost.crt'), keyFile: fixture('localhost.key') };
const now = Date.now();
const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-tls-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = async (content: string): Promise<string> => {
  const path = join(folder, 'written.pem');
  await writeFile(path, content);
  return path;
};

describe('a certificate and its key', () => {
  it('are accepted when they belong together, and report their host names', async () => {
    const { cert, isFor, name, validUntil } = await readTlsFiles(files, now);
    expect(cert).toContain('BEGIN CERTIFICATE');
    expect([isFor('localhost'), isFor('127.0.0.1'), isFor('example.org')]).toEqual([true, true, false]);
    expect(name).toBe('localhost');
    expect(validUntil).toBeGreaterThan(now);
  });

  it.each([
    [
      'a missing file',
      async () => ({ certFile: join(folder, 'none') }),
      'TLS_CERT cannot be read: there is no such file',
    ],
    ['a folder', async () => ({ keyFile: folder }), 'TLS_KEY cannot be read: it is a folder'],
    [
      'a file without a certificate',
      async () => ({ certFile: fixture('localhost.key') }),
      'TLS_CERT is not a certificate',
    ],
    [
      'a file without a key',
      async () => ({ keyFile: fixture('localhost.crt') }),
      'TLS_KEY is not a private key',
    ],
    [
      'a key with a passphrase',
      async () => ({
        keyFile: await written(
          '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----',
        ),
      }),
      'TLS_KEY is protected by a passphrase',
    ],
    [
      'a key of another certificate',
      async () => ({ keyFile: fixture('other.key') }),
      'TLS_KEY is not the key',
    ],
  ])('are rejected with a sentence: %s', async (_, wrong, sentence) => {
    await expect(readTlsFiles({ ...files, ...(await wrong()) }, now)).rejects.toThrow(sentence);
  });

  it('are rejected before and after the validity of the certificate', async () => {
    const { validUntil } = await readTlsFiles(files, now);
    await expect(readTlsFiles(files, validUntil + 1)).rejects.toThrow('expired on 21');
    await expect(readTlsFiles(files, 0)).rejects.toThrow('is not valid before 20');
  });
});

describe('certificate files that change under a running server', () => {
  const open = async (time = () => now) => {
    const watched = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') };
    const place = async (name: string, parts: readonly ('crt' | 'key')[] = ['crt', 'key']) => {
      for (const part of parts) await copyFile(fixture(`${name}.${part}`), join(folder, `tls.${part}`));
    };
    await place('localhost');
    const used: TlsMaterial[] = [];
    const said: string[] = [];
    const say = (_facts: object, message: string): void => {
      said.push(message);
    };
    const watch = watchTlsFiles({
      files: watched,
      current: await readTlsFiles(watched, now),
      use: (material) => used.push(material),
      logger: { debug: say, info: say, warn: say, error: say },
      now: time,
    });
    watch.stop();
    return { place, used, said, look: watch.look };
  };

  it('are reloaded when both are present, and invalid ones are reported once', async () => {
    const { place, used, said, look } = await open();
    await look();
    expect([used, said]).toEqual([[], []]);
    await place('other', ['crt']);
    await look();
    await look();
    expect(used).toEqual([]);
    expect(said).toEqual(['The TLS certificate was not renewed; the previous one stays in use.']);
    await place('other');
    await look();
    expect(used.map(({ cert }) => cert)).toEqual([
      (await readTlsFiles({ certFile: fixture('other.crt'), keyFile: fixture('other.key') }, now)).cert,
    ]);
    expect(said.at(-1)).toBe('A new TLS certificate is in use.');
  });

  it('are reported daily when the certificate is about to expire', async () => {
    const { validUntil } = await readTlsFiles(files, now);
    let time = now;
    const { said, look } = await open(() => time);
    time = validUntil - 3 * DAY_MS;
    await look();
    await look();
    time += DAY_MS;
    await look();
    expect(said).toEqual(Array(2).fill('The TLS certificate expires soon: renew it.'));
  });
});
