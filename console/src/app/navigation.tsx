import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../components/button.tsx';
import { useMay, useSession, useSessionStore } from '../session/use-session.ts';
import styles from './navigation.module.css';
import { navigationPages } from './pages.ts';

/** Whether a page belongs to an entry of the navigation; conversations belong to the first one. */
const isWithin = (pathname: string, to: string): boolean =>
  to === '/' ? pathname === '/' || pathname.startsWith('/conversations/') : pathname.startsWith(to);

/** The head of every page. On narrow screens the pages fold into a menu. */
export const Navigation = () => {
  const store = useSessionStore();
  const session = useSession();
  const may = useMay();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the page changes.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className={styles.head}>
      <Link to="/" className={styles.brand}>
        Anamnesis
      </Link>
      <Button
        variant="plain"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="navigation"
        onPress={() => setOpen(!isOpen)}
      >
        Menu
      </Button>
      <div id="navigation" className={styles.panel} data-open={isOpen}>
        <nav aria-label="Pages">
          <ul className={styles.pages}>
            {navigationPages
              .filter(({ permissions }) => permissions.some(may))
              .map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.link}
                    activeOptions={{ exact: true }}
                    aria-current={isWithin(pathname, to) ? 'page' : undefined}
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <div className={styles.person}>
          <span className={styles.name}>
            <span className={styles.id}>{session.id}</span>
            <span className={styles.roles}>{session.roles.join(', ')}</span>
          </span>
          <Button variant="plain" onPress={() => void store.signOut('left')}>
            Sign out
          </Button>
        </div>
      </div>
    </header>
  );
};
