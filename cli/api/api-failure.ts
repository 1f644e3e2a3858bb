import type { Command } from 'commander';
import { isTransient as isTransientFailure, type RefusedRequest } from '../../client/failures.ts';
import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { plainText } from '../plain-text.ts';
import { wordsOf } from '../words-of.ts';
import { typedNameOf } from './typed-name.ts';

/** The header that carries the reason over HTTP; the command line has `--reason` instead. */
const REASON_HEADER = 'X-Access-Reason';

const hints: Partial<Record<RefusedRequest['code'], string>> = {
  unauthenticated: 'Set ANAMNESIS_TOKEN to a valid token for this server.',
  rate_limit_exceeded: 'Wait a moment and try again.',
  payload_too_large: 'The server accepts larger files when MAX_UPLOAD_MB is raised.',
};

type Issue = { readonly path: string; readonly message: string };

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** The invalid fields that the server named. */
const issuesOf = ({ details }: RefusedRequest): readonly Issue[] => {
  const issues = details?.issues;
  return Array.isArray(issues) && issues.every(isIssue) ? issues : [];
};

/** The server's message about the whole input; `undefined` when it only names a part of the HTTP request. */
const headlineOf = (refusal: RefusedRequest): string | undefined =>
  issuesOf(refusal).length > 0 && namesPart.test(refusal.message) ? undefined : refusal.message;

/**
 * A usage error when the server refuses the input, or refuses a name and lists the available ones. An unknown id is not
 * one: it may have been valid yesterday.
 */
const exitCodeOf = ({ code, details }: RefusedRequest): ExitCode =>
  code === 'validation_error' || (code === 'not_found' && details?.available !== undefined)
    ? exitCodes.usage
    : exitCodes.failed;

/** Whether a command sends several requests at a time, and lets people say how many. */
const isParallel = ({ options }: Command): boolean => options.some(({ long }) => long === '--concurrency');

const namesPart = /^The [a-z ]+ is not valid\.(?: See details\.issues for the fields\.)?$/;

/** The server refused the request. */
export class ApiFailure extends CliError {
  override readonly name = 'ApiFailure';
  readonly refusal: RefusedRequest;

  constructor(refusal: RefusedRequest) {
    const issues = issuesOf(refusal);
    const listed = issues
      .filter(({ message }) => message !== refusal.message)
      .map(({ path, message }) => `  ${path === '' ? '(input)' : path}: ${message}`);
    const message = headlineOf(refusal) ?? 'The server rejected the request:';
    const trace = refusal.status >= 500 ? ` (trace id ${refusal.traceId})` : '';
    const needsReason = issues.some(({ path }) => path === REASON_HEADER);
    const hint = needsReason ? 'On the command line: --reason "…".' : hints[refusal.code];
    super(plainText([message, ...listed].join('\n') + trace), {
      cause: refusal,
      exitCode: exitCodeOf(refusal),
      ...(hint === undefined ? {} : { hint }),
    });
    this.refusal = refusal;
  }

  override inWordsOf(command: Command): CliError {
    if (this.refusal.code === 'rate_limit_exceeded' && isParallel(command))
      return new CliError(this.message, {
        hint: 'Wait a moment and try again, or lower --concurrency.',
        exitCode: this.exitCode,
        cause: this.refusal,
      });
    const issues = issuesOf(this.refusal);
    const typed = issues.map(({ path }) => typedNameOf(command, path));
    if (issues.length === 0 || typed.includes(undefined)) return this;
    const lines = issues.map(({ message }, index) => `${typed[index]}: ${message}`);
    const headline = headlineOf(this.refusal);
    const isSaid = headline !== undefined && issues.every(({ message }) => message === headline);
    const shown = [...(headline === undefined ? [] : [headline]), ...(isSaid ? [] : lines)];
    return new CliError(plainText(shown.join('\n')), {
      hint: this.hint ?? `See "${wordsOf(command)} --help" for examples.`,
      exitCode: this.exitCode,
      cause: this.refusal,
    });
  }
}

/** The server could not be reached, or the connection broke. */
export class ConnectionLostError extends CliError {
  override readonly name = 'ConnectionLostError';
}

/** Whether the server refused the request because the resource does not exist. */
export const isMissing = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.refusal.code === 'not_found';

/** Awaits `work`; if the server does not find what it names, adds a hint on where to look the name up. */
export const hintWhenMissing = async <Result>(hint: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CliError(error.message, { hint, exitCode: error.exitCode, cause: error });
  }
};

/** Whether a retry of the same request may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionLostError || (error instanceof ApiFailure && isTransientFailure(error.refusal));

/** Whether the server's disk is full. A retry does not help: a person has to free space. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof ApiFailure && error.refusal.component === 'disk';

/** The pause in milliseconds that the server asks for before a retry; 0 when it asks for none. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof ApiFailure ? (error.refusal.retryAfter ?? 0) * 1000 : 0;
