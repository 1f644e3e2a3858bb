import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import type { Discloses } from '../../commands/runtime/disclosure.ts';
import { withOversight } from '../../commands/runtime/ownership/require-access.ts';
import type { Permission } from '../../domain/kernel/actor.ts';
import type { FailureCode } from '../../domain/kernel/failure.ts';
import type { AccessTarget } from '../../domain/ownership/access-target.ts';
import type { AccessLevel } from '../../domain/ownership/may-access.ts';
import { levelOf, type OwnershipRule } from '../../domain/ownership/ownership-rule.ts';
import type { Principal } from '../../ports/authenticator.ts';
import { accessReasonSchema } from '../request/access-reason.ts';
import { parseInput } from '../request/parse-input.ts';
import type { URL_ENCODED } from '../request/read-url-encoded-body.ts';
import { refuseUnsafeInput } from '../request/refuse-unsafe-input.ts';
import type { RequestCredentials } from './credentials.ts';
import type { ResponseHeaderName } from './response-headers.ts';
import type { RouteAnswer } from './route-answer.ts';
import type { Tag } from './route-tags.ts';

/** One request as a route sees it. */
export type RouteRequest = {
  readonly caller: Caller;
  /** The bearer of the token, with all their roles and its expiry. */
  readonly principal: Principal;
  /** How the caller proved who they are. */
  readonly credentials: RequestCredentials;
  /** The caller with their current grounds for access to a target; see `requireAccess`. */
  readonly accessTo: (target: AccessTarget, level: AccessLevel) => Promise<Caller>;
  /** The value of a header; Node.js joins repeated headers. */
  readonly header: (name: string) => string | undefined;
  /** For reading the body. */
  readonly incoming: IncomingMessage;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly door: Door;
};

/** What only the routes use through which people sign in and out. */
type Door = {
  /**
   * Identifies the bearer of a token; a wrong one counts against the address, like that of a request.
   *
   * @throws Failure `unauthenticated`, `rate_limit_exceeded`, or the authenticator's failure
   */
  readonly signIn: (token: string) => Promise<Principal>;
  /**
   * Refuses what should have proven a person, and counts it like a wrong token.
   *
   * @throws Failure `unauthenticated`, or `rate_limit_exceeded`
   */
  readonly refuse: (message: string) => Promise<never>;
  /**
   * Sends a browser that is shown the answer as a page to this one instead of a failure, with its code as `problem`.
   * Programs still get the problem document.
   */
  readonly showFailuresOn: (page: string) => void;
  /**
   * Counts a request that needs no token but makes this server ask another one.
   *
   * @throws Failure `rate_limit_exceeded`
   */
  readonly countAnonymous: () => Promise<void>;
  /**
   * Ends the session that the browser has, on all nodes, with its streams: the next person to sign in in that browser
   * must not receive what is meant for the person before.
   */
  readonly endSession: () => Promise<void>;
  /** Adds a header `Set-Cookie`, also to a failure. */
  readonly setCookie: (cookie: string) => void;
};

/** The same without a caller, for the few open routes. */
export type OpenRequest = Omit<RouteRequest, 'caller' | 'principal' | 'credentials' | 'accessTo'>;

/** The known facts about the caller, once identified. */
export type KnownCaller = Pick<RouteRequest, 'caller' | 'principal' | 'credentials' | 'accessTo'>;

/** The unvalidated output of the router. */
type RawInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly readBody: () => Promise<unknown>;
};

/** The OpenAPI document's description of a route. */
export type RouteDocumentation = {
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly headers: readonly RouteHeader[];
  readonly body: RouteBody | undefined;
  readonly responses: readonly RouteResponse[];
  /** The codes of failures besides those of every route of its kind. */
  readonly failures?: readonly FailureCode[];
};
export type RouteHeader = { readonly name: string; readonly description: string; readonly schema: z.ZodType };
type RouteBody = {
  readonly contentType: 'application/json' | 'multipart/form-data' | typeof URL_ENCODED;
  readonly schema: z.ZodType;
};
export type RouteResponse = {
  readonly status: 101 | 200 | 202 | 206 | 303 | 304;
  readonly description: string;
  /** The schema of data in the envelope. */
  readonly data?: z.ZodType;
  /** The media type of content without the envelope. */
  readonly contentType?: string;
  /** The schema of such content, or of each of its lines, when it is JSON; otherwise it is text or bytes. */
  readonly content?: z.ZodType;
  /** For `text/event-stream`: the data of each kind of event, by event name. */
  readonly frames?: Readonly<Record<string, z.ZodType>>;
  /** Headers besides those of every response. */
  readonly headers?: readonly ResponseHeaderName[];
};

export type RouteAccess = Permission | 'authenticated' | 'open';

/** A route ready to mount, with its type parameters erased. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` parameters. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly tag: Tag;
  readonly operationId: string;
  readonly summary: string;
  readonly ownership: OwnershipRule;
  readonly discloses: Discloses;
  /** Whether the requested work can continue after the response. */
  readonly startsWork?: boolean;
  readonly onlyReads?: true;
  readonly documentation: RouteDocumentation;
  readonly handle: (
    input: RawInput,
    request: OpenRequest,
    known: KnownCaller | undefined,
  ) => Promise<RouteAnswer<unknown>>;
};

/** Means "no parameters" and "no body". */
export const none = z.strictObject({});
const isNone = (schema: z.ZodType): boolean => schema === none;

/** A route with its schemas, and its handler typed by them. */
type RouteDefinition<
  Request,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Of a POST: it reads, and has a body because what it looks for may name a person. It counts as a read. */
  readonly onlyReads?: true;
  readonly tag: Tag;
  /** Unique name, for generated clients. */
  readonly operationId: string;
  /** One sentence. */
  readonly summary: string;
  /** Who may use it, in addition to having the permission. */
  readonly ownership: OwnershipRule;
  /** The disclosure to record before the response is sent. */
  readonly discloses: Discloses;
  readonly params: Params;
  readonly query: Query;
  /** JSON body, or a form. */
  readonly body: Body;
  readonly bodyType?: typeof URL_ENCODED;
  /** Renames fields with alternative names to those of the schema. */
  readonly respell?: (body: unknown) => unknown;
  readonly headers?: readonly RouteHeader[];
  /** The data of the response, in the envelope. */
  readonly response?: Data;
  /**
   * Whether the response has the resource's revision as its `ETag`, and whether that identifies the `whole` of the
   * data, so that `If-None-Match` yields 304.
   */
  readonly entityTag?: 'whole' | 'partial';
  /** Additional or alternative responses, for the documentation. */
  readonly responses?: readonly RouteResponse[];
  readonly handle: (
    input: {
      readonly params: z.output<Params>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
    },
    request: Request,
  ) => Promise<RouteAnswer<z.input<Data>>>;
};

/** For reads whose `ETag` identifies the whole response. */
export const ifNoneMatch: RouteHeader = {
  name: 'If-None-Match',
  description: 'The `ETag` of the version that the caller has.',
  schema: z.string(),
};

/** For reading another person's data. */
const accessReason: RouteHeader = {
  name: 'X-Access-Reason',
  description:
    "A compliance officer's reason for reading what belongs to someone else: 3 to 200 characters. Recorded.",
  schema: accessReasonSchema,
};

const documentationOf = (
  route: Pick<
    RouteDefinition<never, z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
    'params' | 'query' | 'body' | 'bodyType' | 'headers' | 'response' | 'responses' | 'entityTag'
  >,
): RouteDocumentation => ({
  params: route.params,
  query: route.query,
  headers: [...(route.headers ?? []), ...(route.entityTag === 'whole' ? [ifNoneMatch] : [])],
  body: isNone(route.body)
    ? undefined
    : { contentType: route.bodyType ?? 'application/json', schema: route.body },
  responses: [
    ...(route.response
      ? [
          {
            status: 200,
            description: 'The data.',
            data: route.response,
            headers: route.entityTag === undefined ? [] : (['ETag'] as const),
          } as const,
        ]
      : []),
    ...(route.entityTag === 'whole'
      ? [{ status: 304, description: 'Nothing has changed since.', headers: ['ETag'] } as const]
      : []),
    ...(route.responses ?? []),
  ],
});

const parseParts = async <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  route: {
    readonly params: Params;
    readonly query: Query;
    readonly body: Body;
    readonly respell?: (body: unknown) => unknown;
  },
  input: RawInput,
): Promise<{ params: z.output<Params>; query: z.output<Query>; body: z.output<Body> }> => {
  refuseUnsafeInput(input.params, 'path');
  refuseUnsafeInput(input.query, 'query string');
  const { respell = (body) => body } = route;
  return {
    params: parseInput(route.params, input.params, 'path'),
    query: parseInput(route.query, input.query, 'query string'),
    body: parseInput(route.body, isNone(route.body) ? {} : respell(await input.readBody()), 'body'),
  };
};

/** Defines a route for callers with a permission, or for every authenticated caller. */
export const defineRoute = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
>(
  definition: RouteDefinition<RouteRequest, Params, Query, Body, Data> & {
    readonly access: Permission | 'authenticated';
    /** The target that belongs to a person, for ownership rules about one target. */
    readonly target?: (params: z.output<Params>) => AccessTarget;
    /** For an oversight route: whether the request concerns people's data; always when absent. */
    readonly isPersonal?: (params: z.output<Params>) => boolean;
  },
): Route => {
  const { method, path, access, tag, operationId, summary, ownership, discloses, target } = definition;
  const { onlyReads } = definition;
  const level = levelOf(ownership);
  if ((level === undefined) !== (target === undefined))
    throw new Error(`${method} ${path} must declare its target, so that ownership can be checked.`);
  return {
    ...{ method, path, access, tag, operationId, summary, ownership, discloses },
    ...(onlyReads === true ? { onlyReads } : {}),
    documentation: documentationOf(
      ownership === 'oversight' || ownership === 'read' || ownership === 'listed'
        ? { ...definition, headers: [...(definition.headers ?? []), accessReason] }
        : definition,
    ),
    handle: async (input, request, known) => {
      if (!known) throw new Error(`${method} ${path} was called without a caller.`);
      const { accessTo, principal, credentials } = known;
      const parts = await parseParts(definition, input);
      const callerOf = async (): Promise<Caller> => {
        if (ownership === 'oversight')
          return definition.isPersonal?.(parts.params) === false ? known.caller : withOversight(known.caller);
        return level && target ? accessTo(target(parts.params), level) : known.caller;
      };
      return definition.handle(parts, {
        ...request,
        principal,
        credentials,
        accessTo,
        caller: await callerOf(),
      });
    },
  };
};

/** Defines a route without authentication. */
export const defineOpenRoute = <Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(
  definition: RouteDefinition<OpenRequest, typeof none, Query, Body, Data>,
): Route => {
  const { method, path, tag, operationId, summary, ownership, discloses } = definition;
  return {
    ...{ method, path, access: 'open', tag, operationId, summary, ownership, discloses },
    documentation: documentationOf(definition),
    handle: async (input, request) => definition.handle(await parseParts(definition, input), request),
  };
};
