import type { Choice } from './choice.ts';
import { isPrivateHost } from './is-private-host.ts';

/**
 * Reads the `endpoint` parameter of a setting that names a service of AWS, or of a server that speaks its API: an https://
 * URL, or http:// within a private network or if `isLocal`. Undefined, for AWS itself, if `written` is null.
 */
export const chooseEndpoint = (
  setting: string,
  written: string | null,
  isLocal = false,
): Choice<URL | undefined> => {
  if (written === null) return { ok: true, value: undefined };
  const endpoint = URL.parse(written);
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol))
    return { ok: false, problem: `${setting} must have an http:// or https:// URL as its endpoint` };
  if (endpoint.username !== '' || endpoint.password !== '')
    return {
      ok: false,
      problem: `${setting} must not hold keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    };
  if (endpoint.protocol === 'http:' && !isPrivateHost(endpoint) && !isLocal)
    return {
      ok: false,
      problem: `${setting} must have an https:// URL as its endpoint, because the host is not a private address`,
    };
  return { ok: true, value: endpoint };
};
