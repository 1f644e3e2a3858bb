import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge.tsx';
import { momentText } from '../../components/moment.tsx';
import { countText } from '../../components/number-text.ts';
import { useApi } from '../../session/use-session.ts';

/** Says up to which event the log was verified against its signed checkpoints, and when; or that this failed. */
export const ProofBadge = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['checkpoint'],
    queryFn: ({ signal }) => api.get('/api/audit/checkpoint', { signal }),
  });
  if (data === undefined) return null;
  if (data.failed !== null) return <Badge tone="danger">The log does not match its seal</Badge>;
  if (data.verified === null) return <Badge>Not verified yet</Badge>;
  return (
    <Badge tone="success">
      Verified to {countText(data.verified.size)} at {momentText(data.verified.at)}
    </Badge>
  );
};
