import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ClientFailure } from '../../../client/failures.ts';
import { Button } from '../components/button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import styles from './page-error.module.css';

/** Replaces a page that failed, so that the navigation stays usable. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  // A fault of the console itself, or a part of it that the server has replaced since this page was opened.
  if (!(error instanceof ClientFailure))
    return (
      <section className={styles.page}>
        <PageTitle>This page does not work</PageTitle>
        <Notice tone="danger" isAlert>
          <p>
            Reload it: the console may have been updated. If that does not help, tell an administrator which
            page it is and what you did before.
          </p>
        </Notice>
        <Button onPress={() => location.reload()}>Reload</Button>
      </section>
    );
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
