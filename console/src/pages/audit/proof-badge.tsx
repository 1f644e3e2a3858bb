import { useQuery } from '@tanstack/react-query';
import type { CheckpointState } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { momentText } from '../../components/moment.tsx';
import { countText } from '../../components/number-text.ts';
import { useApi } from '../../session/use-session.ts';

type Witnesses = CheckpointState['witnesses'];

/** The position up to which every witness keeps a checkpoint. */
const witnessedTo = (witnesses: Witnesses): number =>
  Math.min(...witnesses.map(({ kept }) => kept?.size ?? 0));

/** Says up to which event witnesses outside keep checkpoints, or that one contradicts the log. */
const WitnessBadge = ({ witnesses }: { readonly witnesses: Witnesses }) => {
  if (witnesses.length === 0) return null;
  const contradicting = witnesses.filter(({ contradiction }) => contradiction !== null);
  if (contradicting.length > 0)
    return (
      <Badge tone="danger">
        The log contradicts what is kept by {contradicting.map(({ name }) => name).join(', ')}
      </Badge>
    );
  const size = witnessedTo(witnesses);
  if (size === 0) return <Badge>Not kept by every witness yet</Badge>;
  return (
    <Badge tone="success">
      Kept to {countText(size)} by {witnesses.map(({ name }) => name).join(', ')}
    </Badge>
  );
};

const VerificationBadge = ({ failed, verified }: Pick<CheckpointState, 'failed' | 'verified'>) => {
  if (failed !== null) return <Badge tone="danger">The log does not match its seal</Badge>;
  if (verified === null) return <Badge>Not verified yet</Badge>;
  return (
    <Badge tone="success">
      Verified up to event {countText(verified.size)}, {momentText(verified.at)}
    </Badge>
  );
};

/** Says up to which event the log was verified, and kept by witnesses; or that this failed. */
export const ProofBadge = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['checkpoint'],
    queryFn: ({ signal }) => api.get('/api/audit/checkpoint', { signal }),
  });
  if (data === undefined) return null;
  return (
    <>
      <VerificationBadge {...data} />
      <WitnessBadge witnesses={data.witnesses} />
    </>
  );
};
