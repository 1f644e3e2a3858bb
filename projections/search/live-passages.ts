/**
 * The passages that can be found, as a relation for SQL with the columns of their table: those of the version of each
 * document that is live. A row's own `live` says so only between changes, as the rows of a large document are written
 * before the transaction that lets it be found.
 */
export const livePassages = (schema: string): string =>
  `(select p.* from "${schema}".passages as p
      join "${schema}".documents as d on d.doc_key = p.doc_key and d.version = p.version) as live_passages`;
