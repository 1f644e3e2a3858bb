import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import styles from './field.module.css';
import { joinClasses } from './join-classes.ts';

type FieldProps = Omit<TextFieldProps, 'className' | 'children'> & {
  readonly label: string;
  readonly description?: ReactNode;
  /** Shown below the field while `isInvalid`. */
  readonly errorMessage?: ReactNode;
  /** The lines of a field for longer text. */
  readonly rows?: number;
  /** Shown after the input, e.g. a unit. */
  readonly suffix?: string;
  readonly placeholder?: string;
  readonly className?: string | undefined;
};

/** A labelled field for text. */
export const Field = (props: FieldProps) => {
  const { label, description, errorMessage, rows, suffix, placeholder = '', className, ...field } = props;
  return (
    <TextField {...field} className={joinClasses(styles.field, className)}>
      <Label className={styles.label}>{label}</Label>
      <span className={styles.row}>
        {rows === undefined ? (
          <Input className={styles.input ?? ''} placeholder={placeholder} />
        ) : (
          <TextArea className={styles.input ?? ''} rows={rows} placeholder={placeholder} />
        )}
        {suffix === undefined ? null : <span className={styles.suffix}>{suffix}</span>}
      </span>
      {description === undefined ? null : (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{errorMessage}</FieldError>
    </TextField>
  );
};
