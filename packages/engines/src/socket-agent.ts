import { Agent } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * For the `http_agent` of a ClickHouse client: it connects to the socket, whatever host its URL names. Sixteen
 * connections suffice for every lane of the engine; more requests would only wait on its side.
 */
export function socketAgent(socketPath: string): Agent {
  return new SocketAgent(socketPath);
}

class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: 32, maxFreeSockets: 16 });
    this.#path = path;
  }

  override createConnection(): Duplex {
    return connect(this.#path);
  }
}
