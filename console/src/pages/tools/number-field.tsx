import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '../../components/field.tsx';

type Props = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly isRequired?: boolean;
  readonly suffix?: string;
  readonly spec: {
    readonly isWhole: boolean;
    readonly minimum: number | undefined;
    readonly maximum: number | undefined;
  };
  readonly value: unknown;
  /** `undefined` while there is no number in the field. */
  readonly onChange: (value: number | undefined) => void;
};

/** A decimal comma is one too: half of the world writes it. */
const numberOf = (typed: string): number | undefined => {
  const text = typed.trim().replace(',', '.');
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? undefined : number;
};

const rangeText = ({ minimum, maximum }: Props['spec']): string => {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `At least ${minimum}.`;
  return maximum === undefined ? '' : `At most ${maximum}.`;
};

/** A field for a number, which says what it must be. */
export const NumberField = ({ spec, value, onChange, description, ...field }: Props) => {
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '');
  useEffect(() => {
    // Changed from outside, e.g. by the example or in the JSON editor.
    setTyped((before) =>
      numberOf(before) === value ? before : typeof value === 'number' ? `${value}` : before,
    );
  }, [value]);
  const number = numberOf(typed);
  const { isWhole, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = spec;
  const isWrong =
    typed.trim() !== '' &&
    (number === undefined || number < minimum || number > maximum || (isWhole && !Number.isInteger(number)));
  const range = rangeText(spec);
  return (
    <Field
      {...field}
      description={
        description === undefined && range === '' ? undefined : (
          <>
            {description} {range}
          </>
        )
      }
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={typed}
      isInvalid={isWrong}
      errorMessage={`${isWhole ? 'A whole number.' : 'A number.'} ${range}`}
      onChange={(text) => {
        setTyped(text);
        onChange(numberOf(text));
      }}
    />
  );
};
