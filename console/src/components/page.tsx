import type { ReactNode } from 'react';
import styles from './page.module.css';
import { PageTitle } from './page-title.tsx';

type PageProps = {
  /** A constant of the page; see `PageTitle`. */
  readonly title: string;
  /** One sentence about what the page is for. */
  readonly lead?: ReactNode;
  /** What one can do on the page, beside its title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a page with one column: its title, what it is for, and its parts below each other. */
export const Page = ({ title, lead, actions, children }: PageProps) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <div className={styles.words}>
        <PageTitle>{title}</PageTitle>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
    {children}
  </div>
);
