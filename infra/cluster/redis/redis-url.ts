/** One server, sentinels that name the master, or nodes of a cluster from which the others are discovered. */
type RedisMode = 'server' | 'sentinel' | 'cluster';

export type RedisAddress = { readonly host: string; readonly port: number };

/** A parsed Redis URL. */
export type RedisUrl = {
  readonly mode: RedisMode;
  readonly tls: boolean;
  readonly addresses: readonly RedisAddress[];
  /** The name of the master at the sentinels. */
  readonly master?: string;
  readonly database: number;
  readonly user?: string;
  readonly password?: string;
};

/** `redis://`, `rediss://`, and the same with `+sentinel` or `+cluster`. */
export const REDIS_SCHEME = /^(redis|rediss)(?:\+(sentinel|cluster))?:\/\//;

const USUAL_PORTS: Readonly<Record<RedisMode, number>> = { server: 6379, sentinel: 26_379, cluster: 6379 };
/** More would not help: each node or sentinel knows all the others. */
const MAX_ADDRESSES = 16;

const ENDINGS: Readonly<Record<RedisMode, string>> = {
  server: 'the number of a database, e.g. redis://127.0.0.1:6379/0',
  sentinel:
    'the name of the master and at most the number of a database, e.g. redis+sentinel://10.0.0.1,10.0.0.2,10.0.0.3/mymaster/0',
  cluster: 'a host, e.g. redis+cluster://10.0.0.1,10.0.0.2: a cluster has one database',
};

/** Undefined for an invalid percent-encoding. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const addressOf = (text: string, usualPort: number): RedisAddress | undefined => {
  try {
    const { hostname, port, username, pathname, search, hash } = new URL(`redis://${text}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (host === '' || `${username}${pathname}${search}${hash}` !== '') return undefined;
    return { host, port: port === '' ? usualPort : Number(port) };
  } catch {
    return undefined;
  }
};

type Ending = { readonly master?: string; readonly database: number };

/** Parses the path after the hosts. */
const endingOf = (mode: RedisMode, path: string): Ending | undefined => {
  const parts = path.split('/').filter((part) => part !== '');
  const master = mode === 'sentinel' ? decoded(parts.shift() ?? '') : undefined;
  if (mode === 'sentinel' && !master) return undefined;
  const [database = '0', ...more] = parts;
  if (more.length > 0 || !/^\d{1,4}$/.test(database) || (mode === 'cluster' && database !== '0'))
    return undefined;
  return { database: Number(database), ...(master === undefined ? {} : { master }) };
};

/** Parses a Redis URL, or returns a problem. The problem quotes nothing from the URL, which may contain a password. */
export const readRedisUrl = (
  written: string,
): { readonly ok: true; readonly value: RedisUrl } | { readonly ok: false; readonly problem: string } => {
  const wrong = (problem: string) => ({ ok: false, problem: `REDIS_URL ${problem}` }) as const;
  const scheme = REDIS_SCHEME.exec(written);
  if (scheme === null) return wrong('must be a redis:// or rediss:// URL');
  const mode: RedisMode = scheme[2] === 'sentinel' || scheme[2] === 'cluster' ? scheme[2] : 'server';
  const rest = written.slice(scheme[0].length);
  const slash = rest.indexOf('/');
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? '' : rest.slice(slash);
  if (/[?#]/.test(rest)) return wrong(`must end with ${ENDINGS[mode]}, without ? or #`);
  const at = authority.lastIndexOf('@');
  const credentials = at < 0 ? '' : authority.slice(0, at);
  const colon = credentials.indexOf(':');
  const user = decoded(colon < 0 ? credentials : credentials.slice(0, colon));
  const password = decoded(colon < 0 ? '' : credentials.slice(colon + 1));
  if (user === undefined || password === undefined)
    return wrong('must have user and password percent-encoded');
  const hosts = authority.slice(at + 1).split(',');
  const addresses = hosts.flatMap((host) => addressOf(host, USUAL_PORTS[mode]) ?? []);
  if (addresses.length < hosts.length) return wrong('must name a host');
  if (mode === 'server' && hosts.length > 1)
    return wrong('names several hosts: begin it with redis+sentinel:// or redis+cluster://');
  if (hosts.length > MAX_ADDRESSES) return wrong(`must name at most ${MAX_ADDRESSES} hosts`);
  const ending = endingOf(mode, path);
  if (ending === undefined) return wrong(`must end with ${ENDINGS[mode]}`);
  return {
    ok: true,
    value: {
      mode,
      tls: scheme[1] === 'rediss',
      addresses,
      ...ending,
      ...(user === '' ? {} : { user }),
      ...(password === '' ? {} : { password }),
    },
  };
};
