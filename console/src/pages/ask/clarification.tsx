import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './clarification.module.css';
import type { Query } from './query-types.ts';

type Props = {
  readonly query: Query;
  /** Called with the position from which the question goes on. */
  readonly onAnswered: (position: number) => void;
};

/** What the assistant asks back: its options as buttons, and room for another answer. */
export const Clarification = ({ query: { queryId, clarification }, onAnswered }: Props) => {
  const api = useApi();
  const [text, setText] = useState('');
  const reply = useMutation({
    mutationFn: (answer: { readonly option: string } | { readonly text: string }) =>
      api.post('/api/commands/AnswerClarification', { body: { queryId, ...answer } }),
    onSuccess: ({ position }) => onAnswered(position),
  });
  if (clarification === null) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') reply.mutate({ text: text.trim() });
  };
  return (
    <div className={styles.clarification}>
      <p className={styles.question}>{clarification.question}</p>
      <div className={styles.options}>
        {clarification.options.map(({ id, label }) => (
          <Button key={id} isDisabled={reply.isPending} onPress={() => reply.mutate({ option: id })}>
            {label}
          </Button>
        ))}
      </div>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label="Or in your own words"
          value={text}
          onChange={setText}
          autoComplete="off"
          className={styles.field}
        />
        <Button type="submit" isDisabled={text.trim() === '' || reply.isPending}>
          Reply
        </Button>
      </form>
      {reply.isError ? <ErrorNotice error={reply.error} /> : null}
    </div>
  );
};
