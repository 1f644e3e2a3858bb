import type { Explanation } from '../../../../client/api.generated.ts';
import { Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { counted, countText, durationText, percentText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { Table } from '../../components/table.tsx';
import styles from './audit-page.module.css';

type Round = Explanation['rounds'][number];

const Screened = ({ screened }: { readonly screened: NonNullable<Round['screened']> }) => (
  <Facts
    facts={[
      {
        name: 'PHI in the question',
        value: screened.detected ? screened.kinds.join(', ') || 'found' : 'none found',
      },
      { name: 'Detector', value: screened.detector },
      {
        name: 'Confidence',
        value: screened.confidence === undefined ? null : percentText(screened.confidence),
      },
    ]}
  />
);

const Routed = ({ routed }: { readonly routed: NonNullable<Round['routed']> }) => (
  <>
    <Facts
      facts={[
        {
          name: 'Understood as',
          value: `${routed.intent.replaceAll('_', ' ')} (${percentText(routed.confidence)})`,
        },
        { name: 'Model', value: routed.model },
        { name: 'Because', value: routed.because.replaceAll('_', ' ') },
        { name: 'Sources', value: routed.sources.map(({ source }) => source).join(', ') },
      ]}
    />
    {routed.leftOut.length === 0 ? null : (
      <p className={styles.muted}>
        Left out:{' '}
        {routed.leftOut
          .map(({ source, because }) => `${source} (${because.replaceAll('_', ' ')})`)
          .join(', ')}
        .
      </p>
    )}
  </>
);

const Searched = ({ searched }: { readonly searched: NonNullable<Round['searched']> }) => {
  const { interpretation, sources, found, index } = searched;
  return (
    <>
      <Facts
        facts={[
          { name: 'Searched for', value: interpretation.searchedFor },
          { name: 'Also for', value: interpretation.expansions.join(', ') },
          { name: 'Drugs', value: interpretation.entities?.drugs.join(', ') },
          { name: 'Conditions', value: interpretation.entities?.conditions.join(', ') },
          { name: 'Found', value: counted(found.length, 'passage') },
          {
            name: 'In the index as of',
            value: `event ${countText(index.position)}, generation ${index.generation}`,
          },
        ]}
      />
      <Table
        label="Searched sources"
        columns={[
          { key: 'source', title: 'Source', cell: ({ source }: (typeof sources)[number]) => source },
          { key: 'outcome', title: 'Outcome', cell: ({ outcome, reason }) => reason ?? outcome },
          { key: 'found', title: 'Found', isNumber: true, cell: (one) => countText(one.found) },
          { key: 'took', title: 'Took', isNumber: true, cell: (one) => durationText(one.milliseconds) },
        ]}
        rows={sources}
        keyOf={({ source }) => source}
        empty={null}
      />
    </>
  );
};

/** One pass: what was detected in the question, how it was understood, and where it was searched. */
export const ExplainedSearch = ({ round }: { readonly round: Round }) => (
  <Panel title={round.round > 1 ? `The search, pass ${round.round}` : 'The search'}>
    {round.screened === null ? null : <Screened screened={round.screened} />}
    {round.routed === null ? null : <Routed routed={round.routed} />}
    {round.searched === null ? null : <Searched searched={round.searched} />}
    {round.askedBack === null ? null : (
      <Notice title="It asked back">
        <p className={styles.text}>{round.askedBack.question}</p>
        <p>{round.askedBack.options.map(({ label }) => label).join(' · ')}</p>
        {round.reply === null ? (
          <p>No reply came.</p>
        ) : (
          <p className={styles.text}>The reply: {round.reply.text ?? round.reply.readAs}</p>
        )}
      </Notice>
    )}
  </Panel>
);
