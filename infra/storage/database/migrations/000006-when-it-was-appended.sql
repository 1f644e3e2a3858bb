-- additive: nothing of before uses the function
-- When an event was recorded that the same statement has just appended: of a function that is not volatile, the statement
-- would not see it. A process that is told so need not read back what it appends.
create function event_log.recorded_at(at bigint) returns timestamptz
language plpgsql volatile as $$
begin
  return (select e.recorded_at from event_log.events e where e.position = at);
end $$;
