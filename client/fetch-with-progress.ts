/** The part of XMLHttpRequest that is used here; outside browsers there is none. */
type ProgressRequest = {
  responseType: string;
  readonly status: number;
  readonly response: unknown;
  readonly upload: {
    addEventListener: (name: 'progress', hear: (event: { readonly loaded: number }) => void) => void;
  };
  open: (method: string, url: string) => void;
  setRequestHeader: (name: string, value: string) => void;
  addEventListener: (name: 'load' | 'error' | 'abort', hear: () => void) => void;
  getAllResponseHeaders: () => string;
  send: (body: Blob) => void;
  abort: () => void;
};

const requestClass = (): (new () => ProgressRequest) | undefined => {
  const found: unknown = Reflect.get(globalThis, 'XMLHttpRequest');
  // The platform's own class, which the type above describes in part.
  return typeof found === 'function' ? (found as new () => ProgressRequest) : undefined;
};

/** Statuses whose responses have no body. */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

const headersOf = (text: string): Headers => {
  const headers = new Headers();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

const responseOf = (request: ProgressRequest): Response => {
  const { status, response } = request;
  const hasBody = response instanceof ArrayBuffer && !WITHOUT_BODY.includes(status);
  return new Response(hasBody ? response : null, {
    status,
    headers: headersOf(request.getAllResponseHeaders()),
  });
};

/**
 * Returns a `fetch` for sending one body with progress reports, or `undefined` where there is no XMLHttpRequest. In
 * browsers, `fetch` itself can report progress only over HTTP/2, and not in all of them.
 *
 * Unlike `fetch`, it follows redirects; a browser still asks the other host for its permission.
 */
export const fetchWithProgress = (body: Blob, onBytes: (sent: number) => void): typeof fetch | undefined => {
  const Request = requestClass();
  if (Request === undefined) return undefined;
  return (input, init) =>
    new Promise((resolve, reject) => {
      const signal = init?.signal;
      if (!(input instanceof globalThis.Request)) throw new TypeError('Expected a Request.');
      if (signal?.aborted) throw signal.reason;
      const request = new Request();
      const abort = (): void => request.abort();
      const end = (settle: () => void) => (): void => {
        signal?.removeEventListener('abort', abort);
        settle();
      };
      request.open(input.method, input.url);
      request.responseType = 'arraybuffer';
      for (const [name, value] of input.headers) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
      request.addEventListener(
        'load',
        end(() => resolve(responseOf(request))),
      );
      request.addEventListener(
        'error',
        end(() => reject(new TypeError('The connection broke.'))),
      );
      request.addEventListener(
        'abort',
        end(() => reject(signal?.reason ?? new DOMException('Aborted.', 'AbortError'))),
      );
      signal?.addEventListener('abort', abort, { once: true });
      request.send(body);
    });
};
