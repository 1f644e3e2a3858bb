import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { emptyContext } from '../ask/context-form.ts';
import type { Query } from '../ask/query-types.ts';
import { QuestionCard } from '../ask/question-card.tsx';
import { SourceViewer } from '../ask/source-viewer.tsx';
import { useAsk, useConversation } from '../ask/use-conversation.ts';
import { useVoiceSession } from './use-voice-session.ts';
import styles from './voice-page.module.css';
import type { Said, VoiceState } from './voice-state.ts';

const activityWords: Readonly<Record<VoiceState['activity'], string>> = {
  listening: 'Listening. Speak, and pause when you have finished.',
  hearing: 'Hearing you …',
  asking: 'Searching the documents …',
  answering: 'Answering. Speak to interrupt.',
};

const stateWords = ({ phase, activity, because }: VoiceState, isMuted: boolean): string => {
  switch (phase) {
    case 'idle':
      return '';
    case 'connecting':
      return 'Connecting …';
    case 'open':
      return isMuted && activity === 'listening' ? 'Your microphone is muted.' : activityWords[activity];
    case 'ended':
      return because ?? 'The session ended.';
  }
};

const speakers: Readonly<Record<Said['speaker'], string>> = {
  person: 'You',
  model: 'Voice',
  notice: 'Note',
};

const Transcript = ({ said }: { readonly said: readonly Said[] }) => (
  <section className={styles.transcript} aria-label="Transcript">
    {said.length === 0 ? (
      <EmptyState title="What is said appears here.">
        <p>Answers from the documents appear beside it, with their pages.</p>
      </EmptyState>
    ) : (
      <ol className={styles.said} aria-live="polite">
        {said.map(({ key, speaker, text }) => (
          <li key={key} data-speaker={speaker}>
            <span className={styles.speaker}>{speakers[speaker]}</span>
            {text}
          </li>
        ))}
      </ol>
    )}
  </section>
);

/** The questions that the voice asked the documents, with their answers. */
const Questions = ({ conversationId, news }: { readonly conversationId: string; readonly news: number }) => {
  const queries = useQueryClient();
  const { questions } = useConversation(conversationId);
  const ask = useAsk();
  const [chosen, setChosen] = useState<{ readonly query: Query; readonly n: number }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when there is news.
  useEffect(() => {
    // Without news it is being read anyway, and each reading is recorded.
    if (news > 0) void queries.invalidateQueries({ queryKey: ['conversation', conversationId] });
  }, [news]);
  const citation = chosen?.query.citations.find(({ n }) => n === chosen.n);
  const close = () => setChosen(undefined);
  return (
    <section className={styles.questions} aria-label="Questions and answers">
      {questions.map((query) => (
        <QuestionCard
          key={query.queryId}
          query={query}
          chosen={chosen?.query.queryId === query.queryId ? chosen.n : undefined}
          onChoose={(one, n) => setChosen({ query: one, n })}
          onAsk={(question) =>
            ask.mutate({ question, conversationId, context: emptyContext, isContextNew: false })
          }
          isNew={query === questions.at(-1) && questions.length > 1}
        />
      ))}
      {chosen === undefined || citation === undefined ? null : (
        <Dialog
          title="Source"
          isOpen
          onClose={close}
          isWide
          actions={<Button onPress={close}>Back to the answer</Button>}
        >
          <SourceViewer citation={citation} toolCalls={chosen.query.toolCalls} onClose={close} />
        </Dialog>
      )}
    </section>
  );
};

/** Speaks with the voice model; its answers are read from the documents and shown with their sources. */
export const VoicePage = () => {
  const { conversationId: opened } = useParams({ strict: false });
  const { voice } = useSession();
  const { state, isMuted, begin, mute, end } = useVoiceSession(opened);
  const { phase, conversationId, said, news } = state;
  const isRunning = phase === 'connecting' || phase === 'open';
  if (voice === undefined)
    return (
      <Page title="Speak">
        <EmptyState title="No voice model is configured.">
          <p>
            An administrator enables it with VOICE_URL. Until then, <Link to="/">type your question</Link>.
          </p>
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Speak"
      lead="Ask aloud. Every clinical sentence is checked against your documents before it is played. It is not checked by a clinician."
      actions={
        <>
          {isRunning ? (
            <Button onPress={() => mute(!isMuted)} isDisabled={phase !== 'open'}>
              {isMuted ? 'Unmute' : 'Mute'}
            </Button>
          ) : null}
          <Button
            variant={isRunning ? 'danger' : 'contained'}
            onPress={() => (isRunning ? end() : void begin())}
          >
            {isRunning ? 'End' : phase === 'ended' ? 'Begin again' : 'Begin to speak'}
          </Button>
        </>
      }
    >
      {voice.leavesThePremises ? (
        <Notice tone="warning" title="What you say leaves the hospital">
          Speech goes to {voice.model} outside. Do not say names or record numbers of patients.
        </Notice>
      ) : null}
      <p role="status" className={styles.state} data-phase={phase}>
        {stateWords(state, isMuted)}
      </p>
      <div className={styles.columns}>
        <Transcript said={said} />
        {conversationId === undefined ? null : <Questions conversationId={conversationId} news={news} />}
      </div>
      {conversationId === undefined ? null : (
        <p>
          <Link to="/conversations/$conversationId" params={{ conversationId }}>
            Continue in writing
          </Link>
        </p>
      )}
    </Page>
  );
};
