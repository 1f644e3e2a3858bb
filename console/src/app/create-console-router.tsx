import { createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { readOperationsSearch } from '../pages/operations/operations-search.ts';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { readSignInSearch } from '../pages/sign-in/sign-in-search.ts';
import { auditRoutes } from './audit-routes.tsx';
import { checkedSearch } from './checked-search.ts';
import { createFrameRoutes } from './frame-routes.tsx';
import { HomePage } from './home-page.tsx';
import { libraryRoutes } from './library-routes.tsx';
import { PageError } from './page-error.tsx';
import { AskPage, OperationsPage, VoicePage } from './pages.ts';

/** Where the pages of the console have their addresses. */
export const BASE_PATH = '/console';

type ConsoleOptions = {
  /** Returns the code of the one-time link that opened the console, once. */
  readonly takeCode: () => string | undefined;
};

/** Creates the router: every page, and what surrounds it. */
export const createConsoleRouter = ({ takeCode }: ConsoleOptions) => {
  const { root, shell } = createFrameRoutes();
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: checkedSearch(readSignInSearch),
    component: () => <SignInPage takeCode={takeCode} />,
  });
  const ask = createRoute({ getParentRoute: () => shell, path: '/', component: HomePage });
  const conversation = createRoute({
    getParentRoute: () => shell,
    path: '/conversations/$conversationId',
    component: AskPage,
  });
  const voice = createRoute({ getParentRoute: () => shell, path: '/voice', component: VoicePage });
  const conversationVoice = createRoute({
    getParentRoute: () => shell,
    path: '/conversations/$conversationId/voice',
    component: VoicePage,
  });
  const operations = createRoute({
    getParentRoute: () => shell,
    path: '/operations',
    component: () => <Navigate to="/operations/$section" params={{ section: 'projections' }} replace />,
  });
  const operationsSection = createRoute({
    getParentRoute: () => shell,
    path: '/operations/$section',
    validateSearch: checkedSearch(readOperationsSearch),
    component: OperationsPage,
  });
  return createRouter({
    routeTree: root.addChildren([
      signIn,
      shell.addChildren([
        ask,
        conversation,
        voice,
        conversationVoice,
        operations,
        operationsSection,
        auditRoutes(shell),
        ...libraryRoutes(shell),
      ]),
    ]),
    basepath: BASE_PATH,
    defaultErrorComponent: PageError,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
