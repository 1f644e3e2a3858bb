import { tracingChannel } from 'node:diagnostics_channel';

/** A call of an external service: its name, and nothing of its content. */
export type OutsideCall = { readonly service: string };

/** Publishes calls of external services, for tracing; costs nothing without a listener. */
export const outsideCalls = tracingChannel<OutsideCall, OutsideCall>('anamnesis.outside');

/** Makes a call and publishes it. */
export const traceOutside = <T>(service: string, call: () => Promise<T>): Promise<T> =>
  outsideCalls.tracePromise(call, { service });
