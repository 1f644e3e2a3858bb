import type { AnswerMetadata } from './api.generated.ts';
import type { Caller, CallInput } from './create-caller.ts';
import { UnexpectedAnswer } from './failures.ts';
import type {
  AnyReadPath,
  DataOf,
  InputOf,
  ListedOf,
  ListPath,
  OperationAt,
  ReadPath,
} from './operation-types.ts';

/** The data and metadata of a response. */
type Answer<Data> = {
  readonly data: Data;
  readonly metadata: Partial<AnswerMetadata>;
  /** The revision of a single resource, for `If-Match` of a command that changes it. */
  readonly revision: number | undefined;
};

/** One page of a list. */
export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | undefined };

/** A body as it arrives, and the response headers. */
type Download = { readonly headers: Headers; readonly bytes: AsyncGenerator<Uint8Array> };

/** The read-only operations. */
export const createReads = ({ open, bytesOf, answer, settle, settleEach }: Caller) => {
  /** Reads a resource, with the response's metadata. */
  function getAnswer<Path extends ReadPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>>
  ): Promise<Answer<DataOf<OperationAt<Path, 'get'>>>>;
  function getAnswer(path: string, input: CallInput = {}): Promise<Answer<unknown>> {
    return settle(answer('get', path, input));
  }

  /** Reads a resource. */
  function get<Path extends ReadPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>>
  ): Promise<DataOf<OperationAt<Path, 'get'>>>;
  async function get(path: string, input: CallInput = {}): Promise<unknown> {
    return (await settle(answer('get', path, input))).data;
  }

  /** Reads one page of a list. */
  function page<Path extends ListPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>>
  ): Promise<Page<ListedOf<OperationAt<Path, 'get'>>>>;
  async function page(path: string, input: CallInput = {}): Promise<Page<unknown>> {
    const { data, metadata } = await settle(answer('get', path, input));
    return { items: Array.isArray(data) ? data : [], nextCursor: metadata.nextCursor };
  }

  const openBytes = async (path: string, input: CallInput): Promise<Download> => {
    const response = await open('get', path, input);
    return { headers: response.headers, bytes: settleEach(bytesOf(response, input)) };
  };

  /** Opens a response that is not JSON, or is too large for memory. */
  function openDownload<Path extends AnyReadPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>>
  ): Promise<Download>;
  function openDownload(path: string, input: CallInput = {}): Promise<Download> {
    return settle(openBytes(path, input));
  }

  /**
   * Opens a link from a response, e.g. the picture of a page with the cited text marked. A link that is not a path could
   * change the host or the port of the address to which it is appended.
   */
  const openLink = (
    link: string,
    { query, ...input }: Pick<CallInput, 'query' | 'signal'> = {},
  ): Promise<Download> => {
    const [path = '', given = ''] = link.split('?');
    if (!path.startsWith('/'))
      return settle(Promise.reject(new UnexpectedAnswer(200, 'a link', 'The link is not a path.')));
    const both = { ...Object.fromEntries(new URLSearchParams(given)), ...query };
    return settle(openBytes(path, { ...input, query: both }));
  };

  /** Yields the bytes of a download as they arrive; throws a failure if the connection breaks. */
  function download<Path extends AnyReadPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>>
  ): AsyncGenerator<Uint8Array>;
  async function* download(path: string, input: CallInput = {}): AsyncGenerator<Uint8Array> {
    yield* (await settle(openBytes(path, input))).bytes;
  }

  return { getAnswer, get, page, openDownload, openLink, download };
};
