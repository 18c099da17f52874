import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way to a store, through a socket of its own. */
export interface Wire {
  /** Ends all connections, and new ones until it is joined again. */
  cut(): void;
  join(): void;
  /** Ends the next connection that sent both texts when the answer to the second arrives: it happened, and nobody knows. */
  loseAnswer(before: string, to: string): { readonly lost: number };
  close(): Promise<void>;
}

export async function openWire(to: string, at: string): Promise<Wire> {
  const open = new Set<Socket>();
  let isCut = false;
  let losing: { before: string; to: string; lost: number } | undefined;

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(to);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let saw: 'nothing' | 'first' | 'both' = 'nothing';
    near.on('data', (chunk) => {
      if (losing?.lost === 0) {
        const text = chunk.toString('latin1');
        if (saw === 'nothing' && text.includes(losing.before)) saw = 'first';
        if (saw === 'first' && text.includes(losing.to)) saw = 'both';
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (saw !== 'both' || !losing) return void near.write(chunk);
      losing.lost += 1;
      near.destroy();
      return undefined;
    });
    return undefined;
  });
  server.listen(at);
  await once(server, 'listening');
  return {
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    join() {
      isCut = false;
    },
    loseAnswer: (before, answerTo) => (losing = { before, to: answerTo, lost: 0 }),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
