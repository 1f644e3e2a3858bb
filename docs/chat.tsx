import type { ApiClient } from '@anamnesis/client';
import { useAnswer, useToolActivity, useToolConfirmation } from '@anamnesis/client/react';
import { type FormEvent, useState } from 'react';

const Confirmation = ({ client }: { client: ApiClient }) => {
  const { pendingTool, secondsLeft, confirmTool, cancelTool } = useToolConfirmation(client);
  if (pendingTool === null) return null;
  return (
    <div role="alertdialog" aria-label="Confirm Action">
      <p>{pendingTool.prompt}</p>
      <pre>{JSON.stringify(pendingTool.arguments, null, 2)}</pre>
      <button type="button" onClick={cancelTool}>
        Cancel
      </button>
      <button type="button" onClick={confirmTool}>
        Confirm ({secondsLeft} s left)
      </button>
    </div>
  );
};

export const Chat = ({ client }: { client: ApiClient }) => {
  const [question, setQuestion] = useState('');
  const { activeTool } = useToolActivity(client);
  const { status, steps, draft, clarification, query, error, ask, clarify } = useAnswer(client);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask({ question });
  };
  return (
    <main>
      <form onSubmit={send}>
        <input aria-label="Question" value={question} onChange={({ target }) => setQuestion(target.value)} />
        <button type="submit">Ask</button>
      </form>
      {error && <p role="alert">{error.message}</p>}
      {activeTool && <p role="status">Running tool: {activeTool}</p>}
      {status === 'pending' && <p role="status">{steps.at(-1)?.stage}</p>}
      {status === 'clarifying' && <p>{clarification?.question}</p>}
      {status === 'clarifying' &&
        clarification?.options.map(({ id, label }) => (
          <button type="button" key={id} onClick={() => clarify({ option: id })}>
            {label}
          </button>
        ))}
      <article>{query?.answer ?? draft}</article>
      {query?.warnings.map((warning) => (
        <strong key={warning}>{warning}</strong>
      ))}
      {query?.citations.map(({ n, title, excerpt }) => (
        <blockquote key={n}>
          [{n}] {title}: {excerpt}
        </blockquote>
      ))}
      {query?.answer && <small>Written by {query.model}. No clinician has checked it.</small>}
      <Confirmation client={client} />
    </main>
  );
};
