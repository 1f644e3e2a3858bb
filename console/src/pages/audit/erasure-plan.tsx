import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';

/** What an erasure would reach, counted when it is asked for, because that reads the whole log. */
export const ErasurePlan = ({ subject }: { readonly subject: string }) => {
  const api = useApi();
  const plan = useMutation({ mutationFn: () => api.post('/api/erasure-plans', { body: { subject } }) });
  return (
    <section className={styles.stack} aria-label="What an erasure would reach">
      <Button isPending={plan.isPending} onPress={() => plan.mutate()}>
        {plan.isPending ? 'Counting …' : 'What would an erasure reach?'}
      </Button>
      {plan.error === null ? null : <ErrorNotice error={plan.error} />}
      {plan.data === undefined ? null : (
        <div role="status">
          {plan.data.text.split('\n').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </section>
  );
};
