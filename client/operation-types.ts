import type { paths, streams } from './api.generated.ts';

type Method = 'get' | 'post' | 'delete';
type Success = 200 | 202 | 206;

/** The operation at a path, `never` where there is none. */
export type At<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;

type ContentOf<Operation, MediaType extends string> = Operation extends {
  readonly responses: infer Responses;
}
  ? {
      [Status in keyof Responses & Success]: Responses[Status] extends { readonly content: infer Content }
        ? MediaType extends keyof Content
          ? Content[MediaType]
          : never
        : never;
    }[keyof Responses & Success]
  : never;

/** The data of an answer, out of its envelope. */
export type DataOf<Operation> =
  ContentOf<Operation, 'application/json'> extends { readonly data: infer Data } ? Data : never;

/** One line of an answer that comes line by line. */
export type LineOf<Operation> = ContentOf<Operation, 'application/x-ndjson'>;

type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : never;

/** One item of a list that comes page by page. */
export type ListedOf<Operation> = ItemOf<DataOf<Operation>>;

type Where<M extends Method, Kind extends 'data' | 'lines' | 'list'> = {
  [Path in keyof paths]: [
    Kind extends 'data'
      ? DataOf<At<Path, M>>
      : Kind extends 'lines'
        ? LineOf<At<Path, M>>
        : ListedOf<At<Path, M>>,
  ] extends [never]
    ? never
    : Path;
}[keyof paths];

/** The paths of what can be read in an envelope. */
export type ReadPath = Where<'get', 'data'>;
/** Those of lists. */
export type ListPath = Where<'get', 'list'>;
/** Those that a POST is answered in an envelope at. */
export type PostPath = Where<'post', 'data'>;
/** Those that a POST is answered line by line at. */
export type LinesPath = Where<'post', 'lines'>;
/** Those of everything that can be read. */
export type AnyReadPath = {
  [Path in keyof paths]: [At<Path, 'get'>] extends [never] ? never : Path;
}[keyof paths];
/** Those of event streams. */
export type StreamPath = keyof streams & AnyReadPath;

/** One event of a stream; without `event` only its place has moved on. */
export type StreamEvent<Path extends keyof streams> = {
  readonly id: string;
  readonly event?:
    | {
        readonly [Name in keyof streams[Path] & string]: {
          /** As the document names it: `*` for one of the names that it does not list. */
          readonly kind: Name;
          readonly name: string;
          readonly data: streams[Path][Name];
        };
      }[keyof streams[Path] & string]
    /** Of another shape than the document says: a newer server may tell more. */
    | { readonly kind: 'unreadable'; readonly name: string };
};

type Part<Operation, Place extends string> = Operation extends { readonly parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? NonNullable<Parameters[Place]>
    : never
  : never;

/** Optional fields may be given as `undefined`, which is left out. */
type Lenient<Fields> = {
  readonly [Name in keyof Fields]: object extends Pick<Fields, Name>
    ? Fields[Name] | undefined
    : Fields[Name];
};

/** Data as it is sent: what may be left out may also be `undefined`, at every depth. */
export type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value]: object extends Pick<Value, Name>
          ? Sendable<Value[Name]> | undefined
          : Sendable<Value[Name]>;
      }
    : Value;

type PathPart<Operation> = [Part<Operation, 'path'>] extends [never]
  ? unknown
  : { readonly path: Part<Operation, 'path'> };

type QueryPart<Operation> = [Part<Operation, 'query'>] extends [never]
  ? unknown
  : object extends Part<Operation, 'query'>
    ? { readonly query?: Lenient<Part<Operation, 'query'>> }
    : { readonly query: Lenient<Part<Operation, 'query'>> };

type BodyPart<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? { readonly body: Sendable<Body> }
  : unknown;

/** How one call is made. */
export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends this call, as the client's own signal does. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the answer must have begun; by default a minute, or what its kind needs. */
  readonly timeout?: number;
  /** Milliseconds that an answer may take once it has begun: five minutes by default; without a limit for what is streamed. */
  readonly total?: number;
  /** Milliseconds until the next piece of what is streamed: by default five minutes, and a minute for events. */
  readonly idle?: number;
};

/** What a call takes besides its path, as an argument that may be left out where nothing in it is required. */
export type InputOf<Operation, Options = CallOptions> = object extends PathPart<Operation> &
  QueryPart<Operation> &
  BodyPart<Operation>
  ? [input?: QueryPart<Operation> & Options]
  : [input: PathPart<Operation> & QueryPart<Operation> & BodyPart<Operation> & Options];
