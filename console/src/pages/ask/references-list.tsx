import { Badge } from '../../components/badge.tsx';
import { CitationMark, type Marking } from './citation-mark.tsx';
import { type Citation, type Query, sourceNames } from './query-types.ts';
import styles from './references-list.module.css';

/** Below this confidence the text read from a scan is worth comparing with the picture. */
const DOUBTFUL_OCR = 0.9;

const gradesOf = ({ recommendations = [] }: Citation): readonly string[] => [
  ...new Set(
    recommendations.flatMap(({ recommendationClass, evidenceLevel }) => [
      ...(recommendationClass === undefined ? [] : [`Class ${recommendationClass}`]),
      ...(evidenceLevel === undefined ? [] : [`Evidence ${evidenceLevel}`]),
    ]),
  ),
];

const dateOf = ({ effectiveDate, lastUpdated, publicationYear }: Citation): string | undefined =>
  effectiveDate ?? lastUpdated ?? publicationYear?.toString();

type BadgesProps = { readonly citation: Citation; readonly toolCalls: Query['toolCalls'] };

/** Names an external source, or the tool that returned the text; `undefined` for own documents. */
const originOf = ({ citation: { source, toolCallId }, toolCalls }: BadgesProps): string | undefined => {
  if (source === undefined) return undefined;
  const tool = toolCalls.find((call) => call.toolCallId === toolCallId)?.tool;
  return tool === undefined ? sourceNames[source] : `Tool ${tool}`;
};

/** What one should know of a source before one relies on it. */
export const CitationBadges = ({ citation, toolCalls }: BadgesProps) => {
  const { ocrConfidence } = citation;
  const origin = originOf({ citation, toolCalls });
  const date = dateOf(citation);
  return (
    <span className={styles.badges}>
      {origin === undefined ? null : <Badge tone="warning">{origin}: not checked by your organization</Badge>}
      {gradesOf(citation).map((grade) => (
        <Badge key={grade} tone="accent">
          {grade}
        </Badge>
      ))}
      {date === undefined ? null : <Badge>{date}</Badge>}
      {ocrConfidence !== undefined && ocrConfidence < DOUBTFUL_OCR ? (
        <Badge tone="warning">Read from a scan, {Math.round(ocrConfidence * 100)} % confidence</Badge>
      ) : null}
    </span>
  );
};

const Formatted = ({ text, italic }: { readonly text: string; readonly italic: string | undefined }) => {
  const at = italic === undefined ? -1 : text.indexOf(italic);
  if (italic === undefined || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <i>{italic}</i>
      {text.slice(at + italic.length)}
    </>
  );
};

type Props = {
  readonly marking: Marking;
  /** Shows the quoted text as well, for a list beside the answer. */
  readonly withExcerpts?: boolean;
};

/** The sources of an answer, in the citation style that the person prefers. */
export const ReferencesList = ({ marking, withExcerpts = false }: Props) => {
  const { citations, references } = marking;
  if (references.items.length === 0) return null;
  return (
    <section aria-label="Sources" className={styles.references}>
      <h3>Sources</h3>
      <ol className={styles.list}>
        {references.items.map(({ n, formatted, italic, url }) => {
          const citation = citations.find((one) => one.n === n);
          return (
            <li key={n} className={styles.item}>
              <CitationMark
                n={n}
                marking={{ ...marking, references: { ...references, display: 'sidebar' } }}
              />
              <div className={styles.words}>
                <span>
                  <Formatted text={formatted} italic={italic} />
                </span>
                {url !== undefined && /^https?:/.test(url) ? (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {url}
                  </a>
                ) : null}
                {citation === undefined ? null : (
                  <CitationBadges citation={citation} toolCalls={marking.toolCalls} />
                )}
                {withExcerpts && citation !== undefined ? (
                  <blockquote className={styles.excerpt}>{citation.excerpt}</blockquote>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
