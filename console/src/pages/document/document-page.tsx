import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { DocumentVersion, Document as LibraryDocument } from '../../../../client/index.ts';
import { OpenFile } from '../../components/open-file.tsx';
import { Page } from '../../components/page.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentNews } from '../../session/use-document-news.ts';
import { DocumentActions } from './document-actions.tsx';
import styles from './document-page.module.css';
import type { DocumentSearch, DocumentView } from './document-search.ts';
import { DocumentSummary } from './document-summary.tsx';
import { FigureList } from './figure-list.tsx';
import { PassagesView } from './passages-view.tsx';
import { useDocument, useVersions } from './use-document.ts';
import { VersionList } from './version-list.tsx';

type ContentProps = {
  readonly document: LibraryDocument;
  readonly versions: readonly DocumentVersion[];
  readonly search: DocumentSearch;
};

const Content = ({ document, versions, search }: ContentProps) => {
  const navigate = useNavigate();
  const { docKey } = document;
  const number = search.version ?? document.liveVersion ?? document.version;
  const version = versions.find((candidate) => candidate.version === number);
  const go = (changed: DocumentSearch, replace = true): void =>
    void navigate({
      to: '/library/$docKey',
      params: { docKey },
      search: { ...search, ...changed },
      replace,
      resetScroll: false,
    });
  const place = { docKey, version: number };
  const tabs: readonly {
    readonly key: DocumentView;
    readonly title: string;
    readonly content: React.ReactNode;
  }[] = [
    {
      key: 'passages',
      title: 'Pages and passages',
      content: (
        <PassagesView
          key={number}
          place={place}
          title={version?.title ?? document.title}
          isIndexed={version === undefined || version.indexedAt !== null}
          failedPages={version?.failedPages ?? []}
          page={search.page ?? 1}
          onPage={(page) => go({ page })}
        />
      ),
    },
    {
      key: 'figures',
      title: 'Figures',
      content: <FigureList place={place} onPage={(page) => go({ view: 'passages', page }, false)} />,
    },
    {
      key: 'versions',
      title: `Versions (${versions.length})`,
      content: (
        <VersionList
          versions={versions}
          shown={number}
          onShow={(shown) => go({ version: shown, page: 1, view: 'passages' }, false)}
        />
      ),
    },
  ];
  return (
    <>
      <DocumentSummary document={document} version={version} number={number} />
      <Tabs
        label="Document"
        selected={search.view ?? 'passages'}
        onSelect={(view) => go({ view })}
        tabs={tabs}
      />
    </>
  );
};

/** One document: what is known of it, its pages beside the passages that were cut from them, figures and versions. */
export const DocumentPage = () => {
  useDocumentNews();
  const { docKey } = useParams({ from: '/shell/library/$docKey' });
  const search = useSearch({ from: '/shell/library/$docKey' });
  const query = useDocument(docKey);
  const { data: document, error } = query;
  const versions = useVersions(docKey);
  const listed = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = search.version ?? document?.liveVersion ?? document?.version;
  const version = listed.find((candidate) => candidate.version === shown);
  return (
    <Page
      title="Document"
      lead={
        <Link to="/library" className={styles.back}>
          ‹ All documents
        </Link>
      }
      actions={
        document === undefined ? undefined : (
          <>
            {version === undefined ? null : (
              <OpenFile docKey={docKey} version={version.version} fileName={version.fileName} />
            )}
            <DocumentActions document={document} />
          </>
        )
      }
    >
      <ReadFailure query={query} />
      {error === null ? <ReadFailure query={versions} /> : null}
      {document === undefined && error === null ? <Progress label="Loading the document …" /> : null}
      {document === undefined || versions.data === undefined ? null : (
        <Content document={document} versions={listed} search={search} />
      )}
    </Page>
  );
};
