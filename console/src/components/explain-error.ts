import {
  ConnectionFailure,
  fieldIssues,
  RefusedRequest,
  UnexpectedAnswer,
} from '../../../client/failures.ts';

/** An error in words for the person in front of the screen. */
export type ExplainedError = {
  readonly title: string;
  readonly text: string;
  /** Identifies the request in the server's logs. */
  readonly traceId?: string;
};

const titles: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in',
  403: 'You may not do this',
  404: 'Not found',
  409: 'This has changed in the meantime',
  413: 'Too large',
  429: 'Too many requests',
  503: 'The server is not available at the moment',
  504: 'This took too long',
};

const waitOf = (seconds: number | undefined): string =>
  seconds === undefined ? '' : ` Try again in ${Math.ceil(seconds)} second${seconds > 1 ? 's' : ''}.`;

/** True when only people who oversee others may read this, with a reason that the page has not asked for. */
const lacksReason = (error: RefusedRequest): boolean =>
  fieldIssues(error).some(({ path }) => path === 'X-Access-Reason');

const explainRefusal = (error: RefusedRequest): ExplainedError => {
  const { status, traceId } = error;
  if (lacksReason(error))
    return {
      title: 'This belongs to someone else',
      text: 'Open it from the audit, by “Explain” or by its stream: there you give your reason, which is recorded.',
      traceId,
    };
  return {
    title: titles[status] ?? (status >= 500 ? 'The server failed' : 'This was refused'),
    text: `${error.message}${waitOf(error.retryAfter)}`,
    traceId,
  };
};

/** Says what went wrong, and what one can do about it. */
export const explainError = (error: unknown): ExplainedError => {
  if (error instanceof RefusedRequest) return explainRefusal(error);
  if (error instanceof ConnectionFailure)
    return {
      title: navigator.onLine ? 'The server does not respond' : 'This device is offline',
      text: 'Check the connection and try again. Nothing that was acknowledged is lost.',
    };
  if (error instanceof UnexpectedAnswer)
    return {
      title: 'The server sent an unexpected answer',
      text: 'Reload the page: the console may be outdated.',
    };
  return { title: 'Something went wrong', text: error instanceof Error ? error.message : String(error) };
};
