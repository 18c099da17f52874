import { Refusal } from './refusal.ts';

const LONGEST_QUEUE = 256;

/** A connection of the engine, which runs one statement at a time. */
export type Connection<Session> = {
  session: Session;
  /** Where unqualified table names are looked up; statements of one database do not pay for a change. */
  database: string;
};

type Waiting<Session> = { database: string; take: (connection: Connection<Session>) => void };

/** Connections of one kind and the queue before them. */
export class Lane<Session> {
  readonly #free: Connection<Session>[];
  readonly #waiting: Waiting<Session>[] = [];

  constructor(sessions: readonly Session[]) {
    this.#free = sessions.map((session) => ({ session, database: 'default' }));
  }

  async use<T>(
    database: string,
    signal: AbortSignal,
    work: (connection: Connection<Session>) => Promise<T>,
  ): Promise<T> {
    const connection = this.#freeFor(database) ?? (await this.#wait(database, signal));
    try {
      signal.throwIfAborted();
      return await work(connection);
    } finally {
      this.#release(connection);
    }
  }

  #freeFor(database: string): Connection<Session> | undefined {
    const matching = this.#free.findIndex((connection) => connection.database === database);
    return matching === -1 ? this.#free.pop() : this.#free.splice(matching, 1)[0];
  }

  #wait(database: string, signal: AbortSignal): Promise<Connection<Session>> {
    if (this.#waiting.length >= LONGEST_QUEUE) {
      throw new Refusal('TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements are waiting; try again later.');
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const waiting: Waiting<Session> = {
        database,
        take: (connection) => {
          signal.removeEventListener('abort', leave);
          resolve(connection);
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(connection: Connection<Session>): void {
    const next = this.#waiting.shift();
    if (next) next.take(connection);
    else this.#free.push(connection);
  }
}
