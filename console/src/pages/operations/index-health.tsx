import type { Projection } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText, percentText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { type Column, Table } from '../../components/table.tsx';

type Generations = NonNullable<Projection['index']>;
type Generation = Generations[number];

const columns: readonly Column<Generation>[] = [
  {
    key: 'generation',
    title: 'Generation',
    cell: ({ generation, state }) => (
      <>
        {generation} <Badge tone={state === 'live' ? 'success' : 'neutral'}>{state}</Badge>
      </>
    ),
  },
  { key: 'passages', title: 'Passages', isNumber: true, cell: ({ counted }) => numberOf(counted?.passages) },
  { key: 'vectors', title: 'Vectors', isNumber: true, cell: ({ counted }) => numberOf(counted?.vectors) },
  {
    key: 'lacking',
    title: 'Without a vector',
    isNumber: true,
    cell: ({ counted }) =>
      counted !== undefined && counted.lacking > 0 ? (
        <Badge tone="warning">{countText(counted.lacking)}</Badge>
      ) : (
        numberOf(counted?.lacking)
      ),
  },
  {
    key: 'withheld',
    title: 'Withheld (PHI)',
    isNumber: true,
    cell: ({ counted }) => numberOf(counted?.withheld),
  },
  { key: 'advice', title: 'Remark', cell: ({ advice, unknown }) => advice ?? unknown ?? '' },
];

const numberOf = (count: number | undefined): string => (count === undefined ? '–' : countText(count));

const describe = (vectors: NonNullable<Projection['vectors']>): string => {
  const { backend, search, recall, probes } = vectors;
  const measured =
    recall === undefined
      ? ''
      : ` Measured recall: ${percentText(recall)} of ${countText(probes ?? 0)} questions.`;
  return `Vectors are kept in ${backend === 'bytes' ? 'the database' : backend}; the search is ${search}.${measured}`;
};

type IndexHealthProps = { readonly index: Generations; readonly vectors: Projection['vectors'] };

/** What each stored generation of the search index holds, side by side. */
export const IndexHealth = ({ index, vectors }: IndexHealthProps) => (
  <Panel title="Generations of the search index" text={vectors === undefined ? undefined : describe(vectors)}>
    {index.some(({ state }) => state === 'waiting') ? (
      <Notice tone="warning">A rebuilt generation waits for a decision; see above.</Notice>
    ) : null}
    <Table
      label="Generations of the search index"
      columns={columns}
      rows={index}
      keyOf={({ generation }) => String(generation)}
      empty={<EmptyState title="Nothing is indexed yet." />}
    />
  </Panel>
);
