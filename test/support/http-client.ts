/** The token of the test user, who has every permission; valid only in this fixture. */
export const ADMIN_TOKEN = 'an-admin-token-for-tests-only';

/** Routes that require a reason. */
const OVERSIGHT = /^\/api\/(audit\/(streams|export)|admin\/feedback\/export)/;

/** An API response with its parsed body. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape, and fail where it is another
  readonly body: any;
};

/** Calls the API at an address, as the test user unless another token is given, or without a token (`null`). */
export const createHttpClient = (url: string) => {
  const call = async (method: string, path: string, init: RequestInit & { token?: string | null } = {}) => {
    const { token = ADMIN_TOKEN, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (token === ADMIN_TOKEN && OVERSIGHT.test(path) && !headers.has('x-access-reason'))
      headers.set('x-access-reason', 'to see what the log says');
    const response = await fetch(`${url}${path}`, { ...rest, method, headers });
    const text = await response.text();
    const isJson = /^application\/(problem\+)?json(;|$)/.test(response.headers.get('content-type') ?? '');
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    return answer;
  };

  return {
    get: (path: string, init: Parameters<typeof call>[2] = {}) => call('GET', path, init),
    /** Posts JSON. */
    post: (path: string, body: unknown, init: Parameters<typeof call>[2] = {}) =>
      call('POST', path, {
        ...init,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
      }),
    /** Posts a form with a file. */
    upload: (
      path: string,
      file: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> } | undefined,
      fields: readonly (readonly [string, string])[],
      init: Parameters<typeof call>[2] = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      if (file) form.append('file', new File([file.content], file.name));
      return call('POST', path, { ...init, body: form });
    },
  };
};
