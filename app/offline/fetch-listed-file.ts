import { isPrivateHost, isPublicAddress } from '../../infra/installation/environment/is-private-host.ts';
import {
  type Fetched,
  fetchIfChanged,
  type Validators,
} from '../../infra/services/outside/fetch-if-changed.ts';

/** What a server said that its file is known by. */
export type FileValidators = Validators;

type ListedFile = {
  readonly url: URL;
  readonly known: FileValidators;
  /** Hosts outside the premises that may be asked. */
  readonly allowedHosts: readonly string[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Fetches what a listed address leads to, unless it is what is known. A host that was allowed may be asked, where its name
 * stands for an address of the internet or for one that was allowed itself; a machine of ours only where the list names it,
 * or somebody outside could lead us there.
 *
 * @throws Failure as `fetchIfChanged`
 */
export const fetchListedFile = ({ allowedHosts, ...file }: ListedFile): Promise<Fetched> =>
  fetchIfChanged({
    ...file,
    mayAsk: (url) =>
      allowedHosts.includes(url.hostname) || (isPrivateHost(url) && url.host === file.url.host),
    mayConnect: (url, address) =>
      isPublicAddress(address) || allowedHosts.includes(address) || isPrivateHost(url),
  });
