import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { usageError } from './cli-error.ts';

const certificatesIn = (pem: string): readonly string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
};

/** Trusts these certificates (PEM) besides those that Node.js trusts, for all connections of this process. */
export const trustCertificates = (pems: readonly string[]): void => {
  const further = pems.flatMap(certificatesIn).filter(isCertificate);
  if (further.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...further]);
};

/**
 * Trusts the certification authority in a file, for servers with a certificate of one's own.
 *
 * @throws CliError when there is none in it
 */
export const trustFile = async (path: string | undefined): Promise<void> => {
  if (path === undefined) return;
  const pem = await readFile(path, 'utf8').catch(() => {
    throw usageError(
      `The file ${path} with the certification authority cannot be read.`,
      'Set --ca or ANAMNESIS_CA to a file in PEM.',
    );
  });
  const certificates = certificatesIn(pem);
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw usageError(`The file ${path} holds no certificate.`, 'Set --ca or ANAMNESIS_CA to a file in PEM.');
  trustCertificates(certificates);
};
