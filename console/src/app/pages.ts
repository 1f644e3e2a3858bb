import { lazyRouteComponent } from '@tanstack/react-router';

/** A page of the navigation. */
export type NavigationPage = {
  readonly to: '/';
  readonly label: string;
  /** Shown to people with one of these permissions. */
  readonly permissions: readonly string[];
};

/** The pages of the navigation, in its order. */
export const navigationPages: readonly NavigationPage[] = [
  { to: '/', label: 'Ask', permissions: ['queries:ask', 'queries:read'] },
];

/** Loaded when they are first opened. */
export const AskPage = lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'AskPage');
