import { Link } from '@tanstack/react-router';
import { PageTitle } from '../components/page-title.tsx';
import styles from './page-error.module.css';

/** Shown at addresses without a page. */
export const NotFoundPage = () => (
  <main className={styles.page}>
    <PageTitle>There is no such page</PageTitle>
    <p>The address may be outdated, or mistyped.</p>
    <Link to="/">Go to the start page</Link>
  </main>
);
