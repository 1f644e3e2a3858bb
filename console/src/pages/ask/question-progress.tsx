import { Progress } from '../../components/progress.tsx';
import { ToolActivityIndicator } from '../../components/tool-activity-indicator.tsx';
import { sourceNames } from './query-types.ts';
import styles from './question-progress.module.css';
import type { QuestionProgress as Progressing } from './use-question-stream.ts';

type Step = Progressing['answer']['steps'][number];

const wordsOf = (step: Step): string => {
  switch (step.stage) {
    case 'asked':
      return 'Question received';
    case 'screened':
      return step.phiDetected
        ? 'Personal details found: they stay on the premises'
        : 'No personal details found';
    case 'routed':
      return `Sources chosen: ${step.sources.map((source) => sourceNames[source]).join(', ')}`;
    case 'clarified':
      return 'Clarified';
    case 'searched': {
      const failed = step.sources.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
      const missing = failed.map(({ source }) => sourceNames[source]).join(', ');
      return `Searched: ${step.found} passages${missing === '' ? '' : `; no answer from ${missing}`}`;
    }
    case 'tools_called':
      return `Tools called: ${step.toolCalls.map(({ tool }) => tool).join(', ')}`;
    case 'model_called':
      return `The ${step.where} model ${step.model} writes`;
  }
};

/** The steps of a question that is being answered, and the text as it is written. */
export const QuestionProgress = ({ progress }: { readonly progress: Progressing }) => {
  const { steps, draft, toolCalls } = progress.answer;
  const running = toolCalls.find(({ status }) => status === 'running');
  return (
    <div className={styles.progress}>
      <Progress label={draft === '' ? 'Looking for an answer …' : 'The answer is being written …'} />
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={`${step.stage} ${step.at}`}>{wordsOf(step)}</li>
        ))}
      </ol>
      <ToolActivityIndicator activeTool={running?.tool ?? null} />
      {draft === '' ? null : (
        <div className={styles.draft}>
          <p className={styles.warning}>Draft: not checked against its sources yet</p>
          <p className={styles.text}>{draft}</p>
        </div>
      )}
    </div>
  );
};
