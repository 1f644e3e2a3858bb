import { logFormatOn } from '../infra/observability/log-format.ts';

type Output = { readonly write: (text: string) => unknown; readonly isTTY?: boolean };

/**
 * Says that a start has begun, before anything is loaded that takes time, the logger included: as text where a person
 * reads the output, elsewhere as a line of the JSON log, if that holds information. A level or format that does not exist
 * is for the configuration to reject.
 */
export const announceStart = (
  version: string,
  output: Output,
  { logLevel, logFormat }: { readonly [Name in 'logLevel' | 'logFormat']: string | undefined },
): void => {
  const message = `Starting Anamnesis ${version} …`;
  if (logFormatOn(output, logFormat) === 'text') output.write(`${message}\n`);
  else if (logLevel === 'debug' || logLevel === 'info')
    output.write(`${JSON.stringify({ level: 'info', time: new Date().toISOString(), message })}\n`);
};
