import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '../components/button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import styles from './page-error.module.css';

/** Replaces a page that failed, so that the navigation stays usable. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  return (
    <section className={styles.page}>
      <ErrorNotice error={error} />
      <Button
        onPress={() => {
          reset();
          void router.invalidate();
        }}
      >
        Try again
      </Button>
    </section>
  );
};
