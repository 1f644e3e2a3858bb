import { adminToken } from '../../support/server-process.ts';

export type Json = Record<string, unknown>;

/** A response, or `lost` when the connection broke or timed out. */
export type ChaosResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly data: Json;
      readonly error?: Json;
      readonly trace?: string;
    }
  | { readonly kind: 'lost'; readonly timedOut: boolean };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A client that never throws and never waits longer than its timeout in milliseconds. */
export const createClient = (urlOf: () => string, timeout: number) => {
  const request = async (path: string, init: RequestInit = {}, limit = timeout): Promise<ChaosResponse> => {
    const timeout = AbortSignal.timeout(limit);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(`${urlOf()}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${adminToken}`, ...init.headers },
        signal,
      });
      const body: unknown = await response.json();
      if (!isJson(body)) return { kind: 'answered', status: response.status, data: {} };
      return {
        kind: 'answered',
        status: response.status,
        data: isJson(body.data) ? body.data : {},
        ...(isJson(body.error) ? { error: body.error } : {}),
        ...(isJson(body.metadata) ? { trace: String(body.metadata.traceId) } : {}),
      };
    } catch {
      return { kind: 'lost', timedOut: timeout.aborted };
    }
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<ChaosResponse> =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    request,
    post,
    command: (name: string, input: Json) => post(`/api/commands/${name}`, input),
    upload: (
      fileName: string,
      content: string,
      fields: Readonly<Record<string, string>>,
    ): Promise<ChaosResponse> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([content]), fileName);
      return request('/api/commands/IngestDocument', { method: 'POST', body: form });
    },
    /** The data of a GET, or undefined unless it succeeded. */
    get: async (path: string): Promise<Json | undefined> => {
      const response = await request(path);
      return response.kind === 'answered' && response.status === 200 ? response.data : undefined;
    },
    list: async (path: string): Promise<readonly Json[] | undefined> => {
      const response = await request(path);
      if (response.kind !== 'answered' || response.status !== 200 || !Array.isArray(response.data))
        return undefined;
      return response.data.filter(isJson);
    },
  };
};
export type ChaosClient = ReturnType<typeof createClient>;
