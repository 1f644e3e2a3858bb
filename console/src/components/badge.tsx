import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { joinClasses } from './join-classes.ts';

type BadgeProps = {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  readonly children: ReactNode;
};

/** A short state. Its words say what it means; the colour only helps to find it. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span className={joinClasses(styles.badge, styles[tone])}>{children}</span>
);
