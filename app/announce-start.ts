import { logFormatOn } from '../infra/observability/log-format.ts';
import { type Output, sayOn } from './messages.ts';

/**
 * Says that a start has begun, before anything is loaded that takes time, the logger included. A JSON log gets the line
 * only if it holds information. The configuration rejects a level or format that does not exist.
 */
export const announceStart = (
  version: string,
  output: Output,
  { logLevel, logFormat }: { readonly [Name in 'logLevel' | 'logFormat']: string | undefined },
): void => {
  const isLogged = logLevel === 'debug' || logLevel === 'info';
  if (isLogged || logFormatOn(output, logFormat) === 'text')
    sayOn(output, logFormat)(`Starting Anamnesis ${version} …`);
};
