import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { collectText } from '../support/collect-text.ts';

type Run = {
  readonly program: string;
  readonly url: string;
  /** The OpenAPI document; a file. */
  readonly document: string;
  readonly token: string | undefined;
  readonly seed: number;
  readonly seconds: number;
  /** A folder for its output. */
  readonly folder: string;
};

/**
 * The checks for every response. A 5xx is judged by the server's own log, which distinguishes a fault from responses
 * such as a position not reached. Accepted data is left to the tests of the routes: rules go beyond schemas.
 */
const checks = [
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/** Sends requests that conform to the document and requests that violate it. Returns the failures found. */
export const runSchemathesis = async ({ program, url, document, token, seed, seconds, folder }: Run) => {
  const child = spawn(
    program,
    [
      ...['run', document, '--url', url, '--seed', String(seed), '--max-time', String(seconds)],
      ...['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing', '--continue-on-failure'],
      ...['--request-timeout', '20', '--no-shrink', '--warnings', 'off', '--suppress-health-check', 'all'],
      // Streams do not end, and a deep examination is slow by design.
      ...['--exclude-path-regex', 'stream$', '--exclude-operation-id', 'examine'],
      // It would revoke its own token, and get 401 from then on.
      ...['--exclude-operation-id', 'RevokeToken', '--exclude-operation-id', 'LogOut'],
      ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: (seconds + 60) * 1000 },
  );
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const [out, err] = [collectText(child.stdout), collectText(child.stderr)];
  const [code] = await once(child, 'close');
  process.off('exit', end);
  const text = `${out()}\n${err()}`;
  const cases = /(\d+) generated/.exec(text)?.[1];
  const found = /(\d+) found/.exec(text)?.[1];
  return { code: typeof code === 'number' ? code : null, cases: Number(cases ?? 0), text, found };
};
