import type { TraceContext } from './trace-context.ts';

/**
 * All that a span may say beside its name and times. Values are names that the program or its configuration gives, and
 * counts: never an id, a path, a query string, a text of a person or anything of a patient.
 */
export const spanAttributeNames = [
  'http.request.method',
  /** The template, as `/api/queries/:queryId`. */
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

/** A stretch of work as it begins. */
export type NewSpan = {
  /** Of few values, as attributes are. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
};

/** A stretch of work that is under way. */
export type OpenSpan = {
  readonly context: TraceContext;
  /** Runs work as part of it. */
  readonly within: <T>(work: () => T) => T;
  /** Adds attributes found later; a name replaces the first. */
  readonly note: (attributes: SpanAttributes, name?: string) => void;
  /** @param failure the code of its failure, if any; never a message */
  readonly end: (failure?: string) => void;
};

/** Keeps spans for readers of traces. Recording never throws and never waits. */
export type SpanRecorder = {
  readonly start: (
    span: NewSpan,
    /** The parent span, and whether another process began it. */
    parent: { readonly traceparent: string; readonly isRemote: boolean } | undefined,
  ) => Pick<OpenSpan, 'note' | 'end'> & { readonly traceparent: string };
};
