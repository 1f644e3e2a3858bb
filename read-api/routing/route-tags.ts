/** The groups of routes and their descriptions. */
export const tags = {
  Commands: 'Everything that changes something. Each answers with the log position that it reached.',
  Documents: 'The catalogue: documents, their versions, and what each version says.',
  Indexing: 'The jobs that make documents searchable.',
  Search: 'Passages without an answer.',
  Consultation: 'Questions with their answers, and conversations.',
  Tools: 'Tools that a model may call and a person may stop.',
  Feedback: 'What people say of answers.',
  Audit: 'Who did and read what, for compliance officers.',
  Erasure: 'Erasing a person or a document for good, and what forbids it.',
  Streams: 'Server-Sent Events: what happens, as it happens.',
  Operations: 'For those who keep the installation running.',
} as const;

export type Tag = keyof typeof tags;
