import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Document } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { documentStatusWords, sourceTypeWords } from '../../components/document-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FileName } from '../../components/file-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { ReadingNotes } from '../../components/reading-notes.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { DOCUMENTS, newsOf } from '../../session/use-document-news.ts';
import { useApi, useMay } from '../../session/use-session.ts';
import { DocumentFilters } from './document-filters.tsx';
import type { LibrarySearch } from './library-search.ts';
import styles from './lists.module.css';

/** A page of the list; longer lists are loaded on demand. */
const PAGE = 100;

const columns: readonly Column<Document>[] = [
  {
    key: 'title',
    title: 'Document',
    cell: ({ docKey, title, fileName }) => (
      <div className={styles.name}>
        <Link to="/library/$docKey" params={{ docKey }}>
          {title}
        </Link>
        {fileName === title ? null : (
          <span className={styles.second}>
            <FileName name={fileName} />
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status, lastJobState, containsPhi, duplicateOf }) => (
      <div className={styles.badges}>
        <Badge tone={documentStatusWords[status].tone}>{documentStatusWords[status].text}</Badge>
        {status === 'searchable' && lastJobState === 'FAILED' ? (
          <Badge tone="danger">Newest version failed</Badge>
        ) : null}
        {containsPhi ? <Badge tone="warning">Names patients</Badge> : null}
        {duplicateOf === undefined ? null : <Badge tone="warning">Duplicate</Badge>}
      </div>
    ),
  },
  { key: 'type', title: 'Kind', cell: ({ sourceType }) => sourceTypeWords[sourceType] },
  { key: 'version', title: 'Version', isNumber: true, cell: ({ version }) => version },
  { key: 'pages', title: 'Pages', isNumber: true, cell: ({ pages }) => pages ?? '–' },
  { key: 'chunks', title: 'Passages', isNumber: true, cell: ({ chunks }) => chunks ?? '–' },
  {
    key: 'notes',
    title: 'Notes',
    cell: (document) => (
      <div className={styles.notes}>
        <ReadingNotes reading={document} />
        {document.duplicateOf === undefined ? null : (
          <span className={styles.second}>
            The same file as{' '}
            <Link to="/library/$docKey" params={{ docKey: document.duplicateOf }}>
              {document.duplicateOf}
            </Link>
          </span>
        )}
      </div>
    ),
  },
  { key: 'effective', title: 'In force from', cell: ({ effectiveDate }) => effectiveDate ?? '–' },
  { key: 'added', title: 'Added', cell: ({ addedAt }) => <Moment at={addedAt} /> },
];

const useDocuments = ({ view: _, state: __, ...filters }: LibrarySearch, title: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [DOCUMENTS, 'list', filters, title],
    queryFn: ({ pageParam, signal }) =>
      api.post('/api/documents', {
        query: { after: newsOf(api) },
        body: { ...filters, title: title === '' ? undefined : title, cursor: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
};

/** The catalogue with its filters. */
export const DocumentList = () => {
  const search = useSearch({ from: '/shell/library' });
  const [title, setTitle] = useState('');
  const query = useDocuments(search, title.trim());
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const isFiltered = title.trim() !== '' || Object.values(search).some((value) => value !== undefined);
  const may = useMay();
  return (
    <>
      <DocumentFilters search={search} title={title} onTitle={setTitle} />
      <ReadFailure query={query} />
      {isPending ? <Progress label="Loading the documents …" /> : null}
      {data === undefined ? null : (
        <Table
          label="Documents"
          columns={columns}
          rows={data.pages.flatMap(({ documents }) => documents)}
          keyOf={({ docKey }) => docKey}
          empty={
            isFiltered ? (
              <EmptyState title="No document matches the filters">
                <p>Change or clear them to see more.</p>
              </EmptyState>
            ) : (
              <EmptyState title="There are no documents yet">
                <p>
                  Answers are made from the documents here.{' '}
                  {may('documents:ingest') ? 'Add the first ones.' : 'Ask an administrator to add them.'}
                </p>
              </EmptyState>
            )
          }
          more={hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : undefined}
        />
      )}
    </>
  );
};
