import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One connection through the proxy. */
export type ProxiedConnection = {
  /** What a PostgreSQL client calls itself in its first packet, e.g. `anamnesis-appends`; empty before, and for others. */
  readonly applicationName: () => string;
  /** Bytes that went from the client to the target. */
  readonly bytesSent: () => number;
  /** Nothing goes through in either direction any more, and neither end hears of it. */
  readonly silence: () => void;
  /** What was held back goes through. */
  readonly resume: () => void;
  /** Breaks both ends. */
  readonly cut: () => void;
};

/** A way to a server that a test can spoil as networks do: it goes silent, refuses, breaks, and comes back. */
export type TcpProxy = AsyncDisposable & {
  readonly port: number;
  /** The address of the target with the proxy in between. */
  readonly urlFor: (target: string) => string;
  /** Those that are open, oldest first. */
  readonly connections: () => readonly ProxiedConnection[];
  /** All connections go silent, and new ones are accepted without ever being answered. */
  readonly silence: () => void;
  /** Forwards again whatever was silenced, held-back bytes included. */
  readonly resume: () => void;
  /** New connections are reset; those that are open go on. */
  readonly refuse: () => void;
  readonly accept: () => void;
  /** Breaks every open connection; new ones lead to another server. */
  readonly redirect: (target: string) => void;
  /** Breaks every open connection. */
  readonly cut: () => void;
};

const applicationNameIn = (packet: Buffer): string =>
  /application_name\0([^\0]*)\0/.exec(packet.toString('latin1'))?.[1] ?? '';

const forward = (from: Socket, to: Socket): void => {
  from.on('data', (bytes: Buffer) => {
    if (!to.write(bytes)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => to.end());
};

/** Listens on a separate port and forwards to the host and port of a URL. */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  let address = new URL(target);
  const open = new Set<ProxiedConnection>();
  let silent = false;
  let refusing = false;

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    client.on('error', () => {});
    if (refusing) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: address.hostname, port: Number(address.port), allowHalfOpen: true });
    upstream.on('error', () => {});
    let applicationName = '';
    let held = false;
    const bothEnds = [client, upstream];
    const apply = (): void => {
      for (const socket of bothEnds) {
        if (held) socket.pause();
        else socket.resume();
      }
    };
    const connection: ProxiedConnection = {
      applicationName: () => applicationName,
      bytesSent: () => upstream.bytesWritten,
      silence: () => {
        held = true;
        apply();
      },
      resume: () => {
        held = false;
        apply();
        // An end that went away unheard is heard of now.
        if (bothEnds.some((socket) => socket.destroyed)) connection.cut();
      },
      cut: () => {
        for (const socket of bothEnds) socket.destroy();
      },
    };
    client.once('data', (packet: Buffer) => {
      applicationName = applicationNameIn(packet);
    });
    forward(client, upstream);
    forward(upstream, client);
    for (const socket of bothEnds) {
      socket.on('drain', () => {
        if (held) apply();
      });
      socket.on('close', () => {
        if (!held) connection.cut();
        if (bothEnds.every((one) => one.destroyed)) open.delete(connection);
      });
    }
    open.add(connection);
    if (silent) connection.silence();
    else client.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy listens on no port.');
  const { port } = bound;
  const cut = (): void => {
    for (const connection of [...open]) connection.cut();
  };
  return {
    port,
    urlFor: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    connections: () => [...open],
    silence: () => {
      silent = true;
      for (const connection of open) connection.silence();
    },
    resume: () => {
      silent = false;
      for (const connection of open) connection.resume();
    },
    refuse: () => {
      refusing = true;
    },
    redirect: (to) => {
      address = new URL(to);
      cut();
    },
    accept: () => {
      refusing = false;
    },
    cut,
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
