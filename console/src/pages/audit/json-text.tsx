import styles from './audit-page.module.css';

/** Data of the log as it stands there. Text only: nothing in it is ever run or rendered. */
export const JsonText = ({ value }: { readonly value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <pre className={styles.data} tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </pre>
);
