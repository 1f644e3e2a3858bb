import { createRoute, Navigate } from '@tanstack/react-router';
import {
  readBreakGlassSearch,
  readChainSearch,
  readErasuresSearch,
  readReviewsSearch,
  readStreamSearch,
  readTrailSearch,
} from '../pages/audit/audit-search.ts';
import { checkedSearch } from './checked-search.ts';
import type { ShellRoute } from './frame-routes.tsx';
import { auditPages } from './pages.ts';

/** The addresses of the audit. No address names a person: whose timeline is read goes into the body of a request. */
export const auditRoutes = (shell: ShellRoute) => {
  const audit = createRoute({ getParentRoute: () => shell, path: '/audit', component: auditPages.Audit });
  const getParentRoute = () => audit;
  return audit.addChildren([
    createRoute({
      getParentRoute,
      path: '/',
      component: () => <Navigate to="/audit/trail" replace />,
    }),
    createRoute({
      getParentRoute,
      path: '/trail',
      validateSearch: checkedSearch(readTrailSearch),
      component: auditPages.Trail,
    }),
    createRoute({ getParentRoute, path: '/timeline', component: auditPages.Timeline }),
    createRoute({ getParentRoute, path: '/disclosures', component: auditPages.Disclosures }),
    createRoute({
      getParentRoute,
      path: '/chains/$correlationId',
      validateSearch: checkedSearch(readChainSearch),
      component: auditPages.Chain,
    }),
    createRoute({ getParentRoute, path: '/streams', component: auditPages.Streams }),
    createRoute({
      getParentRoute,
      path: '/streams/$streamId',
      validateSearch: checkedSearch(readStreamSearch),
      component: auditPages.Stream,
    }),
    createRoute({ getParentRoute, path: '/explain', component: auditPages.ExplainStart }),
    createRoute({ getParentRoute, path: '/explain/$queryId', component: auditPages.Explain }),
    createRoute({
      getParentRoute,
      path: '/reviews',
      validateSearch: checkedSearch(readReviewsSearch),
      component: auditPages.Reviews,
    }),
    createRoute({
      getParentRoute,
      path: '/break-glass',
      validateSearch: checkedSearch(readBreakGlassSearch),
      component: auditPages.BreakGlass,
    }),
    createRoute({ getParentRoute, path: '/sign-off', component: auditPages.SignOff }),
    createRoute({
      getParentRoute,
      path: '/erasures',
      validateSearch: checkedSearch(readErasuresSearch),
      component: auditPages.Erasures,
    }),
    createRoute({ getParentRoute, path: '/subject', component: auditPages.Subject }),
    createRoute({ getParentRoute, path: '/export', component: auditPages.Export }),
  ]);
};
