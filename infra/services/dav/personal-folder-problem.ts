import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { addressOfUser, USER_PLACEHOLDER } from '../accounts/fill-in-user.ts';

/**
 * Returns the problem with the address of people's folders on a DAV server, if any.
 *
 * @param prefix the prefix of the server's variables, such as `WEBDAV`
 * @param things the contents of the folders, such as `files`
 */
export const personalFolderProblem = (
  template: string,
  prefix: string,
  things: string,
): string | undefined => {
  if (!URL.canParse(template)) return 'must be a URL';
  const [one, other] = ['a', 'b'].map((user) => addressOfUser(template, user));
  if (one === undefined || other === undefined) return 'must be a URL';
  if (!/^https?:$/.test(one.protocol)) return 'must be an http:// or https:// URL';
  if (`${one.username}${one.password}` !== '') return `must not contain a password; see ${prefix}_PASSWORD`;
  if (`${one.search}${one.hash}` !== '') return 'must be the address of a folder, without ? and #';
  // Otherwise all people would share one folder.
  if (one.origin !== other.origin || one.pathname === other.pathname)
    return `must contain ${USER_PLACEHOLDER} in its path, for the id of the person whose ${things} they are`;
  if (one.protocol === 'http:' && !isPrivateHost(one))
    return 'must be an https:// URL, because the host is not a private address';
  return undefined;
};
