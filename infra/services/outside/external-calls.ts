import { tracingChannel } from 'node:diagnostics_channel';

/** A call of an external service: its name, and nothing of its content. */
export type ExternalCall = { readonly service: string };

/** Publishes calls of external services, for tracing; costs nothing without a listener. */
export const externalCalls = tracingChannel<ExternalCall, ExternalCall>('anamnesis.outside');

/** Makes a call and publishes it. */
export const traceExternalCall = <T>(service: string, call: () => Promise<T>): Promise<T> =>
  externalCalls.tracePromise(call, { service });
