import { Navigate } from '@tanstack/react-router';
import { useMay } from '../session/use-session.ts';
import { AskPage, navigationPages } from './pages.ts';

/** The first page: asking, or for people who may neither ask nor read answers the first page that is for them. */
export const HomePage = () => {
  const may = useMay();
  const first = navigationPages.find(({ permissions }) => permissions.some(may));
  return first === undefined || first.to === '/' ? <AskPage /> : <Navigate to={first.to} replace />;
};
