import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchListedFile } from '../../../../app/offline/fetch-listed-file.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { isPublicAddress } from '../../../../infra/installation/environment/is-private-host.ts';
import { fetchIfChanged } from '../../../../infra/services/outside/fetch-if-changed.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A server on this machine; returns its port and the received requests. */
const serve = async (location?: (port: number) => string) => {
  const asked: (string | undefined)[] = [];
  const started = createServer((request, response) => {
    asked.push(request.headers.host);
    const { port } = started.address() as AddressInfo;
    if (location !== undefined && request.url === '/moved')
      response.writeHead(302, { location: location(port) }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"1"' })
        .end('the guideline');
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  return { port: (started.address() as AddressInfo).port, asked };
};

const here = (async () => [{ address: '127.0.0.1', family: 4 }]) as never;
const common = { known: {}, maxBytes: 1000, signal: new AbortController().signal };

const refusalOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof Failure ? `${error.reason.code}: ${error.reason.message}` : undefined;
};

describe('fetching a file from a URL', () => {
  it('connects to the address that its name resolves to, if permitted', async () => {
    const { port } = await serve();
    const judged: string[] = [];
    const fetched = await fetchIfChanged({
      ...common,
      url: new URL(`http://guidelines.example:${port}/a.html`),
      mayAsk: () => true,
      mayConnect: (_url, address) => {
        judged.push(address);
        return true;
      },
      resolve: here,
    });
    if (fetched.kind !== 'changed') throw new Error('Expected a file.');
    expect(await text(fetched.content)).toBe('the guideline');
    expect(fetched).toMatchObject({ contentType: 'text/html', validators: { etag: '"1"' } });
    expect(judged).toEqual(['127.0.0.1']);
  });

  it('requests nothing when an allowed name resolves to an internal machine', async () => {
    const { port, asked } = await serve();
    const url = new URL(`http://guidelines.example:${port}/a.html`);
    const refusal = await refusalOf(
      fetchIfChanged({
        ...common,
        url,
        mayAsk: () => true,
        mayConnect: (_url, address) => isPublicAddress(address),
        resolve: here,
      }),
    );
    expect(refusal).toMatch(
      /^rule_violated: guidelines\.example:\d+ resolves to 127\.0\.0\.1, an address of this machine/,
    );
    expect(asked).toEqual([]);
  });

  it('checks the target of a redirect again', async () => {
    const { port, asked } = await serve((at) => `http://other.example:${at}/b`);
    const refusal = await refusalOf(
      fetchIfChanged({
        ...common,
        url: new URL(`http://guidelines.example:${port}/moved`),
        mayAsk: () => true,
        mayConnect: ({ hostname }) => hostname === 'guidelines.example',
        resolve: here,
      }),
    );
    expect(refusal).toContain('other.example');
    expect(asked).toHaveLength(1);
  });

  it('reaches this machine only when the list names it', async () => {
    const { port, asked } = await serve();
    const fetched = await fetchListedFile({
      ...common,
      url: new URL(`http://localhost:${port}/a.html`),
      allowedHosts: [],
    });
    expect(fetched.kind).toBe('changed');
    expect(asked).toEqual([`localhost:${port}`]);
  });

  it.each([
    ['8.8.8.8', true],
    ['2001:4860:4860::8888', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:10.1.2.3', false],
    ['::ffff:169.254.169.254', false],
    ['192.0.0.8', false],
    ['198.18.0.1', false],
    ['::10.1.2.3', false],
    ['::ffff:0:10.1.2.3', false],
    ['fec0::1', false],
    ['fe80::1%eth0', false],
    // Translated and tunnelled
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b::10.1.2.3', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::8.8.8.8', false],
    ['2002:808:808::1', true],
    ['2002:7f00:1::', false],
  ])('recognizes a public address: %s %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});
