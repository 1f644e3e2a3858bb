import { type ReadingNote, readingNotes } from './document-words.ts';
import styles from './reading-notes.module.css';

/** What a person should know of how a file was read; nothing where all went well. */
export const ReadingNotes = ({ reading }: { readonly reading: Parameters<typeof readingNotes>[0] }) => {
  const notes: readonly ReadingNote[] = readingNotes(reading);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map(({ key, text, tone }) => (
        <li key={key} className={tone === 'warning' ? styles.warning : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
};
