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

/** Trusts these certificates (PEM) in addition to those of Node.js, for all connections of this process. */
export const trustCertificates = (pems: readonly string[]): void => {
  const further = pems.flatMap(certificatesIn).filter(isCertificate);
  if (further.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...further]);
};

/**
 * Trusts the private certification authority in a file.
 *
 * @throws CliError when the file has no certificate
 */
export const trustFile = async (path: string | undefined): Promise<void> => {
  if (path === undefined) return;
  const pem = await readFile(path, 'utf8').catch(() => {
    throw usageError(
      `The certification authority file ${path} cannot be read.`,
      'Set --ca or ANAMNESIS_CA to a PEM file.',
    );
  });
  const certificates = certificatesIn(pem);
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw usageError(
      `The file ${path} contains no valid certificate.`,
      'Set --ca or ANAMNESIS_CA to a PEM file.',
    );
  trustCertificates(certificates);
};
