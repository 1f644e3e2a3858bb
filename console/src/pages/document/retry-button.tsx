import { Button } from '../../components/button.tsx';
import { explainError } from '../../components/explain-error.ts';
import { useNotify } from '../../components/toasts.tsx';
import { useJobCommands } from '../../session/use-jobs.ts';

/** Tries a failed job again. */
export const RetryButton = ({ jobId }: { readonly jobId: string }) => {
  const notify = useNotify();
  const { retry } = useJobCommands();
  return (
    <div>
      <Button
        isPending={retry.isPending}
        onPress={() => retry.mutate(jobId, { onError: (error) => notify(explainError(error).text) })}
      >
        Retry
      </Button>
    </div>
  );
};
