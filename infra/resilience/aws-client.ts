import { Readable } from 'node:stream';

/** Passes a response body on, and fails when it exceeds the limit. */
async function* ofBoundedLength(
  content: AsyncIterable<unknown>,
  limit: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) continue;
    bytes += piece.byteLength;
    if (bytes > limit) throw tooLarge();
    yield piece;
  }
}

/** Bounds the body of a response of the SDK, in bytes. */
const boundBody = (response: unknown, limit: number, tooLarge: () => Error): void => {
  if (typeof response !== 'object' || response === null) return;
  if (!('body' in response) || !(response.body instanceof Readable)) return;
  const bounded = ofBoundedLength(response.body, limit, tooLarge);
  Reflect.set(response, 'body', Readable.from(bounded, { objectMode: false }));
};

type Bounds = {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Error;
  /** Whether the caller reads a response piece by piece, so that it needs no limit. */
  readonly isExempt?: (response: unknown, commandName: string | undefined) => boolean;
};

/**
 * A middleware of the AWS SDK that bounds the bodies of responses: the SDK buffers them in memory without a limit. To be
 * added with `boundedAnswerStep`.
 */
export const boundAwsAnswers =
  ({ limit, tooLarge, isExempt }: Bounds) =>
  <Args, Result extends { readonly response: unknown }>(
    next: (args: Args) => Promise<Result>,
    { commandName }: { readonly commandName?: string },
  ) =>
  async (args: Args): Promise<Result> => {
    const result = await next(args);
    if (!isExempt?.(result.response, commandName)) boundBody(result.response, limit, tooLarge);
    return result;
  };

/** The place of that middleware: before the SDK reads the response. */
export const boundedAnswerStep = { step: 'deserialize', priority: 'low', name: 'boundedAnswer' } as const;

/** Failures are thrown, so the SDK need not log them. */
export const silentAwsLogger = {
  trace: (): void => {},
  debug: (): void => {},
  info: (): void => {},
  warn: (): void => {},
  error: (): void => {},
};
