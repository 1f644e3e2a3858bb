import { Navigate } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { useMay } from '../session/use-session.ts';
import { AskPage, navigationPages } from './pages.ts';

/** Where people begin: those who ask with asking, those who oversee others with the audit. */
const BEGINNINGS: readonly string[] = ['/', '/audit'];

/** The first page: the one that a person most likely came for, among those that are for them. */
export const HomePage = () => {
  const may = useMay();
  const pages = navigationPages.filter(({ permissions }) => permissions.some(may));
  const first = pages.find(({ to }) => BEGINNINGS.includes(to)) ?? pages[0];
  if (first === undefined)
    return (
      <Page title="Welcome">
        <EmptyState title="You have no access to any page yet">
          <p>Ask an administrator for a role, then sign in again.</p>
        </EmptyState>
      </Page>
    );
  return first.to === '/' ? <AskPage /> : <Navigate to={first.to} replace />;
};
