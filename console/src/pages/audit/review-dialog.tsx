import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Review, ReviewDetails } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { percentText } from '../../components/number-text.ts';
import { QueryResult } from '../../components/query-result.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader, WithReason } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { readOnce } from './read-once.ts';

type Verdict = NonNullable<Review['verdict']>;

const Details = ({ details }: { readonly details: ReviewDetails }) => (
  <>
    <h3>Question</h3>
    <blockquote className={styles.quote}>{details.question}</blockquote>
    <Facts
      facts={[
        { name: 'Detector', value: details.detector },
        { name: 'Kinds', value: details.kinds.join(', ') },
        { name: 'The asker says', value: details.comment },
        { name: 'Failure', value: details.failure },
        { name: 'Reason of the verdict', value: details.reason },
      ]}
    />
    {details.findings.length === 0 ? null : (
      <ul>
        {details.findings.map(({ kind, text, confidence }) => (
          <li key={`${kind} ${text}`}>
            <strong>{text}</strong> – {kind}, {percentText(confidence)}
          </li>
        ))}
      </ul>
    )}
    {details.answer === null ? null : (
      <>
        <h3>Answer</h3>
        <blockquote className={styles.quote}>{details.answer}</blockquote>
      </>
    )}
    {details.struck.length === 0 ? null : (
      <>
        <h3>Left out of the answer</h3>
        <ul>
          {details.struck.map(({ sentence, because }) => (
            <li key={sentence}>
              <span className={styles.gone}>{sentence}</span> <Badge>{because}</Badge>
            </li>
          ))}
        </ul>
      </>
    )}
    {details.drafts.map((draft) => (
      <details key={draft}>
        <summary>The model’s text, unchanged</summary>
        <p className={styles.text}>{draft}</p>
      </details>
    ))}
  </>
);

type ReadProps = { readonly reviewId: string; readonly reason: string };

const Read = ({ reviewId, reason }: ReadProps) => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['review', reviewId, reason],
    queryFn: ({ signal }) =>
      api.get('/api/reviews/{reviewId}', { path: { reviewId }, headers: reasonHeader(reason), signal }),
    ...readOnce,
  });
  return (
    <QueryResult query={query} loading="Reading the question …">
      {(details) => <Details details={details} />}
    </QueryResult>
  );
};

const words = {
  confirmed: { title: 'Confirm the detection?', action: 'Confirm', text: 'The detection was right.' },
  false_alarm: { title: 'A false alarm?', action: 'False alarm', text: 'There was nothing to detect.' },
} as const;

type ReviewDialogProps = { readonly review: Review; readonly onClose: () => void };

/** Shows what is reviewed, and takes the verdict with its reason. */
export const ReviewDialog = ({ review, onClose }: ReviewDialogProps) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict>();
  const { reviewId } = review;
  if (verdict !== undefined)
    return (
      <ReasonDialog
        title={words[verdict].title}
        action={words[verdict].action}
        onClose={() => setVerdict(undefined)}
        limits={{ min: 3, max: 2000 }}
        onConfirm={async (reason) => {
          try {
            await api.post('/api/commands/ResolveReview', { body: { reviewId, verdict, reason } });
          } finally {
            await queries.invalidateQueries({ queryKey: ['reviews'] });
          }
          notify('The verdict is recorded.');
          onClose();
        }}
      >
        <p>{words[verdict].text} The verdict is kept, and cannot be changed.</p>
      </ReasonDialog>
    );
  return (
    <Dialog
      title={review.kind === 'phi' ? 'Review of a detection of PHI' : `Review: ${review.kind}`}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          {review.state === 'open' ? (
            <>
              <Button onPress={() => setVerdict('false_alarm')}>False alarm …</Button>
              <Button variant="contained" onPress={() => setVerdict('confirmed')}>
                Confirm …
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <WithReason>{(reason) => <Read reviewId={reviewId} reason={reason} />}</WithReason>
    </Dialog>
  );
};
