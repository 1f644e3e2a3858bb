/* biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of an answer have no identity but their place, and never change places. */
import { Fragment } from 'react';
import { type AnswerBlock, type Inline, readAnswerBlocks, readInline } from './answer-blocks.ts';
import styles from './answer-text.module.css';
import { CitationMark, type Marking } from './citation-mark.tsx';

type InlinesProps = { readonly content: readonly Inline[]; readonly marking: Marking };

const Inlines = ({ content, marking }: InlinesProps) =>
  content.map((piece, index) => {
    const key = `${index}`;
    if (piece.kind === 'marks')
      return piece.numbers.map((n) => <CitationMark key={`${key}-${n}`} n={n} marking={marking} />);
    if (piece.kind === 'strong') return <strong key={key}>{piece.text}</strong>;
    return <Fragment key={key}>{piece.text}</Fragment>;
  });

type BlockProps = { readonly block: AnswerBlock; readonly marking: Marking };

const Block = ({ block, marking }: BlockProps) => {
  switch (block.kind) {
    case 'source':
      return (
        <h3 className={styles.source}>
          <Inlines content={block.content} marking={marking} />
        </h3>
      );
    case 'gap':
      return (
        <p className={styles.gap} title="Left out here; see the page">
          […]
        </p>
      );
    case 'item':
      return (
        <p className={styles.item} style={{ marginInlineStart: `${block.depth * 1.25}rem` }}>
          <span className={styles.marker}>{block.marker}</span>
          <span>
            <Inlines content={block.content} marking={marking} />
          </span>
        </p>
      );
    case 'table':
      return <AnswerTable head={block.head} rows={block.rows} marking={marking} />;
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            <Fragment key={`${index}`}>
              {index === 0 ? null : <br />}
              <Inlines content={line} marking={marking} />
            </Fragment>
          ))}
        </p>
      );
  }
};

type AnswerTableProps = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly marking: Marking;
};

const AnswerTable = ({ head, rows, marking }: AnswerTableProps) => {
  const known = new Set(marking.citations.map(({ n }) => n));
  const cell = (text: string) => <Inlines content={readInline(text, known)} marking={marking} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.frame} aria-label="Table from the source" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((text, column) => (
              <th key={`${column}`} scope="col">
                {cell(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${index}`}>
              {row.map((text, column) => (
                <td key={`${column}`}>{cell(text)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The text of an answer, with the marks of its citations as buttons. */
export const AnswerText = ({ text, marking }: { readonly text: string; readonly marking: Marking }) => {
  const known = new Set(marking.citations.map(({ n }) => n));
  return (
    <div className={styles.answer}>
      {readAnswerBlocks(text, known).map((block, index) => (
        <Block key={`${index}`} block={block} marking={marking} />
      ))}
    </div>
  );
};
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */
