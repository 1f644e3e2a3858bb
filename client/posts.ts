import type { operations } from './api.generated.ts';
import { mismatchOfAnswer } from './check-answer.ts';
import { countingStream } from './counting-stream.ts';
import type { Caller, CallInput } from './create-caller.ts';
import { UnexpectedAnswer } from './failures.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import type {
  CallOptions,
  DataOf,
  InputOf,
  LineOf,
  LinesPath,
  OperationAt,
  PostPath,
  Sendable,
} from './operation-types.ts';
import { randomId } from './random-id.ts';
import { readLines } from './read-lines.ts';
import { uploadForm } from './upload-form.ts';

/** Options of a POST. */
type PostOptions = CallOptions & {
  /** Seconds to wait for the outcome of a command, at most 60. */
  readonly wait?: number;
};

type IngestForm = operations['IngestDocument']['requestBody']['content']['multipart/form-data'];

/** A file to upload, with the input of the command. */
type Upload = {
  /** E.g. a file that a person chose in a browser, or the result of `openAsBlob`. */
  readonly file: Blob;
  readonly fileName: string;
  readonly input: Sendable<NonNullable<IngestForm['command']>>;
  /** Makes it safe to repeat the upload. Default: a new one for each call. */
  readonly idempotencyKey?: string;
  /** Called with the number of body bytes sent so far, from 0 again with each attempt; never in a service worker. */
  readonly onBytes?: (sent: number) => void;
  readonly signal?: AbortSignal;
};

/** A little longer than the server may wait, so that its response arrives before the client times out. */
const WAIT_MARGIN_SECONDS = 15;
/** The server allows five minutes for a request to arrive; its refusal must arrive before the client times out. */
const UPLOAD_TIMEOUT_MS = 330_000;
/** A service worker has no XMLHttpRequest, and can stream a body over HTTP/2 only. */
const canStreamBody = (): boolean => !('ServiceWorkerGlobalScope' in globalThis);

/** How to send the body of an upload, which can be sent only once where a stream must count its bytes. */
const sendingOf = (
  body: Blob,
  onBytes: ((sent: number) => void) | undefined,
): Pick<CallInput, 'rawBody' | 'fetch'> => {
  if (onBytes === undefined) return { rawBody: body };
  const fetch = fetchWithProgress(body, onBytes);
  if (fetch !== undefined) return { rawBody: body, fetch };
  return { rawBody: canStreamBody() ? countingStream(body, onBytes) : body };
};

const INGEST = '/api/commands/IngestDocument';

const waiting = ({ wait, ...input }: CallInput & PostOptions): CallInput =>
  wait === undefined
    ? input
    : {
        ...input,
        headers: { ...input.headers, Prefer: `wait=${wait}` },
        timeout: input.timeout ?? (wait + WAIT_MARGIN_SECONDS) * 1000,
      };

/** The operations that change state, or whose input does not fit into a URL. */
export const createPosts = ({ open, bytesOf, answer, settle, settleEach }: Caller) => {
  /** Sends a command or a query. */
  function post<Path extends PostPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'post'>, PostOptions>
  ): Promise<DataOf<OperationAt<Path, 'post'>>>;
  async function post(path: string, input: CallInput & PostOptions = {}): Promise<unknown> {
    return (await settle(answer('post', path, waiting(input)))).data;
  }

  async function* linesOf(path: string, input: CallInput): AsyncGenerator<unknown> {
    const response = await open('post', path, input);
    const unexpected = (what: string, cause?: unknown) =>
      new UnexpectedAnswer(response.status, path, what, cause);
    try {
      for await (const line of readLines(bytesOf(response, input))) {
        const misfit = await mismatchOfAnswer(`post ${path}`, line);
        if (misfit !== undefined) throw unexpected(`A line is not as documented: line${misfit}.`);
        yield line;
      }
    } catch (error) {
      throw error instanceof SyntaxError ? unexpected('A line is not JSON.', error) : error;
    }
  }

  /** Sends a query whose response is streamed in NDJSON. */
  function lines<Path extends LinesPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'post'>>
  ): AsyncGenerator<LineOf<OperationAt<Path, 'post'>>>;
  function lines(path: string, input: CallInput = {}): AsyncGenerator<unknown> {
    return settleEach(linesOf(path, input));
  }

  /** Uploads a file. */
  function upload(upload: Upload): Promise<DataOf<OperationAt<typeof INGEST, 'post'>>>;
  async function upload({
    file,
    fileName,
    input,
    idempotencyKey = randomId(),
    onBytes,
    ...call
  }: Upload): Promise<unknown> {
    const { body, headers } = uploadForm(file, fileName, input);
    const sent = {
      ...call,
      ...sendingOf(body, onBytes),
      headers: { ...headers, 'Idempotency-Key': idempotencyKey },
      timeout: UPLOAD_TIMEOUT_MS,
    };
    return (await settle(answer('post', INGEST, sent))).data;
  }

  return { post, lines, upload };
};
