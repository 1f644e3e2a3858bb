import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Progress } from '../../components/progress.tsx';
import { useIsWide } from '../../components/use-is-wide.ts';
import { useMay, useSession } from '../../session/use-session.ts';
import styles from './ask-page.module.css';
import { type ContextForm, emptyContext, formOf } from './context-form.ts';
import { ConversationList } from './conversation-list.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import type { Query } from './query-types.ts';
import { QuestionCard } from './question-card.tsx';
import { QuestionForm } from './question-form.tsx';
import { ReferencesList } from './references-list.tsx';
import { SourceViewer } from './source-viewer.tsx';
import { useAsk, useConversation } from './use-conversation.ts';

/** The citation that is shown beside the answers. */
type Chosen = { readonly queryId: string; readonly n: number };

/** Chooses the first source of the newest answer, so that its page is seen without asking for it. */
const firstChoice = (questions: readonly Query[]): Chosen | undefined => {
  const newest = questions.at(-1);
  const n = newest?.citations[0]?.n;
  return newest === undefined || n === undefined ? undefined : { queryId: newest.queryId, n };
};

/** What a screen reader hears when the newest question gets on: that it did, not the whole answer. */
const spokenState = (query: Query | undefined): string => {
  switch (query?.status) {
    case undefined:
      return '';
    case 'pending':
      return 'Looking for an answer.';
    case 'clarifying':
      return 'The question needs a clarification.';
    case 'answered':
      return query.citations.length === 1
        ? 'Answered, with 1 source.'
        : `Answered, with ${query.citations.length} sources.`;
    case 'failed':
      return 'The question could not be answered.';
    case 'cancelled':
      return 'Stopped.';
  }
};

const useChosen = (questions: readonly Query[], isWide: boolean) => {
  const [chosen, setChosen] = useState<Chosen>();
  const [closedFor, setClosedFor] = useState<string>();
  const newest = isWide ? firstChoice(questions) : undefined;
  const implied = newest?.queryId === closedFor ? undefined : newest;
  // A new answer brings its own source.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the newest answer changes.
  useEffect(() => setChosen(undefined), [newest?.queryId]);
  const current = chosen ?? implied;
  const query = questions.find(({ queryId }) => queryId === current?.queryId);
  return {
    chosen: current,
    query,
    citation: query?.citations.find(({ n }) => n === current?.n),
    choose: ({ queryId }: Query, n: number) => setChosen({ queryId, n }),
    close: () => {
      setChosen(undefined);
      setClosedFor(newest?.queryId);
    },
  };
};

/** Asks questions, and shows answers beside the pages that they cite. */
export const AskPage = () => {
  const { conversationId } = useParams({ strict: false });
  // Another conversation begins with nothing of the one before.
  return <Conversation key={conversationId ?? 'new'} conversationId={conversationId} />;
};

/** Leads to speaking in this conversation, if a voice model is configured. */
const SpeakLink = ({ conversationId }: { readonly conversationId: string | undefined }) => {
  const { voice } = useSession();
  if (voice === undefined) return null;
  return conversationId === undefined ? (
    <Link to="/voice">Speak</Link>
  ) : (
    <Link to="/conversations/$conversationId/voice" params={{ conversationId }}>
      Speak
    </Link>
  );
};

const ConversationsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Conversations" isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
    <ConversationList />
  </Dialog>
);

const Conversation = ({ conversationId }: { readonly conversationId: string | undefined }) => {
  const may = useMay();
  const isWide = useIsWide();
  const { conversation, questions, error, isLoading, hasNextPage, fetchNextPage } =
    useConversation(conversationId);
  const ask = useAsk();
  const [typed, setTyped] = useState<ContextForm>();
  const [dialog, setDialog] = useState<'preferences' | 'conversations'>();
  const { chosen, query, citation, choose, close } = useChosen(questions, isWide);
  const context = typed ?? (conversation === undefined ? emptyContext : formOf(conversation.clinicalContext));

  const onAsk = async (question: string): Promise<boolean> => {
    try {
      await ask.mutateAsync({ question, conversationId, context, isContextNew: typed !== undefined });
      setTyped(undefined);
      return true;
    } catch {
      // Shown below the form.
      return false;
    }
  };
  const form = may('queries:ask') ? (
    <QuestionForm
      context={context}
      onContextChange={setTyped}
      onAsk={onAsk}
      onOpenPreferences={() => setDialog('preferences')}
      isPending={ask.isPending}
      isFollowUp={questions.length > 0}
      conversationId={conversationId}
    />
  ) : null;
  const viewer =
    citation === undefined ? null : (
      <SourceViewer citation={citation} toolCalls={query?.toolCalls ?? []} onClose={close} />
    );
  const sidebar =
    query?.references.display === 'sidebar' ? (
      <ReferencesList
        withExcerpts
        marking={{
          citations: query.citations,
          references: query.references,
          toolCalls: query.toolCalls,
          chosen: chosen?.n,
          choose: (n) => choose(query, n),
        }}
      />
    ) : null;
  return (
    <div className={styles.page} data-source={isWide && (viewer !== null || sidebar !== null)}>
      {isWide && may('queries:ask') ? (
        <aside className={styles.conversations}>
          <ConversationList />
        </aside>
      ) : null}
      <section className={styles.thread} aria-label="Questions and answers">
        <div className={styles.top}>
          <PageTitle className={questions.length > 0 ? styles.small : undefined}>Ask</PageTitle>
          {may('queries:ask') ? <SpeakLink conversationId={conversationId} /> : null}
          {isWide || !may('queries:ask') ? null : (
            <Button variant="plain" onPress={() => setDialog('conversations')}>
              Conversations
            </Button>
          )}
        </div>
        {conversationId === undefined ? (
          <p className={styles.intro}>
            Answers are excerpts from the documents that your organization has loaded, with their pages. They
            are not checked by a clinician.
          </p>
        ) : null}
        {isLoading ? <Progress label="Loading the conversation …" /> : null}
        {error === null ? null : <ErrorNotice error={error} />}
        <p role="status" className={styles.spoken}>
          {spokenState(questions.at(-1))}
        </p>
        <div className={styles.questions}>
          {questions.map((one) => (
            <QuestionCard
              key={one.queryId}
              query={one}
              chosen={chosen?.queryId === one.queryId ? chosen.n : undefined}
              onChoose={choose}
              onAsk={(question) => void onAsk(question)}
              isNew={one.queryId === ask.data?.queryId && questions.length > 1}
            />
          ))}
        </div>
        {hasNextPage ? <Button onPress={() => void fetchNextPage()}>Show later questions</Button> : null}
        {ask.isError ? <ErrorNotice error={ask.error} /> : null}
        <div className={styles.form}>{form}</div>
      </section>
      {isWide && (viewer !== null || sidebar !== null) ? (
        <aside className={styles.source} aria-label="Source">
          {sidebar}
          {viewer}
        </aside>
      ) : null}
      {isWide || viewer === null ? null : (
        <Dialog
          title="Source"
          isOpen
          onClose={close}
          isWide
          actions={<Button onPress={close}>Back to the answer</Button>}
        >
          {sidebar}
          {viewer}
        </Dialog>
      )}
      {dialog === 'preferences' ? <PreferencesDialog onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'conversations' && !isWide ? (
        <ConversationsDialog onClose={() => setDialog(undefined)} />
      ) : null}
    </div>
  );
};
