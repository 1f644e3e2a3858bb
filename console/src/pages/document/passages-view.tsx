import { useState } from 'react';
import type { Chunk } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageViewer } from '../../components/page-viewer.tsx';
import { Progress } from '../../components/progress.tsx';
import styles from './passages-view.module.css';
import { type Place, usePages, usePassages } from './use-document.ts';

type PassageProps = {
  readonly passage: Chunk;
  readonly isMarked: boolean;
  readonly onMark: () => void;
};

const PassageCard = ({ passage, isMarked, onMark }: PassageProps) => {
  const { index, section, text, isTable, flowChart, live, tokens, pages } = passage;
  return (
    <li className={styles.passage} data-marked={isMarked}>
      <div className={styles.head}>
        <span className={styles.section}>
          {index + 1}
          {section === '' ? '' : ` · ${section}`}
        </span>
        <Button
          variant="plain"
          aria-pressed={isMarked}
          aria-label={isMarked ? `Marked: passage ${index + 1}` : `Mark passage ${index + 1} on the page`}
          onPress={onMark}
        >
          {isMarked ? 'Marked' : 'Mark'}
        </Button>
      </div>
      <p className={isTable ? styles.table : styles.text}>{text}</p>
      <div className={styles.facts}>
        {live ? null : <Badge>Not searched</Badge>}
        {isTable ? <Badge tone="accent">Table</Badge> : null}
        {flowChart ? <Badge tone="warning">Flow chart: see the picture</Badge> : null}
        {pages.length > 1 ? <Badge>{`Pages ${pages[0]}–${pages.at(-1)}`}</Badge> : null}
        {tokens === undefined ? null : <span>{tokens} tokens</span>}
      </div>
    </li>
  );
};

/** How the page was read, where that matters. */
const PageReading = ({ place, page }: { readonly place: Place; readonly page: number }) => {
  const { data } = usePages(place, true);
  const facts = data?.items.find((item) => item.page === page);
  if (facts === undefined || facts.ocrConfidence === undefined) return null;
  const percent = Math.round(facts.ocrConfidence * 100);
  return (
    <Notice tone={percent < 80 ? 'warning' : 'info'}>
      This page was read by OCR with {percent} % confidence. Compare the passages with the picture.
    </Notice>
  );
};

type Props = {
  readonly place: Place;
  readonly title: string;
  readonly isIndexed: boolean;
  readonly failedPages: readonly number[];
  readonly page: number;
  readonly onPage: (page: number) => void;
};

/** A page beside the passages that were cut from it. */
export const PassagesView = ({ place, title, isIndexed, failedPages, page, onPage }: Props) => {
  const [sheet, setSheet] = useState<number>();
  const [marked, setMarked] = useState<string>();
  const { passages, error, isPending } = usePassages(place, page, isIndexed);
  const highlight = passages.some(({ chunkId }) => chunkId === marked) ? marked : undefined;
  const path = `/api/documents/${encodeURIComponent(place.docKey)}/versions/${place.version}/pages/${page}/image`;
  const link = highlight === undefined ? path : `${path}?highlight=${encodeURIComponent(highlight)}`;
  const show = (to: { readonly page: number; readonly sheet?: number | undefined }): void => {
    setSheet(to.sheet);
    if (to.page !== page) onPage(to.page);
  };
  return (
    <div className={styles.view}>
      <div className={styles.picture}>
        {failedPages.length === 0 ? null : (
          <div className={styles.failed}>
            <span>Pages that could not be read:</span>
            {failedPages.slice(0, 30).map((failed) => (
              <Button
                key={failed}
                variant={failed === page ? 'outlined' : 'plain'}
                aria-label={`Page ${failed}, which could not be read`}
                onPress={() => show({ page: failed })}
              >
                {failed}
              </Button>
            ))}
          </div>
        )}
        <PageViewer place={{ page, sheet }} onPlace={show} link={link} of={title}>
          {(picture) =>
            highlight !== undefined && picture?.marks === 'not-found' ? (
              <Notice tone="warning">The passage could not be found on this picture.</Notice>
            ) : null
          }
        </PageViewer>
      </div>
      <section className={styles.passages} aria-label={`Passages of page ${page}`}>
        <h3>Passages of page {page}</h3>
        <PageReading place={place} page={page} />
        {error === null ? null : <ErrorNotice error={error} />}
        {isPending && error === null ? <Progress label="Loading the passages …" /> : null}
        {!isPending && error === null && passages.length === 0 ? (
          <EmptyState title={isIndexed ? 'This page has no passages' : 'This version is not indexed'} />
        ) : null}
        <ol className={styles.list}>
          {passages.map((passage) => (
            <PassageCard
              key={passage.chunkId}
              passage={passage}
              isMarked={passage.chunkId === marked}
              onMark={() => setMarked(passage.chunkId === marked ? undefined : passage.chunkId)}
            />
          ))}
        </ol>
      </section>
    </div>
  );
};
