import { z } from 'zod';
import { permissionsOf } from '../../commands/runtime/authorize.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { toolPermission } from '../../domain/tools/tool-access.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { sessionRepresentation } from '../representations/session-representation.ts';
import { ownOrigin, requireOwnOrigin } from '../request/require-own-origin.ts';
import { defineOpenRoute, defineRoute, none, type Route } from '../routing/define-route.ts';
import { endCallersSession } from '../routing/end-browser-session.ts';
import { answerData } from '../routing/route-answer.ts';
import { noSessionCookie, sessionCookie } from '../routing/session-cookie.ts';
import { toolCallerOf } from '../tools/list-tools.ts';

/** The permissions to call single tools. A token for one purpose has none of them. */
const toolPermissionsOf = (principal: Principal, tools: ToolRegistry): readonly string[] =>
  principal.only === undefined
    ? tools
        .all()
        .filter((tool) => tools.mayCall(tool, toolCallerOf(principal)))
        .map(({ name }) => toolPermission(name))
    : [];

const shown = (
  principal: Principal,
  { tools, voice }: Pick<HttpApiServices, 'tools' | 'voice'>,
): z.input<typeof sessionRepresentation> => {
  const { id, roles, teams, onBehalfOf = null, session } = principal;
  const expiresAt = session?.endsAt ?? principal.expiresAt;
  return {
    id,
    roles,
    teams,
    onBehalfOf,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    permissions: [...permissionsOf(principal), ...toolPermissionsOf(principal, tools)],
    ...(voice && { voice: { model: voice.model.name, leavesThePremises: voice.model.leavesThePremises } }),
    ...(session && { csrfToken: session.csrfToken, idleSeconds: session.idleSeconds }),
  };
};

/** Shows callers their own identity. */
const ownSession = (services: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/session',
    access: 'authenticated',
    tag: 'Operations',
    operationId: 'getSession',
    summary: "The identity, roles and permissions of the token's bearer, and its expiry.",
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: sessionRepresentation,
    handle: async (_input, { principal }) => answerData(shown(principal, services)),
  });

const tokenText = z.string().min(1).max(8192).meta({ description: 'A bearer token.' });
/** Longer than any code for the longest token. */
const MAX_CODE = 12_000;

/** A session stands for a token; one for a session would last longer than that. */
const requireToken = ({ session }: Principal): void => {
  if (session !== undefined)
    throw new Failure(failure('unauthenticated', 'This is a session, not a token. Sign in with a token.'));
};

/** What a person signs in with. */
const credentials = z.union([
  z.strictObject({ token: tokenText }),
  z.strictObject({
    code: z.string().min(1).max(MAX_CODE).meta({ description: 'The code of a one-time link.' }),
  }),
]);

const USELESS_LINK = 'The link was used, has expired, or is not complete. Ask for a new one.';

const signIn = (services: HttpApiServices): Route => {
  const { browserSessions, signInCodes, trustProxy = false } = services;
  return defineOpenRoute({
    method: 'POST',
    path: '/api/session',
    tag: 'Operations',
    operationId: 'signIn',
    summary:
      'Signs a browser in on the pages of this server: the token, or that of a one-time link, goes into a cookie that no script can read. Every later request but GET and HEAD needs the CSRF token.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: credentials,
    response: sessionRepresentation,
    handle: async ({ body }, { incoming, door }) => {
      // Another site must not sign its own user in here, who would then get what is meant for someone else.
      requireOwnOrigin(incoming, trustProxy);
      const code = 'code' in body ? await signInCodes.open(body.code) : undefined;
      const token = 'code' in body ? code?.token : body.token;
      if (token === undefined) return door.refuse(USELESS_LINK);
      requireToken(await door.signIn(token));
      // Only now, so that a link stays good when a limit or an outage refuses the sign-in.
      if (code !== undefined && !(await code.use())) return door.refuse(USELESS_LINK);
      const value = await browserSessions.begin(token);
      const principal = await door.signIn(value);
      await door.endSession();
      const maxAge = principal.session?.idleSeconds ?? 0;
      door.setCookie(sessionCookie(incoming, trustProxy, { value, maxAge }));
      return answerData(shown(principal, services));
    },
  });
};

const signOut = (services: HttpApiServices): Route => {
  const { trustProxy = false } = services;
  return defineRoute({
    method: 'DELETE',
    path: '/api/session',
    access: 'authenticated',
    tag: 'Operations',
    operationId: 'signOut',
    summary: 'Ends the session of this browser on all nodes, with its streams. The token itself stays valid.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: z.object({ signedOut: z.literal(true) }),
    handle: async (_input, { caller, principal, incoming, door }) => {
      if (principal.session === undefined)
        throw new Failure(
          failure(
            'rule_violated',
            'This request has no session. LogOut revokes the token that it was sent with.',
          ),
        );
      // Even if the end cannot be recorded, this browser forgets the session.
      door.setCookie(noSessionCookie(incoming, trustProxy));
      await endCallersSession({ caller }, services);
      return answerData({ signedOut: true as const });
    },
  });
};

const issueLink = ({ signInCodes, publicUrl, trustProxy = false }: HttpApiServices): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/sign-in-links',
    access: 'tokens:manage',
    tag: 'Operations',
    operationId: 'issueSignInLink',
    summary:
      'A link that signs a browser in with a token, once, within ten minutes, without showing the token. The code is in the fragment, which no server or proxy receives.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: z.strictObject({ token: tokenText }),
    response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
    handle: async ({ body: { token } }, { incoming, door }) => {
      requireToken(await door.signIn(token));
      const { code, expiresAt } = await signInCodes.issue(token);
      const origin = publicUrl ?? ownOrigin(incoming, trustProxy) ?? '';
      return answerData({ url: `${origin}/#code=${code}`, expiresAt });
    },
  });

const signInMethods = ({ environment, version, identityProvider }: HttpApiServices): Route =>
  defineOpenRoute({
    method: 'GET',
    path: '/api/sign-in',
    tag: 'Operations',
    operationId: 'listSignInMethods',
    summary: 'The ways to sign in, and the name of this environment, for a page without a session.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: z.object({
      methods: z.array(z.enum(['token', 'oidc'])).readonly(),
      environment: z.string().nullable(),
      version: z.string(),
    }),
    handle: async () =>
      answerData({
        methods: identityProvider === undefined ? ['token' as const] : ['oidc' as const, 'token' as const],
        environment: environment ?? null,
        version,
      }),
  });

/** How people sign in and out in a browser, and see who they are. */
export const sessionRoutes = (services: HttpApiServices): readonly Route[] => [
  ownSession(services),
  signIn(services),
  signOut(services),
  issueLink(services),
  signInMethods(services),
];
