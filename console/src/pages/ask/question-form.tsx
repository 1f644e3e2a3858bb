import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useSession, useSessionStore } from '../../session/use-session.ts';
import { ClinicalContextFields } from './clinical-context-fields.tsx';
import { type ContextForm, mistakeIn } from './context-form.ts';
import styles from './question-form.module.css';

type QuestionFormProps = {
  readonly context: ContextForm;
  readonly onContextChange: (context: ContextForm) => void;
  /** Resolves to true when the question was accepted; its text is kept otherwise. */
  readonly onAsk: (question: string) => Promise<boolean>;
  readonly onOpenPreferences: () => void;
  readonly isPending: boolean;
  readonly isFollowUp: boolean;
  readonly conversationId: string | undefined;
};

/** The longest question that the server takes, in characters. */
const MAX_LENGTH = 4000;

/** Where people ask. Enter sends, Shift and Enter begin another line. */
export const QuestionForm = (props: QuestionFormProps) => {
  const { context, onContextChange, onAsk, onOpenPreferences, isPending, isFollowUp, conversationId } = props;
  const id = useId();
  const { drafts } = useSessionStore();
  const { id: person } = useSession();
  const [text, setDraft] = useState(() => drafts.read(person, conversationId));
  const setText = (draft: string): void => {
    drafts.keep(person, conversationId, draft);
    setDraft(draft);
  };
  const isWrong =
    mistakeIn('age', context.age) !== undefined || mistakeIn('weight', context.weight) !== undefined;
  const canSend = text.trim() !== '' && !isPending && !isWrong;

  const send = async (): Promise<void> => {
    if (canSend && (await onAsk(text.trim()))) setText('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ClinicalContextFields value={context} onChange={onContextChange} />
      <label className={styles.label} htmlFor={id}>
        {isFollowUp ? 'Follow-up question' : 'Question'}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={1}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        value={text}
        aria-describedby={`${id}-notice`}
        placeholder={isFollowUp ? 'Ask a follow-up question' : 'Ask about your protocols and guidelines'}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        <p id={`${id}-notice`} className={styles.notice}>
          No names or record numbers of patients.
        </p>
        <Button variant="plain" onPress={onOpenPreferences}>
          Preferences
        </Button>
        <Button type="submit" variant="contained" isDisabled={!canSend} isPending={isPending}>
          {isPending ? 'Asking …' : 'Ask'}
        </Button>
      </div>
    </form>
  );
};
