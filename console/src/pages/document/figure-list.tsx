import type { Figure } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useObjectUrl, usePicture } from '../../components/use-page-picture.ts';
import styles from './figure-list.module.css';
import { type Place, useFigures } from './use-document.ts';
import { useInView } from './use-in-view.ts';

const kindWords: Readonly<Record<Figure['kind'], string>> = {
  picture: 'Picture',
  drawing: 'Drawing',
  flow_chart: 'Flow chart',
};

const FigureCard = ({ figure, onPage }: { readonly figure: Figure; readonly onPage: () => void }) => {
  const [ref, isSeen] = useInView<HTMLElement>();
  const { data: blob, error } = usePicture(figure.url, isSeen);
  const url = useObjectUrl(blob);
  const name = figure.caption ?? `${kindWords[figure.kind]} ${figure.figure}`;
  return (
    <figure ref={ref} className={styles.figure}>
      <div className={styles.frame} style={{ aspectRatio: `${figure.width} / ${figure.height}` }}>
        {url === undefined ? null : <img className={styles.picture} src={url} alt={name} />}
        {error === null ? null : <ErrorNotice error={error} />}
      </div>
      <figcaption className={styles.caption}>
        <span>{name}</span>
        <span className={styles.kind}>{kindWords[figure.kind]}</span>
        <Button variant="plain" aria-label={`Page ${figure.page}, with ${name}`} onPress={onPage}>
          Page {figure.page}
        </Button>
      </figcaption>
    </figure>
  );
};

type Props = { readonly place: Place; readonly onPage: (page: number) => void };

/** The figures of a version, each with the page that it stands on. */
export const FigureList = ({ place, onPage }: Props) => {
  const query = useFigures(place);
  const { data: figures, error, isPending } = query;
  if (error !== null) return <ReadFailure query={query} />;
  if (isPending) return <Progress label="Loading the figures …" />;
  if (figures.length === 0) return <EmptyState title="This version has no figures" />;
  return (
    <div className={styles.list}>
      {figures.map((figure) => (
        <FigureCard key={figure.figure} figure={figure} onPage={() => onPage(figure.page)} />
      ))}
    </div>
  );
};
