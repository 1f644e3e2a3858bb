import {
  type ClientFailure,
  ConnectionFailure,
  RefusedRequest,
  UnexpectedAnswer,
} from '../../client/failures.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import { ApiFailure, ConnectionLostError } from './api-failure.ts';

/** Explains why a certificate is not trusted, from the error codes of OpenSSL and Node.js. */
const distrusted = (code: string): string | undefined => {
  if (code === 'CERT_HAS_EXPIRED') return 'it has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'it is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it was issued for another host name';
  return /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_\w+)$/.test(
    code,
  )
    ? 'it is not signed by a known issuer'
    : undefined;
};

/** Explains a connection error of Node.js `fetch`, before or during the response. */
const brokenConnection = (error: unknown, url: string, isNamed: boolean): CliError => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code ?? '') : '';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConnectionLostError(`No server answers at ${url}.`, {
      hint: isNamed
        ? 'Start it with "npm start", or leave out --url and ANAMNESIS_URL to work on the data directory directly.'
        : 'The server has stopped. Start it again with "npm start", or repeat the command: without a server it opens the data directory itself.',
    });
  const distrust = distrusted(code);
  if (distrust !== undefined)
    return new CliError(`The TLS certificate of ${url} is not trusted: ${distrust}.`, {
      hint: 'If your own certification authority signed it, pass the CA file with --ca or ANAMNESIS_CA.',
    });
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return new CliError(`${url} does not speak TLS.`, { hint: 'Use http:// instead of https://.' });
  if (
    url.startsWith('http:') &&
    (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'HPE_INVALID_CONSTANT')
  )
    return new ConnectionLostError(`The connection to ${url} broke (${code}).`, {
      hint: 'Check that the server is still running; if it speaks TLS, use https:// instead of http://.',
      cause: error,
    });
  // fetch blocks the same ports as browsers (https://fetch.spec.whatwg.org/#port-blocking).
  if (cause instanceof Error && cause.message === 'bad port')
    return usageError(`HTTP is not allowed on the port of ${url}.`, 'Check the address.');
  return new ConnectionLostError(`The connection to ${url} broke${code === '' ? '' : ` (${code})`}.`, {
    hint: 'Check that the server is still running, then try again: acknowledged work is safe.',
    cause: error,
  });
};

const unexpectedAnswer = (failure: UnexpectedAnswer, url: string): CliError =>
  failure.status >= 300
    ? new CliError(
        `${url} answered with status ${failure.status}, and does not look like an Anamnesis server.`,
        {
          hint: 'Check the address in --url or ANAMNESIS_URL.',
          cause: failure,
        },
      )
    : new CliError(`${url} gave an unexpected answer to ${failure.path}.`, {
        hint: 'Use the same version of the command line and the server.',
        cause: failure,
      });

/** Explains a client failure to the person at the terminal. `isNamed` is true when that person named the address. */
export const explainFailure =
  (url: string, isNamed: boolean) =>
  (failure: ClientFailure): CliError => {
    if (failure instanceof RefusedRequest) return new ApiFailure(failure);
    if (failure instanceof UnexpectedAnswer) return unexpectedAnswer(failure, url);
    if (!(failure instanceof ConnectionFailure)) return new CliError(failure.message, { cause: failure });
    if (failure.kind === 'aborted') return interrupted();
    if (failure.kind === 'broken') return brokenConnection(failure.cause, url, isNamed);
    return new ConnectionLostError(failure.message.replace('The server', url), {
      hint: 'Check the server log; the server may be overloaded.',
    });
  };
