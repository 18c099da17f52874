import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut: pages behind it, and their service workers, lose the network. */
export interface NetworkLine {
  readonly url: string;
  cut: () => Promise<void>;
  restore: () => Promise<void>;
}

export async function lineTo(server: string): Promise<NetworkLine> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const line = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    line.listen(at, '127.0.0.1');
    await once(line, 'listening');
    return (line.address() as { port: number }).port;
  };
  const own = await listen(0);
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      const closed = once(line, 'close');
      line.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async restore() {
      await listen(own);
    },
  };
}
