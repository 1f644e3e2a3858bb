import { isTransient } from '../../../client/failures.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './read-failure.module.css';

type ReadFailureProps = {
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
};

/** Why something could not be read, if so; with a button to read it again where that can help. */
export const ReadFailure = ({ query: { error, isFetching, refetch } }: ReadFailureProps) =>
  error ? (
    <div className={styles.failure}>
      <ErrorNotice error={error} />
      {isTransient(error) ? (
        <Button isPending={isFetching} onPress={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </div>
  ) : null;
