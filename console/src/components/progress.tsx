import { ProgressBar } from 'react-aria-components/ProgressBar';
import styles from './progress.module.css';

type ProgressProps = {
  readonly label: string;
  /** Percent; absent when the end is unknown. */
  readonly value?: number | undefined;
};

/** Shows that something is under way, and how far it is if that is known. */
export const Progress = ({ label, value }: ProgressProps) =>
  value === undefined ? (
    <ProgressBar isIndeterminate aria-label={label} className={styles.busy ?? ''}>
      <span className={styles.circle} aria-hidden="true" />
      <span>{label}</span>
    </ProgressBar>
  ) : (
    <ProgressBar value={value} aria-label={label} className={styles.bar ?? ''}>
      {({ percentage, valueText }) => (
        <>
          <span className={styles.words}>
            <span>{label}</span>
            <span>{valueText}</span>
          </span>
          <span className={styles.track}>
            <span className={styles.fill} style={{ inlineSize: `${percentage ?? 0}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
