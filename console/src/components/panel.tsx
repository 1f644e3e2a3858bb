import type { ReactNode } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  readonly title: string;
  /** One or two sentences below the heading. */
  readonly text?: ReactNode;
  /** Buttons and filters beside the heading. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** A part of a page with a heading of its own. */
export const Panel = ({ title, text, actions, children }: PanelProps) => (
  <section className={styles.panel}>
    <div className={styles.head}>
      <div className={styles.words}>
        <h2>{title}</h2>
        {text === undefined ? null : <p className={styles.text}>{text}</p>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </section>
);
