import { type DestinationStream, pino } from 'pino';
import type { Logger } from '../../ports/logger.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import { errorForLog } from './error-for-log.ts';
import type { LogLevel } from './log-level.ts';
import { writeLogLines } from './write-log-lines.ts';

const STANDARD_OUTPUT = 1;

type LoggerOptions = {
  readonly level: LogLevel;
  readonly traces: Pick<TraceScope, 'current'>;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
};

/**
 * Field names under which PHI or a secret could slip into a log line. None of them is logged on purpose: this is a
 * safety net, at the top level and one level down.
 */
const guardedNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'question',
  'query',
  'answer',
  'title',
  'fileName',
  'text',
  'excerpt',
  'clinicalContext',
  'body',
  'url',
] as const;

/**
 * Creates a logger for structured JSON, one object per line. Every line within a trace carries its `traceId`. Errors
 * belong in the field `error`; they are written without the messages of foreign code.
 */
export const createLogger = ({ level, traces, destination }: LoggerOptions): Logger => {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const context = traces.current();
      return context ? { traceId: context.traceId } : {};
    },
    serializers: { error: errorForLogField, err: errorForLogField },
    redact: { paths: guardedNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  const log = pino(options, destination ?? writeLogLines(STANDARD_OUTPUT));
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
};

/** A string in the field is kept: it is a reason written in the code, not an error's message. */
const errorForLogField = (value: unknown): unknown =>
  typeof value === 'string' ? value : errorForLog(value);
