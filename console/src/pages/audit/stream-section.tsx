import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { StreamReplay } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { counted } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader, WithReason } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { momentOf } from './audit-search.ts';
import { JsonText } from './json-text.tsx';
import { readOnce } from './read-once.ts';

type StoredEvent = StreamReplay['events'][number];

const route = getRouteApi('/shell/audit/streams/$streamId');

const Content = ({ event }: { readonly event: StoredEvent }) =>
  'unreadable' in event ? (
    <Notice tone="warning" title="This version of the program cannot read the event">
      {event.unreadable.message}
    </Notice>
  ) : (
    <details>
      <summary>Content</summary>
      <JsonText value={{ data: event.data, metadata: event.metadata }} />
    </details>
  );

const chainLink = (event: StoredEvent) =>
  'unreadable' in event ? null : (
    <Link
      to="/audit/chains/$correlationId"
      params={{ correlationId: event.metadata.correlationId }}
      search={{ event: event.id }}
    >
      Causes
    </Link>
  );

type EventItemProps = { readonly event: StoredEvent; readonly isLater: boolean };

const EventItem = ({ event, isLater }: EventItemProps) => (
  <li className={styles.item} data-later={isLater}>
    <span className={styles.row}>
      <Badge>{event.revision}</Badge>
      <span className={styles.name}>{event.type}</span>
      <span className={styles.muted}>
        <Moment at={event.recordedAt} /> · event {event.position}
        {'unreadable' in event ? '' : ` · ${event.metadata.actor.id}`}
      </span>
      {isLater ? <Badge tone="accent">since then</Badge> : null}
      {chainLink(event)}
    </span>
    <Content event={event} />
  </li>
);

type ReplayProps = { readonly streamId: string; readonly reason: string; readonly asOf: string | undefined };

const useThen = ({ streamId, reason, asOf }: ReplayProps) => {
  const api = useApi();
  return useQuery({
    queryKey: ['stream-then', streamId, asOf, reason],
    enabled: asOf !== undefined,
    queryFn: async ({ signal }) => {
      const { asOf: position } = await api.get('/api/audit/streams/{streamId}', {
        path: { streamId },
        query: { asOf, limit: 1 },
        headers: reasonHeader(reason),
        signal,
      });
      return position;
    },
    ...readOnce,
  });
};

const Replay = (props: ReplayProps) => {
  const { streamId, reason, asOf } = props;
  const api = useApi();
  const then = useThen(props);
  const now = useInfiniteQuery({
    queryKey: ['stream', streamId, reason],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.getAnswer('/api/audit/streams/{streamId}', {
        path: { streamId },
        query: { cursor },
        headers: reasonHeader(reason),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata.nextCursor,
    ...readOnce,
  });
  return (
    <QueryResult query={now} loading="Replaying …">
      {({ pages }) => {
        const events = pages.flatMap(({ data }) => data.events);
        const until = asOf === undefined ? undefined : then.data;
        const later = until === undefined ? 0 : events.filter(({ position }) => position > until).length;
        return (
          <>
            {asOf === undefined ? null : (
              <QueryResult query={then} loading="Looking up the moment …">
                {(position) => (
                  <Notice
                    title={`Then: ${counted(events.length - later, 'event')}. Now: ${counted(events.length, 'event')}.`}
                  >
                    That moment is after event {position} of the log. What was added since is marked.
                  </Notice>
                )}
              </QueryResult>
            )}
            <ol className={styles.list} aria-label="Events of the stream">
              {events.map((event) => (
                <EventItem
                  key={event.id}
                  event={event}
                  isLater={until !== undefined && event.position > until}
                />
              ))}
            </ol>
            {now.hasNextPage ? (
              <Button isPending={now.isFetchingNextPage} onPress={() => void now.fetchNextPage()}>
                Show more
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryResult>
  );
};

type AsOfFormProps = {
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
};

const AsOfForm = ({ asOf, onChange }: AsOfFormProps) => {
  const [text, setText] = useState(asOf ?? '');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '') onChange(undefined);
    else if (momentOf(trimmed) !== undefined) onChange(trimmed);
    else setWrong(true);
  };
  return (
    <form className={styles.row} onSubmit={submit}>
      <Field
        label="Compare with the state at"
        value={text}
        onChange={(next) => {
          setText(next);
          setWrong(false);
        }}
        placeholder="2026-11-30, or 4711"
        isInvalid={isWrong}
        validationBehavior="aria"
        errorMessage="Enter a day, a moment with its zone, or the number of an event."
      />
      <Button type="submit">Compare</Button>
    </form>
  );
};

/** A stream as it is now, and as it was at a moment. */
export const StreamSection = () => {
  const { streamId } = route.useParams();
  const { asOf } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <WithReason>
      {(reason) => (
        <Panel
          title="Stream, then and now"
          text={<code>{streamId}</code>}
          actions={
            <AsOfForm
              asOf={asOf}
              onChange={(next) =>
                void navigate({
                  to: '/audit/streams/$streamId',
                  params: { streamId },
                  search: { asOf: next },
                })
              }
            />
          }
        >
          <Replay streamId={streamId} reason={reason} asOf={asOf} />
        </Panel>
      )}
    </WithReason>
  );
};
