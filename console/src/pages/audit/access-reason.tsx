import { createContext, type FormEvent, type ReactNode, useContext, useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import styles from './audit-page.module.css';

type AccessReason = {
  readonly reason: string | undefined;
  readonly setReason: (reason: string | undefined) => void;
};

/** The shortest and longest reason that the server takes. */
const SHORTEST = 3;
const LONGEST = 200;

const AccessReasonContext = createContext<AccessReason>({ reason: undefined, setReason: () => undefined });

/** Keeps the reason for which a person looks at other people's data: in memory, until they leave the page. */
export const AccessReasonProvider = ({ children }: { readonly children: ReactNode }) => {
  const [reason, setReason] = useState<string>();
  const value = useMemo(() => ({ reason, setReason }), [reason]);
  return <AccessReasonContext value={value}>{children}</AccessReasonContext>;
};

/** A header is a string of bytes: text beyond ASCII goes as UTF-8. */
const headerText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** The header that tells the server the reason. */
export const reasonHeader = (reason: string): Readonly<Record<string, string>> => ({
  'X-Access-Reason': headerText(reason),
});

/** Shows the reason that is recorded with everything that one opens, and lets one change it. */
export const ShownReason = () => {
  const { reason, setReason } = useContext(AccessReasonContext);
  if (reason === undefined) return null;
  return (
    <p className={styles.reason}>
      <span>
        <span className={styles.muted}>Recorded with what you open:</span> {reason}
      </span>
      <Button variant="plain" onPress={() => setReason(undefined)}>
        Change
      </Button>
    </p>
  );
};

/** Shows what only people with a reason may see: asks for the reason first. */
export const WithReason = ({ children }: { readonly children: (reason: string) => ReactNode }) => {
  const { reason, setReason } = useContext(AccessReasonContext);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (reason !== undefined) return children(reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim().length < SHORTEST) setMissing(true);
    else setReason(text.trim());
  };
  return (
    <form className={styles.gate} onSubmit={submit}>
      <h2>Why do you need access?</h2>
      <p>This shows other people’s data. Your reason is recorded with everything that you open.</p>
      <Field
        label="Reason"
        value={text}
        onChange={(next) => {
          setText(next);
          setMissing(false);
        }}
        maxLength={LONGEST}
        isRequired
        validationBehavior="aria"
        isInvalid={isMissing}
        errorMessage={`Give a reason of at least ${SHORTEST} characters.`}
        autoComplete="off"
        description="For example the number of a complaint. It is stored encrypted."
      />
      <div>
        <Button type="submit" variant="contained">
          Continue
        </Button>
      </div>
    </form>
  );
};
