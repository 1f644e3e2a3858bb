-- additive: only a new table
-- How the vectors of each generation of the search index are searched, for all nodes: by a graph with so many candidates
-- (ef), or by comparing every vector (ef is null), and what that was decided by.
create table coordination.vector_search (
  generation  text             primary key,
  vectors     bigint           not null,
  ef          integer,
  reason      text             not null,
  recall      double precision,
  probes      integer          not null,
  measured_at timestamptz      not null default now(),
  check (ef > 0),
  check (recall between 0 and 1)
);
