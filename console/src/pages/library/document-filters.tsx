import { useNavigate } from '@tanstack/react-router';
import { choices } from '../../../../client/choices.generated.ts';
import { Button } from '../../components/button.tsx';
import { documentStatusWords, sourceTypeWords } from '../../components/document-words.ts';
import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type LibrarySearch, readLibrarySearch } from './library-search.ts';
import styles from './lists.module.css';
import { TypedFilter } from './typed-filter.tsx';

const all = { value: '' as const, label: 'All' };
const statuses = [
  all,
  ...choices.listDocuments.status.map((value) => ({ value, label: documentStatusWords[value].text })),
];
const kinds = [
  all,
  ...choices.listDocuments.sourceType.map((value) => ({ value, label: sourceTypeWords[value] })),
];

type Props = {
  readonly search: LibrarySearch;
  /** Kept out of the address, unlike the other filters. */
  readonly title: string;
  readonly onTitle: (title: string) => void;
};

/** What narrows the list of documents. */
export const DocumentFilters = ({ search, title, onTitle }: Props) => {
  const navigate = useNavigate();
  const set = (changed: Record<string, string>): void =>
    void navigate({
      to: '/library',
      search: readLibrarySearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const isFiltered = title !== '' || Object.keys(search).length > 0;
  const hasMore = [search.specialty, search.stateCode, search.effectiveFrom, search.effectiveTo].some(
    (value) => value !== undefined,
  );
  return (
    <search className={styles.filters}>
      <Field label="Title contains" value={title} onChange={onTitle} maxLength={200} type="search" />
      <SelectField
        label="Status"
        value={search.status ?? ''}
        options={statuses}
        onChange={(status) => set({ status })}
      />
      <SelectField
        label="Kind"
        value={search.sourceType ?? ''}
        options={kinds}
        onChange={(sourceType) => set({ sourceType })}
      />
      <details className={styles.more} open={hasMore || undefined}>
        <summary>More filters</summary>
        <div className={styles.filters}>
          <TypedFilter
            label="Specialty"
            value={search.specialty}
            onChange={(specialty) => set({ specialty })}
          />
          <TypedFilter
            label="State"
            value={search.stateCode}
            onChange={(stateCode) => set({ stateCode: stateCode.toUpperCase() })}
            maxLength={2}
          />
          <TypedFilter
            label="In force since"
            type="date"
            value={search.effectiveFrom}
            onChange={(effectiveFrom) => set({ effectiveFrom })}
          />
          <TypedFilter
            label="In force until"
            type="date"
            value={search.effectiveTo}
            onChange={(effectiveTo) => set({ effectiveTo })}
          />
        </div>
      </details>
      {isFiltered ? (
        <Button
          variant="plain"
          onPress={() => {
            onTitle('');
            void navigate({ to: '/library', search: {}, replace: true });
          }}
        >
          Clear the filters
        </Button>
      ) : null}
    </search>
  );
};
