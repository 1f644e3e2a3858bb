import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { anySignal } from '../../ports/any-signal.ts';
import type { Logger } from '../../ports/logger.ts';
import { entityTag, matchesNone } from '../request/conditional-headers.ts';
import type { DataAnswer, RouteAnswer, StreamAnswer } from './route-answer.ts';
import { upgrade } from './upgrades.ts';

/** The dependencies of sending a response. */
type SendContext = {
  readonly traceId: string;
  readonly timestamp: string;
  readonly logger: Logger;
  /** Aborted when the process is about to stop. */
  readonly stopping: AbortSignal;
  /** Milliseconds that a client may read nothing. */
  readonly slowConsumerTimeout: number;
};

const isUnchanged = (context: Context, answer: DataAnswer<unknown>): boolean =>
  answer.revision !== undefined &&
  answer.revisionIsPartial !== true &&
  (context.method === 'GET' || context.method === 'HEAD') &&
  !matchesNone(context.get('If-None-Match') || undefined, entityTag(answer.revision));

const sendData = async (context: Context, answer: DataAnswer<unknown>, surroundings: SendContext) => {
  if (answer.revision !== undefined) context.set('ETag', entityTag(answer.revision));
  if (isUnchanged(context, answer)) {
    context.status = 304;
    return;
  }
  if (context.method !== 'HEAD') await answer.beforeDelivery?.();
  const { traceId, timestamp } = answer.original ?? surroundings;
  context.status = answer.status ?? 200;
  context.set({ 'Content-Type': 'application/json; charset=utf-8', ...answer.headers });
  context.body = JSON.stringify({
    success: true,
    data: answer.data,
    metadata: { traceId, ...answer.metadata },
    timestamp,
  });
};

/** Passes the content on and aborts when the client reads nothing for too long: the timer runs while a piece waits. */
async function* whileTaken(content: AsyncIterable<string | Uint8Array>, timeout: number, giveUp: () => void) {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const piece of content) {
      timer = setTimeout(giveUp, timeout);
      yield piece;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The same for pushed content: the timer runs while the connection accepts nothing. */
const watchTaking = (content: Readable, { res }: Context, timeout: number, giveUp: () => void): Readable => {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  content.on('pause', () => {
    stop();
    timer = setTimeout(giveUp, timeout);
  });
  res.on('drain', stop);
  content.once('close', stop);
  return content;
};

const sendStream = async (
  context: Context,
  answer: StreamAnswer,
  surroundings: SendContext,
): Promise<void> => {
  if (answer.entityTag !== undefined) {
    context.set('ETag', answer.entityTag);
    if (!matchesNone(context.get('If-None-Match') || undefined, answer.entityTag)) {
      context.status = 304;
      return;
    }
  }
  if (context.method !== 'HEAD') await answer.beforeDelivery?.();
  const left = new AbortController();
  const signal = anySignal([left.signal, surroundings.stopping]);
  const slow = (): void => {
    surroundings.logger.warn({}, 'A client that had stopped reading was disconnected.');
    context.res.destroy();
  };
  const { slowConsumerTimeout } = surroundings;
  const content = answer.content(signal);
  const body =
    content instanceof Readable
      ? watchTaking(content, context, slowConsumerTimeout, slow)
      : Readable.from(whileTaken(content, slowConsumerTimeout, slow));
  const close = (): void => {
    left.abort();
    body.destroy();
  };
  context.res.once('close', close);
  body.once('close', () => {
    left.abort();
    answer.onClose?.();
  });
  // A broken stream must not look complete, so the connection is closed in the middle of the message.
  body.once(
    'error',
    AsyncResource.bind((error: Error) => {
      if (!left.signal.aborted) surroundings.logger.error({ error }, 'A streamed response was cut short.');
      context.res.destroy();
    }),
  );
  context.status = answer.status ?? 200;
  context.set({ 'Content-Type': answer.contentType, 'X-Accel-Buffering': 'no', ...answer.headers });
  context.body = body;
};

/** Sends a route's answer as the HTTP response. */
export const sendAnswer = async (
  context: Context,
  answer: RouteAnswer<unknown>,
  surroundings: SendContext,
): Promise<void> => {
  if (answer.kind === 'data') return sendData(context, answer, surroundings);
  if (answer.kind === 'stream') return sendStream(context, answer, surroundings);
  if (answer.kind === 'socket') {
    context.status = 101;
    context.respond = false;
    if (!upgrade(context.req, answer.accept)) answer.abandon();
    return;
  }
  context.status = answer.status ?? 200;
  context.set({ 'Content-Type': answer.contentType, ...answer.headers });
  context.body = answer.content;
};
