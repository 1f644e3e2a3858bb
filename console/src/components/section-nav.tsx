import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './section-nav.module.css';

type SectionNavProps = {
  /** Names the navigation for screen readers. */
  readonly label: string;
  /** One link for each section; the current one carries `aria-current="page"`. */
  readonly children: readonly ReactNode[];
};

/** The sections of a page, each with its own address. On narrow screens they scroll sideways. */
export const SectionNav = ({ label, children }: SectionNavProps) => {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the section changes.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul ref={list} className={styles.list}>
        {children}
      </ul>
    </nav>
  );
};
