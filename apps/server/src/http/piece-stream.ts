import { Readable, type Writable } from 'node:stream';

/**
 * A long answer, made piece by piece as the reader takes them. A piece's memory serves again once it is written: a fresh
 * one for each of them would make the collector of garbage run during nearly every long answer.
 */
export class PieceStream extends Readable {
  readonly #pieces: Iterator<Buffer>;

  constructor(pieces: (buffer: (atLeast: number) => Buffer) => Iterator<Buffer>) {
    super();
    this.#pieces = pieces(takeBuffer);
  }

  override _read(): void {
    const { value, done } = this.#pieces.next();
    this.push(done ? null : value);
  }

  /** A piece that cannot be made ends the answer, not the process: this may run in an event of the connection. */
  #next(to: NodeJS.WritableStream): IteratorResult<Buffer, unknown> {
    try {
      return this.#pieces.next();
    } catch (error) {
      this.destroy(error as Error);
      (to as Writable).destroy();
      return { value: undefined, done: true };
    }
  }

  /** Writes directly, because only the callback of a write tells when a buffer can be reused. */
  override pipe<T extends NodeJS.WritableStream>(to: T, { end = true } = {}): T {
    const write = () => {
      for (;;) {
        if (this.destroyed) return;
        const { value, done } = this.#next(to);
        if (this.destroyed) return;
        if (done) break;
        if (!to.write(value, () => giveBack(value))) {
          to.once('drain', write);
          return;
        }
      }
      if (end) to.end();
      this.push(null);
      this.resume();
    };
    write();
    return to;
  }
}

const bufferBytes = 256 * 1024;
const maxKept = 32;
const kept: ArrayBufferLike[] = [];

function takeBuffer(atLeast: number): Buffer {
  const known = atLeast <= bufferBytes ? kept.pop() : undefined;
  return known ? Buffer.from(known) : Buffer.allocUnsafeSlow(Math.max(atLeast, bufferBytes));
}

function giveBack({ buffer }: Buffer): void {
  if (buffer.byteLength === bufferBytes && kept.length < maxKept) kept.push(buffer);
}
