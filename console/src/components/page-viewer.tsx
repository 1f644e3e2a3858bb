import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './page-viewer.module.css';
import { Progress } from './progress.tsx';
import { type PagePicture, useObjectUrl, usePagePicture } from './use-page-picture.ts';

/** A page, and the sheet on it for files without pages of their own. */
export type PagePlace = { readonly page: number; readonly sheet?: number | undefined };

/** The widths of the picture, as multiples of the room for it. */
const ZOOMS = [1, 1.5, 2, 3] as const;
/** Pixels across: enough for a page that fits the column, and for one that is enlarged. */
const WIDTH = { fitting: 1200, enlarged: 2400 } as const;

const before = ({ sheet }: PagePicture, { page }: PagePlace): PagePlace | undefined => {
  if (sheet > 1) return { page, sheet: sheet - 1 };
  return page > 1 ? { page: page - 1 } : undefined;
};
const after = ({ sheet, sheets, pages }: PagePicture, { page }: PagePlace): PagePlace | undefined => {
  if (sheet < sheets) return { page, sheet: sheet + 1 };
  return page < pages ? { page: page + 1 } : undefined;
};

const placeWords = (place: PagePlace, picture: PagePicture | undefined): string => {
  if (picture === undefined) return `Page ${place.page}`;
  const sheet = picture.sheets > 1 ? `, sheet ${picture.sheet} of ${picture.sheets}` : '';
  return `Page ${place.page} of ${picture.pages}${sheet}`;
};

type Props = {
  readonly place: PagePlace;
  readonly onPlace: (place: PagePlace) => void;
  /** The link to the picture of the page, without its sheet. */
  readonly link: string;
  /** What the picture shows, for people who do not see it. */
  readonly of: string;
  /** Shown between the bar and the picture. */
  readonly children?: ((picture: PagePicture | undefined) => ReactNode) | undefined;
};

/** The picture of a page, with buttons to turn pages and to enlarge it. */
export const PageViewer = ({ place, onPlace, link, of, children }: Props) => {
  const [zoom, setZoom] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const width = zoom === 0 ? WIDTH.fitting : WIDTH.enlarged;
  const sheet = place.sheet === undefined ? '' : `${link.includes('?') ? '&' : '?'}sheet=${place.sheet}`;
  const { data: picture, error, isPending } = usePagePicture(`${link}${sheet}`, width);
  const url = useObjectUrl(picture?.blob);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for the end of the effect.
    frame.current?.scrollTo({ top: 0, left: 0 });
  }, [place.page, place.sheet]);
  const go = (to: PagePlace | undefined) => ({
    isDisabled: to === undefined,
    onPress: () => {
      if (to !== undefined) onPlace(to);
    },
  });
  const factor = ZOOMS[zoom] ?? 1;
  return (
    <div className={styles.viewer}>
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
      {children?.(picture)}
      {error === null ? null : <ErrorNotice error={error} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={frame} className={styles.frame} aria-label="Picture of the page" tabIndex={0}>
        {isPending ? <Progress label="Drawing the page …" /> : null}
        {url === undefined ? null : (
          <img
            className={styles.picture}
            src={url}
            alt={`${placeWords(place, picture)} of ${of}`}
            style={{ inlineSize: `${factor * 100}%` }}
          />
        )}
      </section>
    </div>
  );
};
