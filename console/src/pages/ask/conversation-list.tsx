import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Moment } from '../../components/moment.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useApi, useSession } from '../../session/use-session.ts';
import styles from './conversation-list.module.css';

const PAGE = 30;

/** The conversations that the person may see, newest first; those of others are marked as shared. */
export const ConversationList = () => {
  const api = useApi();
  const { id } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['conversations'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page('/api/conversations', { query: { limit: PAGE, cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const conversations = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <nav aria-label="Conversations" className={styles.list}>
      <Link to="/" className={styles.fresh}>
        New conversation
      </Link>
      {isPending ? <Progress label="Loading conversations …" /> : null}
      <ReadFailure query={query} />
      <ul className={styles.items}>
        {conversations.map(({ conversationId, title, owner, updatedAt }) => (
          <li key={conversationId}>
            <Link to="/conversations/$conversationId" params={{ conversationId }} className={styles.item}>
              <span className={styles.title}>{title ?? 'Conversation'}</span>
              <span className={styles.when}>
                <Moment at={updatedAt} />
              </span>
              {owner === id ? null : <Badge tone="accent">Shared by {owner}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="plain" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show older ones
        </Button>
      ) : null}
    </nav>
  );
};
