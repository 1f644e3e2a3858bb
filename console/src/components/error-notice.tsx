import styles from './error-notice.module.css';
import { explainError } from './explain-error.ts';
import { Notice } from './notice.tsx';

/** Says what went wrong, in words, with the id that an administrator finds in the logs. */
export const ErrorNotice = ({ error }: { readonly error: unknown }) => {
  const { title, text, traceId } = explainError(error);
  return (
    <Notice tone="danger" title={title} isAlert>
      <p>{text}</p>
      {traceId === undefined ? null : (
        <p className={styles.trace}>
          Reference for support: <code>{traceId}</code>
        </p>
      )}
    </Notice>
  );
};
