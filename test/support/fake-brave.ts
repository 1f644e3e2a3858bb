import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/** A page in Brave's index; all of it invented. */
export type BravePage = {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  readonly page_age?: string;
};

const json = (status: number, body: object, headers: Record<string, string> = {}): ScriptedReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  text: JSON.stringify(body),
});

/** Brave's error format. */
const error = (status: number, code: string, detail: string, headers?: Record<string, string>) =>
  json(
    status,
    {
      type: 'ErrorResponse',
      error: { id: '5d832250-9396-4f6e-b84a-2a1fe524cd7d', status, code, detail, meta: {} },
      time: 1663072993,
    },
    headers,
  );

/** The rate-limit response: the window of a second is exhausted, that of the month is not. */
export const braveTooMany = (remaining = '0, 14999', reset = '1, 1419704'): ScriptedReply =>
  error(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan.', {
    'x-ratelimit-limit': '1, 15000',
    'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  });

/** The sites kept by Goggles rules that discard all others. */
const sitesOf = (goggles: string): readonly string[] | undefined => {
  const rules = goggles.split('\n');
  return rules.includes('$discard')
    ? rules.flatMap((rule) => /,site=(.+)$/.exec(rule)?.[1] ?? [])
    : undefined;
};

/** Behaves like the Web Search API for `POST` with JSON and the token `brave-key`. */
export const fakeBrave =
  (pages: readonly BravePage[]) =>
  ({ method, headers, text }: ScriptedCall): ScriptedReply => {
    const token = headers['x-subscription-token'];
    if (token === undefined) return error(422, 'VALIDATION', 'Unable to validate request parameter(s)');
    if (token !== 'brave-key')
      return error(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.');
    const asked = method === 'POST' ? (JSON.parse(text) as Record<string, unknown>) : {};
    const { q = '', count = 20, goggles = '' } = asked;
    const question = String(q);
    if (question === '' || question.length > 400 || question.split(' ').length > 50 || Number(count) > 20)
      return error(422, 'VALIDATION', 'Unable to validate request parameter(s)');
    const sites = sitesOf(String(goggles));
    const found = pages.filter(({ title, description, url }) => {
      const words = `${title} ${description}`.toLowerCase();
      const host = new URL(url).hostname;
      return (
        question.split(' ').some((word) => words.includes(word)) &&
        (sites?.some((site) => host === site || host.endsWith(`.${site}`)) ?? true)
      );
    });
    return json(
      200,
      {
        type: 'search',
        query: { original: question, more_results_available: false },
        ...(found.length === 0
          ? {}
          : { web: { type: 'search', results: found.map((page) => ({ type: 'search_result', ...page })) } }),
      },
      { 'x-ratelimit-remaining': '0, 14999', 'x-ratelimit-reset': '1, 1419704' },
    );
  };
