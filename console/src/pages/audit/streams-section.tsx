import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import styles from './audit-page.module.css';

/** Opens a stream by its id. */
export const StreamsSection = () => {
  const navigate = useNavigate();
  const [streamId, setStreamId] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (streamId.trim() !== '')
      void navigate({ to: '/audit/streams/$streamId', params: { streamId: streamId.trim() } });
  };
  return (
    <Panel
      title="Streams"
      text="The history of one thing: a question, a conversation, a document, a tool call, a setting."
    >
      <form className={styles.lookup} onSubmit={submit}>
        <Field
          label="Stream"
          value={streamId}
          onChange={setStreamId}
          description="Its kind and id, for example query-01a2… The trail links to it, too."
          autoComplete="off"
          spellCheck="false"
        />
        <Button type="submit" variant="contained" isDisabled={streamId.trim() === ''}>
          Open
        </Button>
      </form>
    </Panel>
  );
};
