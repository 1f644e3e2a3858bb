import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import { AnswerView } from './answer-view.tsx';
import type { Marking } from './citation-mark.tsx';
import { Clarification } from './clarification.tsx';
import type { Query } from './query-types.ts';
import styles from './question-card.module.css';
import { QuestionProgress } from './question-progress.tsx';
import { useQuestionStream } from './use-question-stream.ts';

type Props = {
  readonly query: Query;
  readonly chosen: number | undefined;
  readonly onChoose: (query: Query, n: number) => void;
  readonly onAsk: (question: string) => void;
  /** Scrolls to it when it appears, because the person has just asked it. */
  readonly isNew: boolean;
};

/** How soon a question that has ended is read again if the read model is late, in milliseconds. */
const REREAD_MS = 1000;

const PendingQuestion = ({ query, after }: { readonly query: Query; readonly after: string | undefined }) => {
  const api = useApi();
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: ['conversation', query.conversationId] });
  const progress = useQuestionStream({
    queryId: query.queryId,
    isOpen: true,
    after,
    onEnd: () => void reread(),
  });
  useEffect(() => {
    if (!progress.hasEnded) return;
    // It has ended, but this page still shows what was read before.
    const timer = setInterval(() => void reread(), REREAD_MS);
    return () => clearInterval(timer);
  });
  const cancel = useMutation({
    mutationFn: () => api.post('/api/commands/CancelQuery', { body: { queryId: query.queryId } }),
    onSettled: reread,
  });
  if (progress.error !== undefined)
    return (
      <>
        <ErrorNotice error={progress.error} />
        <Button onPress={() => void reread()}>Look again</Button>
      </>
    );
  return (
    <>
      <QuestionProgress progress={progress} />
      <Button variant="plain" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
        Stop
      </Button>
    </>
  );
};

const FailedQuestion = ({ query, onAsk }: Pick<Props, 'query' | 'onAsk'>) => (
  <>
    <Notice tone="danger" title="This question could not be answered">
      {query.error?.message}
    </Notice>
    <Button onPress={() => onAsk(query.question)}>Ask again</Button>
  </>
);

/** A question and what became of it. */
export const QuestionCard = ({ query, chosen, onChoose, onAsk, isNew }: Props) => {
  const queries = useQueryClient();
  const may = useMay();
  const [after, setAfter] = useState<string>();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [isNew]);
  const marking: Marking = {
    citations: query.citations,
    references: query.references,
    toolCalls: query.toolCalls,
    chosen,
    choose: (n) => onChoose(query, n),
  };
  return (
    <article ref={card} className={styles.card} aria-label="Question and answer">
      <header className={styles.question}>
        <h2 className={styles.words}>{query.question}</h2>
        <p className={styles.when}>
          <Moment at={query.askedAt} />
        </p>
      </header>
      <div className={styles.outcome}>
        {query.status === 'pending' ? <PendingQuestion key={after} query={query} after={after} /> : null}
        {query.status === 'clarifying' ? (
          <Clarification
            query={query}
            onAnswered={(position) => {
              setAfter(String(position));
              void queries.invalidateQueries({ queryKey: ['conversation', query.conversationId] });
            }}
          />
        ) : null}
        {query.status === 'answered' ? (
          <AnswerView
            query={query}
            marking={marking}
            mayGiveFeedback={may('queries:feedback')}
            onAsk={onAsk}
          />
        ) : null}
        {query.status === 'failed' ? <FailedQuestion query={query} onAsk={onAsk} /> : null}
        {query.status === 'cancelled' ? <p className={styles.when}>Stopped before it was answered.</p> : null}
      </div>
    </article>
  );
};
