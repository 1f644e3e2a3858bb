import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { ownOrigin } from '../request/require-own-origin.ts';
import { defineOpenRoute, none, type OpenRequest, type Route } from '../routing/define-route.ts';
import type { RouteAnswer } from '../routing/route-answer.ts';
import { readSignInCookie, sessionCookie, signInCookie } from '../routing/session-cookie.ts';

const CALLBACK = '/auth/oidc/callback';

/** A page of this server, and nothing that a browser would take for another host. */
const isOwnPath = (text: string): boolean => /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);

const redirect = (location: string): RouteAnswer<never> => ({
  kind: 'text',
  contentType: 'text/plain; charset=utf-8',
  content: '',
  status: 303,
  headers: { Location: location },
});

const answerField = z.string().max(4096).optional();

const providerOf = ({ identityProvider }: HttpApiServices): IdentityProvider => {
  if (identityProvider !== undefined) return identityProvider;
  throw new Failure(failure('not_found', 'There is no identity provider: OIDC_ISSUER is not set.'));
};

const redirectUriOf = (
  { incoming }: Pick<OpenRequest, 'incoming'>,
  { publicUrl, trustProxy = false }: HttpApiServices,
): string => `${publicUrl ?? ownOrigin(incoming, trustProxy) ?? ''}${CALLBACK}`;

/** A person sees what became of the sign-in where it was begun. */
const SIGN_IN_PAGE = '/console/sign-in';

/** Signing in with an identity provider: the browser leaves for it, and comes back with a code. */
export const oidcRoutes = (services: HttpApiServices): readonly Route[] => {
  const { trustProxy = false } = services;
  const start = defineOpenRoute({
    method: 'GET',
    path: '/auth/oidc/start',
    tag: 'Operations',
    operationId: 'startSignIn',
    summary: 'Sends a browser to the identity provider to sign in (OpenID Connect with PKCE).',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      returnTo: z
        .string()
        .max(500)
        .refine(isOwnPath, 'must be a path of this server')
        .default('/')
        .meta({ description: 'The page to open afterwards.' }),
    }),
    body: none,
    responses: [{ status: 303, description: 'The provider.' }],
    handle: async ({ query: { returnTo } }, request) => {
      request.door.showFailuresOn(SIGN_IN_PAGE);
      await request.door.countAnonymous();
      await request.door.endSession();
      const { location, begun, lifeSeconds } = await providerOf(services).begin(
        redirectUriOf(request, services),
        returnTo,
      );
      const { incoming, door } = request;
      door.setCookie(signInCookie(incoming, trustProxy, { value: begun, maxAge: lifeSeconds }));
      return redirect(location);
    },
  });
  const callback = defineOpenRoute({
    method: 'GET',
    path: CALLBACK,
    tag: 'Operations',
    operationId: 'completeSignIn',
    summary: 'Where the identity provider sends the browser back: begins its session and opens the page.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    // Providers add members of their own, such as session_state.
    query: z.looseObject({ code: answerField, state: answerField, iss: answerField, error: answerField }),
    body: none,
    responses: [{ status: 303, description: 'The page.' }],
    handle: async ({ query }, request) => {
      const { incoming, door } = request;
      door.showFailuresOn(SIGN_IN_PAGE);
      await door.countAnonymous();
      const provider = providerOf(services);
      door.setCookie(signInCookie(incoming, trustProxy, { value: '', maxAge: 0 }));
      const begun = readSignInCookie(incoming, trustProxy) ?? '';
      const completed = await provider.complete(begun, query, redirectUriOf(request, services));
      if (!completed.ok) {
        if (completed.error.code === 'unauthenticated') return door.refuse(completed.error.message);
        throw new Failure(completed.error);
      }
      const { session, returnTo } = completed.value;
      const principal = await door.signIn(session);
      const maxAge = principal.session?.idleSeconds ?? 0;
      door.setCookie(sessionCookie(incoming, trustProxy, { value: session, maxAge }));
      return redirect(returnTo);
    },
  });
  return [start, callback];
};
