import { Readable, type Writable } from 'node:stream';

/**
 * A long response, produced piece by piece as the reader consumes it. The memory of a piece is reused once it is
 * written: allocating a new one each time would trigger garbage collection during nearly every long response.
 */
export class PieceStream extends Readable {
  readonly #pieces: Iterator<Buffer>;
  readonly #onWork: (milliseconds: number) => void;

  /** `onWork` gets the milliseconds that pieces took. */
  constructor(
    pieces: (buffer: (atLeast: number) => Buffer) => Iterator<Buffer>,
    onWork: (milliseconds: number) => void = () => {},
  ) {
    super();
    this.#pieces = pieces(takeBuffer);
    this.#onWork = onWork;
  }

  override _read(): void {
    const began = performance.now();
    const { value, done } = this.#pieces.next();
    this.push(done ? null : value);
    this.#onWork(performance.now() - began);
  }

  /** A piece that cannot be produced ends the response, not the process: this may run in a connection event. */
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
      const began = performance.now();
      const isOver = writeSome();
      this.#onWork(performance.now() - began);
      if (!isOver) return;
      if (end) to.end();
      this.push(null);
      this.resume();
    };
    /** Whether all is written. */
    const writeSome = (): boolean => {
      for (;;) {
        if (this.destroyed) return false;
        const { value, done } = this.#next(to);
        if (this.destroyed) return false;
        if (done) return true;
        if (!to.write(value, () => giveBack(value))) {
          to.once('drain', write);
          return false;
        }
      }
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
