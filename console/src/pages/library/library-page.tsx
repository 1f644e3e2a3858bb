import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentNews } from '../../session/use-document-news.ts';
import { useMay } from '../../session/use-session.ts';
import { useUploads } from '../../session/use-uploads.ts';
import { AddDocuments } from './add-documents.tsx';
import { DocumentList } from './document-list.tsx';
import { JobList } from './job-list.tsx';
import { UploadList } from './upload-list.tsx';

/** The documents that answers are made from: adding them, following their indexing, and finding them again. */
export const LibraryPage = () => {
  useDocumentNews();
  const may = useMay();
  const search = useSearch({ from: '/shell/library' });
  const navigate = useNavigate();
  const { uploads } = useUploads();
  const [isAdding, setAdding] = useState(false);
  const mayIngest = may('documents:ingest');
  const documents = { key: 'documents' as const, title: 'Documents', content: <DocumentList /> };
  const jobs = { key: 'jobs' as const, title: 'Indexing jobs', content: <JobList /> };
  return (
    <Page
      title="Library"
      lead="The documents that answers quote, in all their versions."
      actions={
        mayIngest ? (
          <Button
            variant={isAdding ? 'outlined' : 'contained'}
            aria-expanded={isAdding}
            onPress={() => setAdding(!isAdding)}
          >
            {isAdding ? 'Close' : 'Add documents'}
          </Button>
        ) : undefined
      }
    >
      {mayIngest && isAdding ? <AddDocuments /> : null}
      {uploads.length === 0 ? null : <UploadList />}
      {may('indexing:read') ? (
        <Tabs
          label="Library"
          selected={search.view ?? 'documents'}
          onSelect={(view) =>
            void navigate({ to: '/library', search: view === 'jobs' ? { view } : {}, replace: true })
          }
          tabs={[documents, jobs]}
        />
      ) : (
        documents.content
      )}
    </Page>
  );
};
