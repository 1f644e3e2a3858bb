import { isRecord } from '../../../domain/kernel/is-record.ts';

/** Codes of OpenSSL and Node.js for a certificate that is not trusted, has expired, or is for another name. */
const CODES =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w{1,40})$/;

/** Libraries replace these codes with their own; OpenSSL's message about a certificate then contains this word. */
const WORD = /\bcertificate/i;

/** Advice for messages. */
export const CERTIFICATE_ADVICE =
  'Its certificate is not trusted here, has expired or is for another name: set NODE_EXTRA_CA_CERTS to your own certificate authority.';

/** Whether a connection failed because of the peer's certificate. */
export const isCertificateProblem = (error: unknown): boolean => {
  const { code, cause, message } = isRecord(error) ? error : {};
  if (typeof code === 'string' && CODES.test(code)) return true;
  if ((code === 'ESOCKET' || code === 'ETLS') && typeof message === 'string' && WORD.test(message))
    return true;
  return isRecord(cause) && typeof cause.code === 'string' && CODES.test(cause.code);
};
