import { Refusal } from './refusal.ts';

const MAX_QUEUE = 256;

/** A connection of the engine, which runs one statement at a time. */
export type Connection<Session> = {
  session: Session;
  /** The database of unqualified table names; statements of the same database skip the change. */
  database: string;
};

type Waiting<Session> = (connection: Connection<Session>) => void;

/** Connections of one kind and their queue. */
export class Lane<Session> {
  readonly #open: () => Promise<Session>;
  readonly #close: (session: Session) => void;
  readonly #free: Connection<Session>[] = [];
  readonly #waiting: Waiting<Session>[] = [];
  #closed = false;

  constructor(open: () => Promise<Session>, close: (session: Session) => void) {
    this.#open = open;
    this.#close = close;
  }

  async add(count: number): Promise<this> {
    for (let n = 0; n < count; n += 1) this.#free.push(await this.#connect());
    return this;
  }

  async use<T>(
    database: string,
    signal: AbortSignal,
    work: (connection: Connection<Session>) => Promise<T>,
  ): Promise<T> {
    const connection = this.#freeFor(database) ?? (await this.#wait(signal));
    if (signal.aborted) {
      this.#release(connection);
      throw signal.reason;
    }
    try {
      const result = await work(connection);
      this.#release(connection);
      return result;
    } catch (error) {
      void this.#replace(connection);
      throw error;
    }
  }

  /** Opens no new connections; those in use are closed by their owners. */
  close(): void {
    this.#closed = true;
  }

  /**
   * The engine keeps the output of a failed or ended statement and prepends it to the next response on the same
   * connection, so none is reused after a failure. A new one costs a millisecond.
   */
  async #replace(connection: Connection<Session>): Promise<void> {
    this.#close(connection.session);
    if (this.#closed) return;
    this.#release(await this.#connect());
  }

  async #connect(): Promise<Connection<Session>> {
    return { session: await this.#open(), database: 'default' };
  }

  #freeFor(database: string): Connection<Session> | undefined {
    const matching = this.#free.findIndex((connection) => connection.database === database);
    return matching === -1 ? this.#free.pop() : this.#free.splice(matching, 1)[0];
  }

  #wait(signal: AbortSignal): Promise<Connection<Session>> {
    if (this.#waiting.length >= MAX_QUEUE) {
      throw new Refusal('TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements are waiting; try again later.');
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const waiting: Waiting<Session> = (connection) => {
        signal.removeEventListener('abort', leave);
        resolve(connection);
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(connection: Connection<Session>): void {
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }
}
