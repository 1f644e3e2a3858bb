import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { systemCodeOf } from '../data-directory/small-files.ts';

/** The files with the certificate (followed by its chain) and its private key, both in PEM. */
export type TlsFiles = { readonly certFile: string; readonly keyFile: string };

/** The certificate of the server and its private key. */
export type TlsMaterial = {
  readonly cert: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
  /** Whether the certificate is valid for a name or address. */
  readonly isFor: (host: string) => boolean;
  /** The first name in the certificate. */
  readonly name: string | undefined;
};

/** A problem with one of the files, described for the operator. */
export class TlsProblem extends Error {
  override readonly name = 'TlsProblem';
}

const read = async (setting: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCodeOf(error);
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EACCES: 'this user may not read it',
      EISDIR: 'it is a folder',
    };
    throw new TlsProblem(`${setting} cannot be read: ${reasons[code ?? ''] ?? code ?? 'it broke off'}.`);
  }
};

const certificateOf = (pem: string): X509Certificate => {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new TlsProblem('TLS_CERT is not a certificate in PEM ("-----BEGIN CERTIFICATE-----").');
  }
};

const keyOf = (pem: string): KeyObject => {
  if (/ENCRYPTED/.test(pem))
    throw new TlsProblem(
      'TLS_KEY is protected by a passphrase: provide it without one, readable by this user alone.',
    );
  try {
    return createPrivateKey(pem);
  } catch {
    throw new TlsProblem('TLS_KEY is not a private key in PEM ("-----BEGIN PRIVATE KEY-----").');
  }
};

const firstName = (certificate: X509Certificate): string | undefined =>
  /DNS:([^,*\s]+)/.exec(certificate.subjectAltName ?? '')?.[1];

/**
 * Reads and checks the certificate and its key.
 *
 * @throws TlsProblem with a sentence that names the setting and never the content
 */
export const readTlsFiles = async ({ certFile, keyFile }: TlsFiles, now: number): Promise<TlsMaterial> => {
  const [cert, key] = await Promise.all([read('TLS_CERT', certFile), read('TLS_KEY', keyFile)]);
  const certificate = certificateOf(cert);
  if (!certificate.checkPrivateKey(keyOf(key)))
    throw new TlsProblem('TLS_KEY is not the key of the first certificate in TLS_CERT.');
  const { validFromDate, validToDate } = certificate;
  if (validToDate.getTime() <= now)
    throw new TlsProblem(`The certificate in TLS_CERT expired on ${validToDate.toISOString()}.`);
  if (validFromDate.getTime() > now)
    throw new TlsProblem(`The certificate in TLS_CERT is not valid before ${validFromDate.toISOString()}.`);
  return {
    cert,
    key,
    validUntil: validToDate.getTime(),
    isFor: (host) =>
      (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
    name: firstName(certificate),
  };
};
