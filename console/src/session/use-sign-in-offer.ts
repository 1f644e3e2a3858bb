import { useQuery } from '@tanstack/react-query';
import { readSignInOffer, type SignInOffer } from './sign-in-api.ts';

const TOKEN_ONLY: SignInOffer = { methods: ['token'], environment: null, version: null };

/** How people may sign in, and which environment this is. */
export const useSignInOffer = (): SignInOffer =>
  useQuery({ queryKey: ['sign-in'], queryFn: readSignInOffer, staleTime: Number.POSITIVE_INFINITY }).data ??
  TOKEN_ONLY;
