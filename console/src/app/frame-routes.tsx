import { createRootRoute, createRoute } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';

/** The routes without an address of their own: what surrounds every page, and every page of people who are signed in. */
export const createFrameRoutes = () => {
  const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  return { root, shell };
};

export type ShellRoute = ReturnType<typeof createFrameRoutes>['shell'];
