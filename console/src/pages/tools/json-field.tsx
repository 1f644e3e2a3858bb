import { useEffect, useRef, useState } from 'react';
import { Field } from '../../components/field.tsx';

type Props = {
  readonly label: string;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly rows: number;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called with whether what is typed can be read. */
  readonly onReadable?: (isReadable: boolean) => void;
};

const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** A field for a value as JSON. What cannot be read is kept as typed, and not passed on. */
export const JsonField = ({ value, onChange, onReadable, ...field }: Props) => {
  const [typed, setTyped] = useState(textOf(value));
  const [problem, setProblem] = useState<string>();
  const own = useRef(value);
  useEffect(() => {
    if (own.current === value) return;
    own.current = value;
    setTyped(textOf(value));
    setProblem(undefined);
  }, [value]);
  const change = (text: string): void => {
    setTyped(text);
    try {
      own.current = text.trim() === '' ? undefined : JSON.parse(text);
      setProblem(undefined);
      onReadable?.(true);
      onChange(own.current);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      onReadable?.(false);
    }
  };
  return (
    <Field
      {...field}
      value={typed}
      onChange={change}
      spellCheck="false"
      isInvalid={problem !== undefined}
      errorMessage={`This is not JSON: ${problem}`}
    />
  );
};
