import type { paths, streams } from './api.generated.ts';

type Method = 'get' | 'post' | 'delete';
type Success = 200 | 202 | 206;

/** The operation at a path; `never` if there is none. */
export type OperationAt<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;

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

/** The data of a response, without its envelope. */
export type DataOf<Operation> =
  ContentOf<Operation, 'application/json'> extends { readonly data: infer Data } ? Data : never;

/** One line of a response in NDJSON. */
export type LineOf<Operation> = ContentOf<Operation, 'application/x-ndjson'>;

type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : never;

/** One item of a paginated list. */
export type ListedOf<Operation> = ItemOf<DataOf<Operation>>;

type Where<M extends Method, Kind extends 'data' | 'lines' | 'list'> = {
  [Path in keyof paths]: [
    Kind extends 'data'
      ? DataOf<OperationAt<Path, M>>
      : Kind extends 'lines'
        ? LineOf<OperationAt<Path, M>>
        : ListedOf<OperationAt<Path, M>>,
  ] extends [never]
    ? never
    : Path;
}[keyof paths];

/** Paths whose GET responds with an envelope. */
export type ReadPath = Where<'get', 'data'>;
/** Paths of paginated lists. */
export type ListPath = Where<'get', 'list'>;
/** Paths whose POST responds with an envelope. */
export type PostPath = Where<'post', 'data'>;
/** Paths whose POST responds in NDJSON. */
export type LinesPath = Where<'post', 'lines'>;
/** Paths with a GET operation. */
export type AnyReadPath = {
  [Path in keyof paths]: [OperationAt<Path, 'get'>] extends [never] ? never : Path;
}[keyof paths];
/** Paths of event streams. */
export type StreamPath = keyof streams & AnyReadPath;

/** One event of a stream; without `event`, only the resume position has advanced. */
export type StreamEvent<Path extends keyof streams> = {
  readonly id: string;
  readonly event?:
    | {
        readonly [Name in keyof streams[Path] & string]: {
          /** The name in the document; `*` stands for any name that it does not list. */
          readonly kind: Name;
          readonly name: string;
          readonly data: streams[Path][Name];
        };
      }[keyof streams[Path] & string]
    /** The event does not match the document: a newer server may send more. */
    | { readonly kind: 'unreadable'; readonly name: string };
};

type Part<Operation, Place extends string> = Operation extends { readonly parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? NonNullable<Parameters[Place]>
    : never
  : never;

/** Allows `undefined` for optional fields; it is omitted from the request. */
type Lenient<Fields> = {
  readonly [Name in keyof Fields]: object extends Pick<Fields, Name>
    ? Fields[Name] | undefined
    : Fields[Name];
};

/** Request data in which optional members may also be `undefined`, at every depth. */
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

/** The JSON body of a request. */
export type RequestOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Sendable<Body>
  : never;

type BodyPart<Operation> = [RequestOf<Operation>] extends [never]
  ? unknown
  : { readonly body: RequestOf<Operation> };

/** Options of a single call. */
export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts this call, like the client's own signal. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the response must begin. Default: one minute, or what its kind needs. */
  readonly timeout?: number;
  /** Milliseconds for the body of a response. Default: five minutes; unlimited for streams. */
  readonly total?: number;
  /** Milliseconds until the next piece of a stream. Default: five minutes, and one minute for events. */
  readonly idle?: number;
};

/** The input of a call besides its path; an optional argument if no member is required. */
export type InputOf<Operation, Options = CallOptions> = object extends PathPart<Operation> &
  QueryPart<Operation> &
  BodyPart<Operation>
  ? [input?: QueryPart<Operation> & Options]
  : [input: PathPart<Operation> & QueryPart<Operation> & BodyPart<Operation> & Options];
