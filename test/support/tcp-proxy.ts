import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One connection through the proxy. */
export type ProxiedConnection = {
  /**
   * The application name in a PostgreSQL client's first packet, e.g. `anamnesis-appends`; empty before, and for other
   * clients.
   */
  readonly applicationName: () => string;
  /** Bytes sent from the client to the target. */
  readonly bytesSent: () => number;
  /** Stops forwarding in both directions, without notifying either end. */
  readonly silence: () => void;
  /** Forwards the bytes held back. */
  readonly resume: () => void;
  /** Breaks both ends. */
  readonly cut: () => void;
};

/**
 * A proxy in front of a server that a test can disturb like a network does: it goes silent, refuses, breaks, and
 * recovers.
 */
export type TcpProxy = AsyncDisposable & {
  readonly port: number;
  /** The target's address through the proxy. */
  readonly urlFor: (target: string) => string;
  /** The open connections, oldest first. */
  readonly connections: () => readonly ProxiedConnection[];
  /** All connections go silent, and new ones are accepted without ever being answered. */
  readonly silence: () => void;
  /** Resumes forwarding, including the bytes held back. */
  readonly resume: () => void;
  /** Resets new connections; open ones continue. */
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

/** Listens on its own port and forwards to the host and port of a URL. */
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
        // An end that disconnected during the silence is noticed now.
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
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.');
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
