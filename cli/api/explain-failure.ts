import {
  type ClientFailure,
  ConnectionFailure,
  RefusedRequest,
  UnexpectedAnswer,
} from '../../client/failures.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import { ApiFailure, ConnectionLost } from './api-failure.ts';

/** Why a certificate is refused, by the codes of OpenSSL and Node.js. */
const distrusted = (code: string): string | undefined => {
  if (code === 'CERT_HAS_EXPIRED') return 'it has ended';
  if (code === 'CERT_NOT_YET_VALID') return 'it is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it is for another name';
  return /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_\w+)$/.test(
    code,
  )
    ? 'it is not signed by a known issuer'
    : undefined;
};

/** What `fetch` of Node.js says of a broken connection, before the answer or within it. */
const brokenConnection = (error: unknown, url: string, isNamed: boolean): CliError => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConnectionLost(`No server answers at ${url}.`, {
      hint: isNamed
        ? 'Start it with "npm start", or leave out --url and ANAMNESIS_URL to work on the data directory directly.'
        : 'It has stopped. Start it again with "npm start", or repeat the command: without a server it opens the data directory itself.',
    });
  const distrust = distrusted(code);
  if (distrust !== undefined)
    return new CliError(`The TLS certificate of ${url} is not trusted: ${distrust}.`, {
      hint: 'For a certification authority of your own, name its file with --ca or ANAMNESIS_CA.',
    });
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return new CliError(`${url} does not speak TLS.`, { hint: 'Write http:// instead of https://.' });
  if (
    url.startsWith('http:') &&
    (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'HPE_INVALID_CONSTANT')
  )
    return new ConnectionLost(`The connection to ${url} broke (${code}).`, {
      hint: 'Check that the server still runs; if it speaks TLS, write https:// instead of http://.',
      cause: error,
    });
  // What browsers refuse, fetch refuses (https://fetch.spec.whatwg.org/#port-blocking).
  if (cause instanceof Error && cause.message === 'bad port')
    return usageError(`No HTTP server can be asked at the port of ${url}.`, 'Check the address.');
  return new ConnectionLost(`The connection to ${url} broke${code === '' ? '' : ` (${code})`}.`, {
    hint: 'Check that the server still runs, then try again: what was acknowledged is safe.',
    cause: error,
  });
};

const unexpectedAnswer = (failure: UnexpectedAnswer, url: string): CliError =>
  failure.status >= 300
    ? new CliError(`${url} answered with status ${failure.status} and not as an Anamnesis server does.`, {
        hint: 'Check the address in --url or ANAMNESIS_URL.',
        cause: failure,
      })
    : new CliError(`The answer of ${url} to ${failure.path} is not what was expected.`, {
        hint: 'Use the command line of the same version as the server.',
        cause: failure,
      });

/** What went wrong with the server at an address, for the person at the terminal: `isNamed` where that person named it. */
export const explainFailure =
  (url: string, isNamed: boolean) =>
  (failure: ClientFailure): CliError => {
    if (failure instanceof RefusedRequest) return new ApiFailure(failure);
    if (failure instanceof UnexpectedAnswer) return unexpectedAnswer(failure, url);
    if (!(failure instanceof ConnectionFailure)) return new CliError(failure.message, { cause: failure });
    if (failure.kind === 'aborted') return interrupted();
    if (failure.kind === 'broken') return brokenConnection(failure.cause, url, isNamed);
    return new ConnectionLost(failure.message.replace('The server', url), {
      hint: 'Look at the log of the server; it may be overloaded.',
    });
  };
