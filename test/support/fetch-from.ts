import { oversightHeaders } from './oversight.ts';
import { testToken } from './test-user.ts';

/** Sends requests of the test user to a server, or of the local operator where only that role is admitted. */
export const fetchFrom =
  (url: string, dataDir: string) =>
  async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${testToken}`,
        ...(await oversightHeaders(dataDir, path)),
        ...init.headers,
      },
      signal: init.signal ?? AbortSignal.timeout(60_000),
    });
