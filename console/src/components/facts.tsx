import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  /** Each fact under its name; facts without a value are left out. */
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
};

/** Names and values, side by side where there is room. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={styles.facts}>
    {facts
      .filter(({ value }) => value !== null && value !== undefined && value !== '')
      .map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
