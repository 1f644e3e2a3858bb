import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { OpenFile } from '../../components/open-file.tsx';
import { type PagePlace, PageViewer } from '../../components/page-viewer.tsx';
import type { Citation, Query } from './query-types.ts';
import { CitationBadges } from './references-list.tsx';
import styles from './source-viewer.module.css';

const unmarked = {
  partly: 'Some of the quoted lines could not be found on the picture, and are not marked.',
  'not-found': 'The quoted lines could not be found on this picture. Compare it with the text of the answer.',
} as const;

const linkOf = ({ docKey, version, pageImages = [] }: Citation, page: number): string =>
  pageImages.find((image) => image.page === page)?.image ??
  `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/pages/${page}/image`;

type PageViewProps = { readonly citation: Citation; readonly first: number };

const PageView = ({ citation, first }: PageViewProps) => {
  const [place, setPlace] = useState<PagePlace>({ page: first });
  const quoted = citation.pageImages ?? [];
  return (
    <PageViewer
      place={place}
      onPlace={setPlace}
      link={linkOf(citation, place.page)}
      of={`${citation.title}, with the quoted lines marked. The quoted text stands in the answer.`}
    >
      {(picture) => (
        <>
          {quoted.length < 2 ? null : (
            <div className={styles.quoted}>
              <span>Quoted pages:</span>
              {quoted.map(({ page }) => (
                <Button
                  key={page}
                  variant={page === place.page ? 'outlined' : 'plain'}
                  aria-label={`Quoted page ${page}`}
                  onPress={() => setPlace({ page })}
                >
                  {page}
                </Button>
              ))}
            </div>
          )}
          {picture?.marks === 'partly' || picture?.marks === 'not-found' ? (
            <Notice tone="warning">{unmarked[picture.marks]}</Notice>
          ) : null}
        </>
      )}
    </PageViewer>
  );
};

type Props = {
  readonly citation: Citation;
  readonly toolCalls: Query['toolCalls'];
  readonly onClose: () => void;
};

/** A source beside the answer: the picture of the page with the quoted lines marked, or what is known of an external one. */
export const SourceViewer = ({ citation, toolCalls, onClose }: Props) => {
  const { n, title, section, docKey, version, url } = citation;
  const first = citation.pageImages?.[0]?.page ?? citation.pages[0] ?? 1;
  const isOwn = citation.source === undefined;
  return (
    <div className={styles.viewer}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <span className={styles.number}>{n}</span> {title}
          </h2>
          {section === '' ? null : <p className={styles.section}>{section}</p>}
          <CitationBadges citation={citation} toolCalls={toolCalls} />
        </div>
        {isOwn ? <OpenFile docKey={docKey} version={version} fileName={citation.fileName} /> : null}
        <Button variant="plain" aria-label="Close the source" onPress={onClose}>
          ✕
        </Button>
      </header>
      {isOwn ? (
        <PageView key={`${docKey} ${version} ${n}`} citation={citation} first={first} />
      ) : (
        <div className={styles.external}>
          <blockquote>{citation.excerpt}</blockquote>
          {url !== undefined && /^https?:/.test(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              Open on the publisher’s site
            </a>
          ) : null}
        </div>
      )}
    </div>
  );
};
