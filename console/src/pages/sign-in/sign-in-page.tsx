import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { RefusedRequest } from '../../../../client/failures.ts';
import type { SignIn } from '../../../../client/session.ts';
import { Button } from '../../components/button.tsx';
import { EnvironmentBanner } from '../../components/environment-banner.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import type { SignedOutReason } from '../../session/session-store.ts';
import { useSessionState, useSessionStore } from '../../session/use-session.ts';
import { useSignInOffer } from '../../session/use-sign-in-offer.ts';
import styles from './sign-in-page.module.css';

const reasons: Readonly<Partial<Record<SignedOutReason, string>>> = {
  idle: 'You were signed out because you were inactive for a while.',
  left: 'You are signed out.',
  ended: 'Your session has ended. Sign in again to continue.',
  replaced:
    'Someone else has signed in in another tab of this browser, which ended your session. If you sign in again, theirs ends.',
};

type SignInPageProps = {
  /** Returns the code of the one-time link that opened the console, once. */
  readonly takeCode: () => string | undefined;
};

const refusal = (error: unknown, isLink: boolean): string | undefined => {
  if (!(error instanceof RefusedRequest) || error.status !== 401) return undefined;
  return isLink
    ? 'This link was used already, or is older than ten minutes. Ask for another one.'
    : 'The server does not accept this token. It may have expired, or been revoked.';
};

/** By a code from the address, which may be any text: a plain object would also have the members of its prototype. */
const directoryProblems: ReadonlyMap<string, string> = new Map([
  [
    'unauthenticated',
    'The sign-in was refused, has expired, or was started in another browser. Start again; if that does not help, ask an administrator whether you have a role here.',
  ],
  ['rate_limit_exceeded', 'There were too many failed attempts. Wait a few minutes.'],
]);

const directoryWords = (problem: string): string =>
  directoryProblems.get(problem) ??
  'Its sign-in service does not answer as expected at the moment. Try again later, or use an access token.';

const useSignIn = () => {
  const store = useSessionStore();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown; readonly isLink: boolean }>();
  const signIn = async (proof: SignIn): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      await store.signIn(proof);
    } catch (error) {
      setFailure({ error, isLink: 'code' in proof });
    } finally {
      setPending(false);
    }
  };
  return { signIn, isPending, failure };
};

/** Where people sign in: with a token, by the link that an administrator sent, or by the hospital's own directory. */
export const SignInPage = ({ takeCode }: SignInPageProps) => {
  const state = useSessionState();
  const navigate = useNavigate();
  const { to, problem } = useSearch({ from: '/sign-in' });
  const { methods } = useSignInOffer();
  const store = useSessionStore();
  const { signIn, isPending, failure } = useSignIn();
  const [token, setToken] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page opens; a link works once.
  useEffect(() => {
    const code = takeCode();
    if (code !== undefined) void signIn({ code });
    // Someone who is signed in already may have kept the address of this page.
    else if (problem === undefined && store.state().kind === 'checking') void store.check();
  }, []);
  useEffect(() => {
    if (state.kind === 'signed-in') void navigate({ href: to ?? '/', replace: true });
  }, [state, navigate, to]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() !== '') void signIn({ token: token.trim() });
  };
  const reason = state.kind === 'signed-out' && failure === undefined ? reasons[state.reason] : undefined;
  const words = failure && refusal(failure.error, failure.isLink);
  const directoryProblem =
    problem === undefined || failure !== undefined ? undefined : directoryWords(problem);
  return (
    <>
      <EnvironmentBanner />
      <main className={styles.page}>
        <div className={styles.card}>
          <p className={styles.brand}>Anamnesis</p>
          <PageTitle>Sign in</PageTitle>
          {reason === undefined ? null : <Notice>{reason}</Notice>}
          {directoryProblem === undefined ? null : (
            <Notice tone="danger" isAlert title="Your organization did not sign you in">
              {directoryProblem}
            </Notice>
          )}
          {failure === undefined ? null : words === undefined ? (
            <ErrorNotice error={failure.error} />
          ) : (
            <Notice tone="danger" isAlert>
              {words}
            </Notice>
          )}
          {methods.includes('oidc') ? (
            <a
              className={styles.directory}
              href={`${__API_URL__}/auth/oidc/start?${new URLSearchParams({ returnTo: `/console${to ?? '/'}` })}`}
            >
              Sign in with your organization
            </a>
          ) : null}
          <form className={styles.form} onSubmit={submit}>
            <Field
              label="Access token"
              type="password"
              name="token"
              autoComplete="off"
              spellCheck="false"
              value={token}
              onChange={setToken}
              isDisabled={isPending}
              description="An administrator makes one, or sends you a link that signs you in."
            />
            <Button type="submit" variant="contained" isPending={isPending}>
              {isPending ? 'Signing in …' : 'Sign in'}
            </Button>
          </form>
        </div>
        <p className={styles.purpose}>
          Shows excerpts of the documents that your organization loaded. Not a medical device; gives no
          advice.
        </p>
      </main>
    </>
  );
};
