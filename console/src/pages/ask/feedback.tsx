import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { explainError } from '../../components/explain-error.ts';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './feedback.module.css';

const kinds = [
  { kind: 'helpful', label: 'Helpful' },
  { kind: 'wrong', label: 'Wrong' },
  { kind: 'outdated', label: 'Outdated' },
  { kind: 'missing', label: 'Something is missing' },
] as const;

/** What a clinician thinks of an answer, with one click. */
export const Feedback = ({ queryId }: { readonly queryId: string }) => {
  const api = useApi();
  const notify = useNotify();
  const give = useMutation({
    mutationFn: (kind: (typeof kinds)[number]['kind']) =>
      api.post('/api/commands/GiveFeedback', { body: { queryId, kind } }),
    onSuccess: () => notify('Thank you: your feedback is recorded.'),
    onError: (error) => notify(explainError(error).text),
  });
  return (
    <fieldset className={styles.feedback}>
      <legend className={styles.legend}>This answer is</legend>
      {kinds.map(({ kind, label }) => (
        <Button
          key={kind}
          variant="plain"
          isDisabled={give.isPending}
          className={give.isSuccess && give.variables === kind ? styles.given : styles.choice}
          onPress={() => give.mutate(kind)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
};
