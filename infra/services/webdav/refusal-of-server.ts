import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { requestedWaitOf } from '../dav/requested-wait-of.ts';
import type { DavAnswer } from '../outside/send-dav.ts';

const SERVICE = 'webdav';
/** Creates a failure of the file server. It contains nothing of the response and no file name. */
export const fileFailure = (
  code: FailureCode,
  message: string,
  { status, retryAfter }: { readonly status?: number; readonly retryAfter?: number | undefined } = {},
): Failure =>
  new Failure(
    failure(code, message, {
      component: 'files',
      details: { service: SERVICE, ...omitUndefined({ upstream_status: status }) },
      ...omitUndefined({ retryAfter }),
    }),
  );

/** Converts an unsuccessful response into a failure. */
export const refusalOfServer = (answer: DavAnswer): Failure => {
  const { status } = answer;
  const details = { status, retryAfter: requestedWaitOf(answer) };
  if (status >= 300 && status < 400)
    return fileFailure(
      'external_api_error',
      'The file server redirects to another address, which is not followed. Check WEBDAV_URL.',
      details,
    );
  switch (status) {
    case 401:
      return fileFailure(
        'external_api_error',
        'The file server refused the account. Check WEBDAV_USERNAME and WEBDAV_PASSWORD.',
        details,
      );
    case 403:
      return fileFailure('permission_denied', 'The file server does not allow this for your files.', details);
    case 404:
      return fileFailure(
        'not_found',
        'There is no such file or folder of yours on the file server.',
        details,
      );
    case 423:
      return fileFailure('conflict', 'The file is locked at the moment. Try again later.', details);
    case 429:
      return fileFailure(
        'rate_limit_exceeded',
        'The file server is limiting requests at the moment.',
        details,
      );
    default:
      return fileFailure(
        'external_api_error',
        `The file server answered with an error (${status}).`,
        details,
      );
  }
};
