import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './notice.module.css';

type NoticeProps = {
  readonly tone?: 'info' | 'warning' | 'danger' | 'success';
  readonly title?: string;
  readonly children?: ReactNode;
  /** Read out at once, e.g. because the person waits for it. */
  readonly isAlert?: boolean;
};

/** A message within a page. */
export const Notice = ({ tone = 'info', title, children, isAlert = false }: NoticeProps) => (
  <div className={joinClasses(styles.notice, styles[tone])} role={isAlert ? 'alert' : undefined}>
    {title === undefined ? null : <strong>{title}</strong>}
    {children === undefined ? null : <div className={styles.text}>{children}</div>}
  </div>
);
