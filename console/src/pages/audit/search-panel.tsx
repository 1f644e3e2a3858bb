import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { WithReason } from './access-reason.tsx';

type SearchPanelProps<Wanted> = {
  readonly title: string;
  readonly text: string;
  /** The form, which reports what is asked for. */
  readonly form: (onSubmit: (wanted: Wanted) => void) => ReactNode;
  /** Shown before anything is asked for. */
  readonly before: { readonly title: string; readonly text: string };
  readonly children: (wanted: Wanted, reason: string) => ReactNode;
};

/**
 * A search in other people's data: asks for the reason, then for what is wanted. That is kept in memory only, because the
 * name of a person must not get into an address.
 */
export const SearchPanel = <Wanted,>({ title, text, form, before, children }: SearchPanelProps<Wanted>) => {
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <WithReason>
      {(reason) => (
        <Panel title={title} text={text}>
          {form(setWanted)}
          {wanted === undefined ? (
            <EmptyState title={before.title}>
              <p>{before.text}</p>
            </EmptyState>
          ) : (
            children(wanted, reason)
          )}
        </Panel>
      )}
    </WithReason>
  );
};
