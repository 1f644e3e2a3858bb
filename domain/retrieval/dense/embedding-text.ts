import type { Passage } from '../passage.ts';

/** The parts of a passage that are embedded. */
type Embeddable = Pick<Passage, 'title' | 'sectionPath' | 'contentType' | 'text'>;

/**
 * The text to embed for a passage: its document's title, its section and its content type precede its own words, so
 * that a passage that does not repeat its subject is still found by it (protocol guide, "Embedding Text Generation").
 *
 * @param maxCharacters the longest input of the embedding model; the passage's text is truncated, its context is not
 */
export const embeddingTextOf = (passage: Embeddable, maxCharacters = 8000): string =>
  [
    `Protocol: ${passage.title}`,
    passage.sectionPath.length > 0 ? `Section: ${passage.sectionPath.join(' > ')}` : '',
    passage.contentType === 'general' ? '' : `Type: ${passage.contentType}`,
    passage.text,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, maxCharacters)
    .toWellFormed();
