import { isPrivateHost, isPublicAddress } from '../../infra/installation/environment/is-private-host.ts';
import {
  type Fetched,
  fetchIfChanged,
  type Validators,
} from '../../infra/services/outside/fetch-if-changed.ts';

/** The validators (ETag, Last-Modified) that a server sent with a file. */
export type FileValidators = Validators;

type ListedFile = {
  readonly url: URL;
  readonly known: FileValidators;
  /** External hosts that files may be fetched from. */
  readonly allowedHosts: readonly string[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Fetches the file at a listed address, unless it is unchanged. An allowed host may be contacted if its name resolves to a
 * public address or to one that is itself allowed. A private host may be contacted only if the list itself names it:
 * otherwise an outsider could redirect us there.
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
