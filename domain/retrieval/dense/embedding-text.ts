import type { Passage } from '../passage.ts';

/** What of a passage goes into its embedding. */
type Embeddable = Pick<Passage, 'title' | 'sectionPath' | 'contentType' | 'text'>;

/**
 * The text that is embedded for a passage: its document's title, its section and its kind before its own words, so
 * that a passage that does not repeat its subject is still found by it (protocol guide, "Embedding Text Generation").
 *
 * @param maxCharacters the longest input of the embedding model; the passage's text is cut, its context is not
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
