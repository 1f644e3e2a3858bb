import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A titled part of a page, on a surface of its own. */
export const Section = ({ title, lead, actions, children }: SectionProps) => {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
};
