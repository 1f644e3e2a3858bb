import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import type { Discloses } from '../../commands/runtime/disclosure.ts';
import { withOversight } from '../../commands/runtime/ownership/require-access.ts';
import type { Permission } from '../../domain/kernel/actor.ts';
import type { AccessTarget } from '../../domain/ownership/access-target.ts';
import type { AccessLevel } from '../../domain/ownership/may-access.ts';
import { levelOf, type OwnershipRule } from '../../domain/ownership/ownership-rule.ts';
import type { Principal } from '../../ports/authenticator.ts';
import { accessReasonSchema } from '../request/access-reason.ts';
import { parseInput } from '../request/parse-input.ts';
import { refuseUnsafeInput } from '../request/refuse-unsafe-input.ts';
import type { ResponseHeaderName } from './response-headers.ts';
import type { RouteAnswer } from './route-answer.ts';
import type { Tag } from './route-tags.ts';

/** One request as a route sees it. */
export type RouteRequest = {
  readonly caller: Caller;
  /** The bearer of the token, with all their roles and its expiry. */
  readonly principal: Principal;
  /** The caller with the grounds on which they may have something, as of now; see `requireAccess`. */
  readonly accessTo: (target: AccessTarget, level: AccessLevel) => Promise<Caller>;
  /** The value of a header; repeated headers are joined as Node.js does. */
  readonly header: (name: string) => string | undefined;
  /** For reading the body. */
  readonly incoming: IncomingMessage;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
};

/** The same of anybody, for the few routes that are open. */
export type OpenRequest = Omit<RouteRequest, 'caller' | 'principal' | 'accessTo'>;

/** The known facts about the caller, once identified. */
export type KnownCaller = Pick<RouteRequest, 'caller' | 'principal' | 'accessTo'>;

/** What comes out of the router, not looked at yet. */
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
};
export type RouteHeader = { readonly name: string; readonly description: string; readonly schema: z.ZodType };
type RouteBody = {
  readonly contentType: 'application/json' | 'multipart/form-data';
  readonly schema: z.ZodType;
};
export type RouteResponse = {
  readonly status: 101 | 200 | 202 | 206 | 304;
  readonly description: string;
  /** In the envelope. */
  readonly data?: z.ZodType;
  /** Not in the envelope. */
  readonly contentType?: string;
  /** What such content is, where it is JSON, or each of its lines is; else it is text, or bytes. */
  readonly content?: z.ZodType;
  /** Of `text/event-stream`: the data of each kind of event, by the name of the event. */
  readonly frames?: Readonly<Record<string, z.ZodType>>;
  /** Headers besides those that every answer has. */
  readonly headers?: readonly ResponseHeaderName[];
};

export type RouteAccess = Permission | 'authenticated' | 'open';

/** A route ready to be mounted: its types are checked and forgotten. */
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
  /** Whether the requested work can go on after the response. */
  readonly startsWork?: boolean;
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
  readonly tag: Tag;
  /** Unique name, for generated clients. */
  readonly operationId: string;
  /** One sentence. */
  readonly summary: string;
  /** Who may use it beyond having the permission. */
  readonly ownership: OwnershipRule;
  /** The record made before its response leaves. */
  readonly discloses: Discloses;
  readonly params: Params;
  readonly query: Query;
  /** JSON body. */
  readonly body: Body;
  /** Puts fields that may come under other names under those of the schema. */
  readonly respell?: (body: unknown) => unknown;
  readonly headers?: readonly RouteHeader[];
  /** The data of the answer, in the envelope. */
  readonly response?: Data;
  /**
   * Whether the answer has the revision of the resource as its `ETag`, and whether that identifies the `whole` of the
   * data, so that `If-None-Match` is answered with 304.
   */
  readonly entityTag?: 'whole' | 'partial';
  /** Further or other answers, for the documentation. */
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

/** For reads whose `ETag` identifies the whole answer. */
export const ifNoneMatch: RouteHeader = {
  name: 'If-None-Match',
  description: 'The `ETag` of the version that the caller has.',
  schema: z.string(),
};

/** For reading what belongs to somebody else. */
const accessReason: RouteHeader = {
  name: 'X-Access-Reason',
  description:
    "A compliance officer's reason for reading what belongs to someone else: 3 to 200 characters. Recorded.",
  schema: accessReasonSchema,
};

const documentationOf = (
  route: Pick<
    RouteDefinition<never, z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
    'params' | 'query' | 'body' | 'headers' | 'response' | 'responses' | 'entityTag'
  >,
): RouteDocumentation => ({
  params: route.params,
  query: route.query,
  headers: [...(route.headers ?? []), ...(route.entityTag === 'whole' ? [ifNoneMatch] : [])],
  body: isNone(route.body) ? undefined : { contentType: 'application/json', schema: route.body },
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

/** A route for callers who have a permission, or for every caller who is known. */
export const defineRoute = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
>(
  definition: RouteDefinition<RouteRequest, Params, Query, Body, Data> & {
    readonly access: Permission | 'authenticated';
    /** What it is about that belongs to a person; where the rule of ownership is about one thing. */
    readonly target?: (params: z.output<Params>) => AccessTarget;
    /** Of a route of oversight: whether this is asked of something that belongs to people; always when absent. */
    readonly isPersonal?: (params: z.output<Params>) => boolean;
  },
): Route => {
  const { method, path, access, tag, operationId, summary, ownership, discloses, target } = definition;
  const level = levelOf(ownership);
  if ((level === undefined) !== (target === undefined))
    throw new Error(`${method} ${path} must declare its target, so that ownership can be checked.`);
  return {
    ...{ method, path, access, tag, operationId, summary, ownership, discloses },
    documentation: documentationOf(
      ownership === 'oversight' || ownership === 'read' || ownership === 'listed'
        ? { ...definition, headers: [...(definition.headers ?? []), accessReason] }
        : definition,
    ),
    handle: async (input, request, known) => {
      if (!known) throw new Error(`${method} ${path} was called without a caller.`);
      const { accessTo, principal } = known;
      const parts = await parseParts(definition, input);
      const callerOf = async (): Promise<Caller> => {
        if (ownership === 'oversight')
          return definition.isPersonal?.(parts.params) === false ? known.caller : withOversight(known.caller);
        return level && target ? accessTo(target(parts.params), level) : known.caller;
      };
      return definition.handle(parts, { ...request, principal, accessTo, caller: await callerOf() });
    },
  };
};

/** A route for anybody. */
export const defineOpenRoute = <Query extends z.ZodType, Data extends z.ZodType>(
  definition: RouteDefinition<OpenRequest, typeof none, Query, typeof none, Data>,
): Route => {
  const { method, path, tag, operationId, summary, ownership, discloses } = definition;
  return {
    ...{ method, path, access: 'open', tag, operationId, summary, ownership, discloses },
    documentation: documentationOf(definition),
    handle: async (input, request) => definition.handle(await parseParts(definition, input), request),
  };
};
