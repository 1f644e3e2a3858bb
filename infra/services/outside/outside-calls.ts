import { tracingChannel } from 'node:diagnostics_channel';

/** A call of a service outside: its name, and nothing of what is asked. */
export type OutsideCall = { readonly service: string };

/** Where calls of services outside are told of, to whoever traces them; costs nothing while nobody listens. */
export const outsideCalls = tracingChannel<OutsideCall, OutsideCall>('anamnesis.outside');

/** Makes a call and tells of it. */
export const tellOutside = <T>(service: string, call: () => Promise<T>): Promise<T> =>
  outsideCalls.tracePromise(call, { service });
