import type { Explanation } from '../../../../client/api.generated.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, Table } from '../../components/table.tsx';
import styles from './audit-page.module.css';

type Reading = Explanation['readings'][number];

const columns: readonly Column<Reading>[] = [
  { key: 'at', title: 'When', cell: ({ at }) => <Moment at={at} /> },
  { key: 'who', title: 'Who', cell: ({ by }) => `${by.id} (${by.role})` },
  { key: 'of', title: 'What', cell: ({ of }) => of },
  { key: 'basis', title: 'Allowed as', cell: ({ basis }) => basis ?? 'their role' },
  { key: 'why', title: 'Why', cell: ({ reason }) => <span className={styles.text}>{reason ?? ''}</span> },
];

/** Everyone to whom the answer was shown, what they said about it, and its reviews. */
export const ExplainedReaders = ({ explanation }: { readonly explanation: Explanation }) => {
  const { readings, moreReadings, feedback, reviews } = explanation;
  return (
    <Panel title="Who saw it">
      {moreReadings ? <Notice tone="warning">There were more readings than are listed.</Notice> : null}
      <Table
        label="Readers of the answer"
        columns={columns}
        rows={readings}
        keyOf={({ position }) => String(position)}
        empty={<EmptyState title="The answer has not been shown to anyone yet." />}
      />
      {feedback.map(({ position, kind, comment, by }) => (
        <Notice key={position} title={`${by.id} called it ${kind}`}>
          {comment === undefined ? null : <p className={styles.text}>{comment}</p>}
        </Notice>
      ))}
      {reviews.map((review) => (
        <Notice
          key={review.position}
          title={
            review.what === 'disputed'
              ? `${review.by.id} disputes the detection`
              : `${review.by.id} decided: ${review.verdict.replaceAll('_', ' ')}`
          }
        >
          <p className={styles.text}>{review.what === 'disputed' ? (review.comment ?? '') : review.reason}</p>
        </Notice>
      ))}
    </Panel>
  );
};
