import type { TraceContext } from './trace-context.ts';

/**
 * All attributes that a span may have besides its name and times. Values are names from the program or its
 * configuration, and counts: never an id, a path, a query string, text of a person or anything about a patient.
 */
export const spanAttributeNames = [
  'http.request.method',
  /** The template, such as `/api/queries/:queryId`. */
  'http.route',
  'http.response.status_code',
  'anamnesis.command',
  'anamnesis.stream.category',
  'anamnesis.events',
  'anamnesis.consumer',
  'anamnesis.event.type',
  'anamnesis.search.stage',
  'anamnesis.search.found',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'anamnesis.tool',
  'anamnesis.service',
  'anamnesis.blob.operation',
] as const;

/** Values by name. */
export type SpanAttributes = { readonly [Name in (typeof spanAttributeNames)[number]]?: string | number };

/** A span to start. */
export type NewSpan = {
  /** A low-cardinality name, like attributes. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
};

/** A span in progress. */
export type OpenSpan = {
  readonly context: TraceContext;
  /** Runs work within the span. */
  readonly within: <T>(work: () => T) => T;
  /** Adds attributes found later; a name replaces the first. */
  readonly note: (attributes: SpanAttributes, name?: string) => void;
  /** @param failure the code of its failure, if any; never a message */
  readonly end: (failure?: string) => void;
};

/** Records spans for trace viewers. */
export type SpanRecorder = {
  readonly start: (
    span: NewSpan,
    /** The parent span, and whether another process started it. */
    parent: { readonly traceparent: string; readonly isRemote: boolean } | undefined,
  ) => Pick<OpenSpan, 'note' | 'end'> & { readonly traceparent: string };
};
