import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../client/create-client.ts';
import { enveloped, refused, standIn } from '../../support/client-stand-in.ts';
import { quickenPauses } from '../../support/quick-pauses.ts';

let close = (): void => {};
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  close();
});

/** XMLHttpRequest as a browser has it, on top of `fetch`: reports each half of the body as it was sent. */
class BrowserRequest {
  responseType = '';
  status = 0;
  response: unknown;
  #target = { method: '', url: '' };
  readonly #headers = new Headers();
  readonly #heard = new Map<string, (event: { readonly loaded: number }) => void>();
  readonly #aborter = new AbortController();
  #answered = new Headers();
  readonly upload = { addEventListener: this.addEventListener.bind(this) };

  addEventListener(name: string, hear: (event: { readonly loaded: number }) => void): void {
    this.#heard.set(name, hear);
  }

  open(method: string, url: string): void {
    this.#target = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  abort(): void {
    this.#aborter.abort();
    this.#heard.get('abort')?.({ loaded: 0 });
  }

  send(body: Blob): void {
    const { method, url } = this.#target;
    this.#heard.get('progress')?.({ loaded: Math.floor(body.size / 2) });
    fetch(url, { method, body, headers: this.#headers, signal: this.#aborter.signal })
      .then(async (response) => {
        this.#heard.get('progress')?.({ loaded: body.size });
        this.status = response.status;
        this.#answered = response.headers;
        this.response = await response.arrayBuffer();
        this.#heard.get('load')?.({ loaded: 0 });
      })
      .catch(() => {
        if (!this.#aborter.signal.aborted) this.#heard.get('error')?.({ loaded: 0 });
      });
  }
}

const ids = { docKey: 'a', version: 1, jobId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d', unchanged: false };
const outcome = { streamId: 'document-a', revision: 0, position: 9, ...ids };
const upload = {
  file: new Blob(['x'.repeat(5000)]),
  fileName: 'a.txt',
  input: { sourceType: 'note' },
} as const;

describe('an upload in a browser', () => {
  it('reports its progress, and sends one key with every attempt', async () => {
    quickenPauses();
    vi.stubGlobal('XMLHttpRequest', BrowserRequest);
    const keys: unknown[] = [];
    const sizes: number[] = [];
    const server = await standIn(async (request, response) => {
      keys.push(request.headers['idempotency-key']);
      sizes.push((await buffer(request)).length);
      if (keys.length > 1) return response.end(enveloped(outcome));
      const { status, headers, body } = refused({ code: 'unavailable', message: 'Soon.', retryAfter: 0.01 });
      return response.writeHead(status, headers).end(body);
    });
    close = server.close;
    const progress: number[] = [];
    const client = createClient({ url: server.url });
    const answer = await client.upload({ ...upload, onBytes: (sent) => progress.push(sent) });
    expect(answer.docKey).toBe('a');
    const [size = 0] = sizes;
    expect(size).toBeGreaterThan(5000);
    expect(progress).toEqual([Math.floor(size / 2), size, Math.floor(size / 2), size]);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('ends when its caller aborts it', async () => {
    vi.stubGlobal('XMLHttpRequest', BrowserRequest);
    const arrived = Promise.withResolvers<void>();
    const server = await standIn(() => arrived.resolve());
    close = server.close;
    const stop = new AbortController();
    const client = createClient({ url: server.url });
    const ended = client
      .upload({ ...upload, onBytes: () => {}, signal: stop.signal })
      .catch((error: unknown) => error);
    await arrived.promise;
    stop.abort();
    expect(await ended).toMatchObject({ name: 'ConnectionFailure', kind: 'aborted' });
  });

  it('is sent without progress from a service worker, which has neither', async () => {
    vi.stubGlobal('ServiceWorkerGlobalScope', class {});
    const server = await standIn(async (request, response) => {
      await buffer(request);
      response.end(enveloped(outcome));
    });
    close = server.close;
    const progress: number[] = [];
    const answer = await createClient({ url: server.url }).upload({
      ...upload,
      onBytes: (sent) => progress.push(sent),
    });
    expect(answer.docKey).toBe('a');
    expect(progress).toEqual([]);
  });
});
