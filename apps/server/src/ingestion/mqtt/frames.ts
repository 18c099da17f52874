/** Called for a message that is too large, with its topic and size. */
export type OnOversized = (topic: string, bytes: number) => void;

/** What passes of the bytes that were given, how many of those were looked at, and how many packets begin in them. */
export interface Framed {
  readonly passed: Buffer;
  readonly used: number;
  readonly packets: number;
}

/** Bytes that an MQTT 3.1.1 topic and its packet id can take at most. */
const maxHead = 2 + 65_535 + 2;
const publish = 3;

/**
 * Keeps huge messages out of memory: a publish packet larger than `maxBytes` is passed on without its payload, so that
 * it is acknowledged like any other and the broker does not deliver it again and again. Throws on any other packet of
 * that size, and on a message with QoS 2: nobody subscribed to that, and the client would keep it until it is released.
 * Takes the bytes of a connection piece by piece, and stops where more than `most` packets would begin in one.
 */
export function createFrameGuard(maxBytes: number, onOversized: OnOversized): (piece: Buffer, most?: number) => Framed {
  /** The fixed header as far as it has arrived; null inside a packet. */
  let header: number[] | null = [];
  let remaining = 0;
  /** The first bytes of an oversized message. */
  let head: Buffer | undefined;
  let isDropping = false;

  /** Takes one byte of the fixed header; returns it once it is complete and the packet is passed on. */
  const takeHeader = (byte: number, sofar: number[]): Buffer | undefined => {
    sofar.push(byte);
    const isComplete = sofar.length > 1 && (byte & 0x80) === 0;
    // Beyond four bytes of length it is malformed; the parser says so.
    if (!isComplete && sofar.length < 6) return undefined;
    remaining = sofar.slice(1).reduce((sum, each, i) => sum + (each & 0x7f) * 128 ** i, 0);
    header = remaining === 0 ? [] : null;
    const first = sofar[0] ?? 0;
    if (first >> 4 === publish && (first & 0b100) !== 0) throw new Error('The broker sent a message with QoS 2.');
    if (remaining <= maxBytes) return Buffer.from(sofar);
    if (first >> 4 !== publish) throw new Error('The broker sent a packet that is too large.');
    head = Buffer.alloc(0);
    kind = first;
    size = remaining;
    return undefined;
  };
  let kind = 0;
  let size = 0;

  /** The oversized message without its payload, once its topic has arrived. */
  const shortened = (start: Buffer): Buffer | undefined => {
    if (start.length < 2) return undefined;
    const topicEnd = 2 + start.readUInt16BE(0);
    const end = topicEnd + ((kind & 0b110) === 0 ? 0 : 2);
    if (start.length < end) return undefined;
    onOversized(start.toString('utf8', 2, topicEnd), size - end);
    return Buffer.concat([Buffer.from([kind, ...lengthBytes(end)]), start.subarray(0, end)]);
  };

  return (piece, most = Infinity) => {
    const out: Buffer[] = [];
    let at = 0;
    let packets = 0;
    while (at < piece.length) {
      if (header) {
        if (header.length === 0) {
          if (packets === most) break;
          packets += 1;
        }
        const passed = takeHeader(piece[at] ?? 0, header);
        at += 1;
        if (passed) out.push(passed);
        continue;
      }
      const part = piece.subarray(at, at + remaining);
      at += part.length;
      remaining -= part.length;
      if (head) {
        head = Buffer.concat([head, part.subarray(0, maxHead - head.length)]);
        const short = shortened(head);
        if (short) {
          out.push(short);
          head = undefined;
          isDropping = true;
        }
      } else if (!isDropping) out.push(part);
      if (remaining === 0) {
        header = [];
        isDropping = false;
        head = undefined;
      }
    }
    return { passed: out.length === 1 ? out[0]! : Buffer.concat(out), used: at, packets };
  };
}

/** The length of a packet, seven bits in each byte. */
function lengthBytes(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  do {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return bytes;
}
