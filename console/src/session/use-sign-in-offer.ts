import { useQuery } from '@tanstack/react-query';
import { createClient } from '../../../client/create-client.ts';
import type { DataOf, OperationAt } from '../../../client/operation-types.ts';

/** How people may sign in, and which environment this is. */
type SignInOffer = Pick<DataOf<OperationAt<'/api/sign-in', 'get'>>, 'methods' | 'environment'>;

const TOKEN_ONLY: SignInOffer = { methods: ['token'], environment: null };
const api = createClient({ url: __API_URL__ });

/** Asks the server how people may sign in, once. */
export const useSignInOffer = (): SignInOffer =>
  useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => api.get('/api/sign-in', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? TOKEN_ONLY;
