import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaticFolder } from '../../../infra/installation/static-folder.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const page =
  '<!doctype html><title>Anamnesis</title><script type="module" src="/assets/main-1a2b.js"></script>';
const script = 'export const answer = 42;\n'.repeat(100);

let folder: string;
let api: HttpFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-console-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'outside');
  await symlink(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  await writeFile(join(dist, 'assets/main-1a2b.js'), script);
  await writeFile(join(dist, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'assets/main-1a2b.js.gz'), gzipSync(script));
  await writeFile(join(dist, 'favicon.svg'), '<svg/>');
  await writeFile(join(dist, 'index.html'), page);
  api = await openHttpApi({ replace: () => ({ console: openStaticFolder(dist) }) });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const open = (path: string, headers: Record<string, string> = {}) => api.get(path, { token: null, headers });
const asPerson = { accept: 'text/html,application/xhtml+xml' };

/** Sends a path exactly as it is: `fetch` resolves `..` itself. */
const statusOfRaw = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: api.port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

describe('the console', () => {
  it('is the page at / and at each of its own addresses, without signing in', async () => {
    for (const path of ['/', '/console', '/console/library', '/library/GL-1', '/settings']) {
      const answer = await open(path, asPerson);
      expect([answer.status, answer.text], path).toEqual([200, page]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    expect((await open('/')).status).toBe(200);
  });

  it('runs only its own scripts, in no frame, and tells no other site where it was', async () => {
    const { headers } = await open('/', asPerson);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('has files that caches keep forever, in the best encoding that the browser accepts', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await open('/assets/main-1a2b.js', { 'accept-encoding': accepted });
      expect([answer.status, answer.text], accepted).toEqual([200, script]);
      expect(answer.headers.get('content-encoding'), accepted).toBe(encoding);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    }
  });

  it('answers HEAD, and 304 for what the browser has', async () => {
    const { headers } = await open('/');
    const tag = headers.get('etag') ?? '';
    const same = await open('/', { 'if-none-match': tag });
    expect([same.status, same.text]).toEqual([304, '']);
    const head = await fetch(`${api.url}/favicon.svg`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
      200,
      '6',
      'image/svg+xml',
    ]);
  });

  it('contains no file outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/link.txt',
      '//secret.txt',
      '/assets/main-1a2b.js%00.html',
      '/.env',
    ])
      expect([401, 404, 400], path).toContain(await statusOfRaw(path));
    expect((await open('/assets/missing.js', asPerson)).status).not.toBe(200);
  });

  it('leaves the addresses of the API to the API', async () => {
    for (const path of ['/api/documents', '/api/nothing', '/metrics', '/mcp'])
      expect((await open(path, asPerson)).status, path).toBe(401);
    expect((await api.post('/', {}, { token: null })).status).toBe(401);
  });

  it('serves a new build without a restart', async () => {
    const dist = join(folder, 'dist');
    await writeFile(join(dist, 'assets/main-9z9z.js'), 'new');
    await writeFile(join(dist, 'index.html'), page.replace('1a2b', '9z9z '));
    expect((await open('/', asPerson)).text).toContain('9z9z');
    expect((await open('/assets/main-9z9z.js')).text).toBe('new');
    await writeFile(join(dist, 'index.html'), page);
  });
});

describe('a console that has not been built', () => {
  it('says how to build it', async () => {
    await using bare = await openHttpApi({
      replace: () => ({ console: openStaticFolder(join(folder, 'none')) }),
    });
    const { status, body } = await bare.get('/', { token: null, headers: asPerson });
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(body.error.message).toContain('npm run build:console');
    expect((await bare.get('/library', { token: null, headers: asPerson })).status).toBe(401);
  });
});
