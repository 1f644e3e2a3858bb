import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './check-field.module.css';

type CheckFieldProps = {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean;
};

/** A labelled yes or no. The browser's own control, which every screen reader knows. */
export const CheckField = ({
  label,
  isSelected,
  onChange,
  description,
  isDisabled = false,
}: CheckFieldProps) => {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={isSelected}
        disabled={isDisabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description === undefined ? null : (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
    </div>
  );
};
