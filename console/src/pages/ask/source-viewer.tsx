import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { OpenFile } from './open-file.tsx';
import type { Citation, Query } from './query-types.ts';
import { CitationBadges } from './references-list.tsx';
import styles from './source-viewer.module.css';
import { type PagePicture, useObjectUrl, usePagePicture } from './use-page-picture.ts';

/** A page, and the sheet on it for files without pages of their own. */
type Place = { readonly page: number; readonly sheet?: number };

/** The widths of the picture, as multiples of the room for it. */
const ZOOMS = [1, 1.5, 2, 3] as const;
/** Pixels across: enough for a page that fits the column, and for one that is enlarged. */
const WIDTH = { fitting: 1200, enlarged: 2400 } as const;

const unmarked = {
  partly: 'Some of the quoted lines could not be found on the picture, and are not marked.',
  'not-found': 'The quoted lines could not be found on this picture. Compare it with the text of the answer.',
} as const;

const linkOf = ({ docKey, version, pageImages = [] }: Citation, { page, sheet }: Place): string => {
  const link =
    pageImages.find((image) => image.page === page)?.image ??
    `/api/documents/${encodeURIComponent(docKey)}/versions/${version}/pages/${page}/image`;
  return sheet === undefined ? link : `${link}${link.includes('?') ? '&' : '?'}sheet=${sheet}`;
};

const before = ({ sheet }: PagePicture, { page }: Place): Place | undefined => {
  if (sheet > 1) return { page, sheet: sheet - 1 };
  return page > 1 ? { page: page - 1 } : undefined;
};
const after = ({ sheet, sheets, pages }: PagePicture, { page }: Place): Place | undefined => {
  if (sheet < sheets) return { page, sheet: sheet + 1 };
  return page < pages ? { page: page + 1 } : undefined;
};

const placeWords = (place: Place, picture: PagePicture | undefined): string => {
  if (picture === undefined) return `Page ${place.page}`;
  const sheet = picture.sheets > 1 ? `, sheet ${picture.sheet} of ${picture.sheets}` : '';
  return `Page ${place.page} of ${picture.pages}${sheet}`;
};

type PageViewProps = { readonly citation: Citation; readonly first: number };

const PageView = ({ citation, first }: PageViewProps) => {
  const [place, setPlace] = useState<Place>({ page: first });
  const [zoom, setZoom] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const width = zoom === 0 ? WIDTH.fitting : WIDTH.enlarged;
  const { data: picture, error, isPending } = usePagePicture(linkOf(citation, place), width);
  const url = useObjectUrl(picture?.blob);
  const quoted = citation.pageImages ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for the end of the effect.
    frame.current?.scrollTo({ top: 0, left: 0 });
  }, [place]);
  const go = (to: Place | undefined) => ({
    isDisabled: to === undefined,
    onPress: () => {
      if (to !== undefined) setPlace(to);
    },
  });
  const factor = ZOOMS[zoom] ?? 1;
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="Page">
        <Button variant="plain" aria-label="Previous page" {...go(picture && before(picture, place))}>
          ‹
        </Button>
        <span className={styles.place} aria-live="polite">
          {placeWords(place, picture)}
        </span>
        <Button variant="plain" aria-label="Next page" {...go(picture && after(picture, place))}>
          ›
        </Button>
        <span className={styles.space} />
        <Button
          variant="plain"
          aria-label="Zoom out"
          isDisabled={zoom === 0}
          onPress={() => setZoom(zoom - 1)}
        >
          −
        </Button>
        <span className={styles.zoom}>{factor * 100} %</span>
        <Button
          variant="plain"
          aria-label="Zoom in"
          isDisabled={zoom === ZOOMS.length - 1}
          onPress={() => setZoom(zoom + 1)}
        >
          +
        </Button>
      </div>
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
      {error === null ? null : <ErrorNotice error={error} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={frame} className={styles.frame} aria-label="Picture of the page" tabIndex={0}>
        {isPending ? <Progress label="Drawing the page …" /> : null}
        {url === undefined ? null : (
          <img
            className={styles.picture}
            src={url}
            alt={`${placeWords(place, picture)} of ${citation.title}, with the quoted lines marked. The quoted text stands in the answer.`}
            style={{ inlineSize: `${factor * 100}%` }}
          />
        )}
      </section>
    </>
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
              Open at the publisher
            </a>
          ) : null}
        </div>
      )}
    </div>
  );
};
