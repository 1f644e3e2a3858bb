import { lazyRouteComponent } from '@tanstack/react-router';

/** A page of the navigation. */
export type NavigationPage = {
  readonly to: '/' | '/operations';
  readonly label: string;
  /** Shown to people with one of these permissions. */
  readonly permissions: readonly string[];
};

/** The pages of the navigation, in its order. */
export const navigationPages: readonly NavigationPage[] = [
  { to: '/', label: 'Ask', permissions: ['queries:ask', 'queries:read'] },
  {
    to: '/operations',
    label: 'Operations',
    permissions: ['projections:read', 'consumers:read', 'query-log:read', 'costs:read', 'doctor:run'],
  },
];

/** Loaded when they are first opened. */
export const AskPage = lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'AskPage');
export const OperationsPage = lazyRouteComponent(
  () => import('../pages/operations/operations-page.tsx'),
  'OperationsPage',
);
