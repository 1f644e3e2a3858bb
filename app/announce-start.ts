import { logFormatOn } from '../infra/observability/log-format.ts';
import { createMessageWriter, type Output } from './messages.ts';

/**
 * Announces the start before any slow module is loaded, the logger included. A JSON log gets the line only at level info
 * or debug. Unknown levels and formats are rejected later, by the configuration.
 */
export const announceStart = (
  version: string,
  output: Output,
  { logLevel, logFormat }: { readonly [Name in 'logLevel' | 'logFormat']: string | undefined },
): void => {
  const isLogged = logLevel === 'debug' || logLevel === 'info';
  if (isLogged || logFormatOn(output, logFormat) === 'text')
    createMessageWriter(output, logFormat)(`Starting Anamnesis ${version} …`);
};
