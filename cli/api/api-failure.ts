import { z } from 'zod';
import { failureCodes } from '../../domain/kernel/failure.ts';
import { CliError } from '../cli-error.ts';
import { plainText } from '../plain-text.ts';

const issueSchema = z.object({ path: z.string(), message: z.string() });

/** The refusals of the API, as far as the command line reads them. */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(failureCodes),
    message: z.string(),
    details: z.looseObject({ issues: z.array(issueSchema).optional().catch(undefined) }).optional(),
    retryAfter: z.number().optional(),
  }),
  metadata: z.object({ traceId: z.string() }),
});
type Problem = z.output<typeof problemSchema>;

/** The header by which callers over HTTP say why, and what stands for it on the command line. */
const REASON_HEADER = 'X-Access-Reason';

const hints: Partial<Record<Problem['error']['code'], string>> = {
  unauthenticated: 'Set ANAMNESIS_TOKEN to a valid token for this server.',
  rate_limit_exceeded: 'Wait a moment and try again, or lower --concurrency.',
  payload_too_large: 'The server accepts larger files when MAX_UPLOAD_MB is raised.',
};

/** A refusal by the server. */
export class ApiFailure extends CliError {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: Problem['error']['code'];
  /** Seconds that the server asks to wait; absent where it does not. */
  readonly retryAfter: number | undefined;
  /** The limit of a user that was reached, which is no matter of what was asked; absent for other refusals. */
  readonly limit: string | undefined;

  constructor(status: number, { error, metadata }: Problem) {
    const issues = (error.details?.issues ?? [])
      .filter(({ message }) => message !== error.message)
      .map(({ path, message }) => `\n  ${path === '' ? '(input)' : path}: ${message}`);
    // They are shown right here.
    const message = error.message.replace(/ See details\.issues for the fields\.$/, '');
    const trace = status >= 500 ? ` (trace id ${metadata.traceId})` : '';
    const needsReason = error.details?.issues?.some(({ path }) => path === REASON_HEADER) === true;
    const hint = needsReason ? 'On the command line: --reason "…".' : hints[error.code];
    super(plainText(`${message}${issues.join('')}${trace}`), hint === undefined ? {} : { hint });
    this.status = status;
    this.code = error.code;
    this.retryAfter = error.retryAfter;
    const limit = error.details?.limit;
    this.limit = typeof limit === 'string' ? limit : undefined;
  }
}

/** Does some work; where what it names is not there, says where its name is found. */
export const hintWhenMissing = async <Result>(hint: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error;
    throw new CliError(error.message, { hint, cause: error });
  }
};

/** Whether the same request may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  (error instanceof ApiFailure && ['rate_limit_exceeded', 'unavailable', 'timeout'].includes(error.code));

/** Milliseconds that the server asks to wait before the same request is sent again; 0 where it does not. */
export const askedPause = (error: unknown): number =>
  error instanceof ApiFailure ? (error.retryAfter ?? 0) * 1000 : 0;

/** The server could not be reached, or the connection broke. */
export class ConnectionLost extends CliError {
  override readonly name = 'ConnectionLost';
}
