/** The groups of routes and their descriptions. */
export const tags = {
  Commands: 'Commands that change state. Each returns the log position that it reached.',
  Documents: 'The catalogue: documents, their versions and their contents.',
  Indexing: 'The jobs that make documents searchable.',
  Search: 'Passages without an answer.',
  Consultation: 'Questions with their answers, and conversations.',
  Tools: 'Tools that a model may call and a person may stop.',
  Feedback: 'Feedback on answers.',
  Audit: 'Who did what and read what, for compliance officers.',
  Erasure: 'Permanent erasure of persons and documents, and holds that prevent it.',
  Streams: 'Server-Sent Events: notifications in real time.',
  Operations: 'For operators of the installation.',
} as const;

export type Tag = keyof typeof tags;
