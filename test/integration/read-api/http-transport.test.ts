import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createIdentitySource } from '../../../infra/installation/identity-source.ts';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import { createHttpApi } from '../../../read-api/create-http-api.ts';
import { bindHttpPort } from '../../../read-api/start-http-server.ts';
import { openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

const pairOf = async (name: string) => {
  const [cert, key] = await Promise.all(
    ['crt', 'key'].map((part) =>
      readFile(join(import.meta.dirname, `../../support/tls/${name}.${part}`), 'utf8'),
    ),
  );
  return { cert: cert ?? '', key: key ?? '' };
};

const APP = 'https://app.example.org';

describe('a page of another origin', () => {
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

  it('may read answers when it is on the list, with our headers, and without cookies', async () => {
    await using api = await openHttpApi({ replace: () => ({ corsOrigins: [APP] }) });
    const asked = await fetch(`${api.url}/api/commands/AskQuery`, preflight(APP));
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(APP);
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, DELETE');
    for (const name of ['Authorization', 'Idempotency-Key', 'Last-Event-ID', 'X-Access-Reason'])
      expect(asked.headers.get('access-control-allow-headers')).toContain(name);
    expect(Number(asked.headers.get('access-control-max-age'))).toBeLessThanOrEqual(600);
    for (const headers of [{ origin: APP }, { origin: APP, authorization: 'Bearer wrong' }]) {
      const answer = await fetch(`${api.url}/api/documents`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
      });
      // A refusal that a page cannot read would look like a broken network.
      expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Trace-Id');
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each([
    'https://app.example.org.evil.example',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://APP.example.org',
    'null',
    '*',
    '',
  ])('may read nothing as %j', async (origin) => {
    await using api = await openHttpApi({ replace: () => ({ corsOrigins: [APP] }) });
    const asked = await fetch(`${api.url}/api/documents`, preflight(origin));
    const answer = await api.get('/api/documents', { headers: { origin } });
    expect(asked.status).toBe(403);
    expect(await asked.text()).toContain('CORS_ORIGINS');
    for (const { headers } of [asked, answer]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('may read nothing at all unless there is a list', async () => {
    await using api = await openHttpApi();
    const answer = await api.get('/api/documents', { headers: { origin: APP } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${api.url}/api/documents`, preflight(APP))).status).toBe(403);
  });
});

describe('strict transport security', () => {
  it('is announced behind a trusted proxy with TLS, and nowhere else', async () => {
    const hsts = async (trustProxy: boolean, proto: string | undefined) => {
      await using api = await openHttpApi({ replace: () => ({ trustProxy }) });
      const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
      return (await api.get('/health/live', { headers })).headers.get('strict-transport-security');
    };
    expect(await hsts(true, 'https')).toBe('max-age=31536000');
    // The last entry is the one written by the proxy itself.
    expect(await hsts(true, 'https, http')).toBeNull();
    expect(await hsts(true, undefined)).toBeNull();
    expect(await hsts(false, 'https')).toBeNull();
  });
});

describe('a server with its own TLS', () => {
  it('supports versions from 1.2, presents a renewed certificate to the next caller, and stops in order', async () => {
    await using api = await openHttpApi();
    const [first, second] = [await pairOf('localhost'), await pairOf('other')];
    const door = await bindHttpPort({
      host: '127.0.0.1',
      port: 0,
      clock: systemClock,
      identity: createIdentitySource(),
      tls: first,
    });
    expect(door.url).toBe(`https://127.0.0.1:${door.port}`);
    const stopping = new AbortController();
    const { logger } = api.services;
    const serving = door.serve({ app: createHttpApi(api.services), logger, stopping, stopTimeout: 2000 });

    const answer = (ca: string) =>
      new Promise<{ readonly status: number | undefined; readonly hsts: string | undefined }>(
        (resolve, reject) => {
          get({ port: door.port, host: '127.0.0.1', path: '/health/live', ca, agent: false }, (response) => {
            response.resume();
            response.on('end', () =>
              resolve({
                status: response.statusCode,
                hsts: response.headers['strict-transport-security'],
              }),
            );
          }).on('error', reject);
        },
      );
    const handshake = (options: object) =>
      new Promise<TLSSocket>((resolve, reject) => {
        const socket = connect(
          { port: door.port, host: '127.0.0.1', rejectUnauthorized: false, ...options },
          () => resolve(socket),
        );
        socket.on('error', reject);
      });

    expect(await answer(first.cert)).toEqual({ status: 200, hsts: 'max-age=31536000' });
    await expect(
      handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    ).rejects.toThrow();
    const old = await handshake({ maxVersion: 'TLSv1.2' });
    expect(old.getProtocol()).toBe('TLSv1.2');

    door.renewTls(second);
    expect((await answer(second.cert)).status).toBe(200);
    await expect(answer(first.cert)).rejects.toThrow();
    // Plain HTTP gets no response that could be taken for one of ours.
    await expect(fetch(`http://127.0.0.1:${door.port}/health/live`)).rejects.toThrow();

    await serving.stop();
    old.destroy();
    expect(api.logLines.join('')).not.toContain('closed at shutdown');
  });
});
