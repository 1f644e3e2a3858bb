import { createRoute } from '@tanstack/react-router';
import { readDocumentSearch } from '../pages/document/document-search.ts';
import { readLibrarySearch } from '../pages/library/library-search.ts';
import { readToolsSearch } from '../pages/tools/tools-search.ts';
import { checkedSearch } from './checked-search.ts';
import type { ShellRoute } from './frame-routes.tsx';
import { DocumentPage, LibraryPage, SettingsPage, ToolsPage } from './pages.ts';

/** The addresses of the library, the tools and the settings. */
export const libraryRoutes = (shell: ShellRoute) => {
  const getParentRoute = () => shell;
  return [
    createRoute({
      getParentRoute,
      path: '/library',
      validateSearch: checkedSearch(readLibrarySearch),
      component: LibraryPage,
    }),
    createRoute({
      getParentRoute,
      path: '/library/$docKey',
      validateSearch: checkedSearch(readDocumentSearch),
      component: DocumentPage,
    }),
    createRoute({
      getParentRoute,
      path: '/tools',
      validateSearch: checkedSearch(readToolsSearch),
      component: ToolsPage,
    }),
    createRoute({ getParentRoute, path: '/settings', component: SettingsPage }),
  ] as const;
};
