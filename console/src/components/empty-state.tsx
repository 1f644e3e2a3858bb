import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = { readonly title: string; readonly children?: ReactNode };

/** Stands where a list has nothing to show: says why, and what to do next. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children}
  </div>
);
