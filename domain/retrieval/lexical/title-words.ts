import type { Passage } from '../passage.ts';

/**
 * The words that name a document: its title and its file name, the latter without extension and with run-together words
 * split ("Ref502-PatientDestination.pdf" gives "Ref502 Patient Destination").
 */
export const titleWords = (document: Pick<Passage, 'title' | 'fileName'>): string => {
  const name = document.fileName
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace(/_/g, ' ');
  return `${document.title} ${name.replace(/-(?=[A-Z][a-z])/g, ' ')}`;
};
