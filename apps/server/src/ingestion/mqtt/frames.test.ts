import { array, assert, boolean, constantFrom, integer, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameGuard } from './frames.ts';
import { lengthOf, pingAnswer, publishPacket } from './testing.ts';

interface Message {
  readonly topic: string;
  readonly bytes: number;
  readonly qos: 0 | 1;
}
const packetOf = ({ topic, bytes, qos }: Message) => publishPacket(topic, Buffer.alloc(bytes, 7), qos);

/** Publish packets as topic, bytes of the payload and QoS; others as their first byte. */
function packetsIn(bytes: Buffer): unknown[] {
  const packets: unknown[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const [first = 0] = rest;
    const { length, end } = lengthOf(rest);
    const body = rest.subarray(end, end + length);
    if (first >> 4 === 3) {
      const [qos, topicEnd] = [(first >> 1) & 3, 2 + body.readUInt16BE(0)];
      packets.push([body.toString('utf8', 2, topicEnd), length - topicEnd - (qos > 0 ? 2 : 0), qos]);
    } else packets.push([first]);
    rest = rest.subarray(end + length);
  }
  return packets;
}

/** What a client reads, when the bytes arrive in pieces of this size. */
function read(sent: Buffer, pieceSize: number, maxBytes: number) {
  const oversized: [string, number][] = [];
  const guard = createFrameGuard(maxBytes, (topic, bytes) => oversized.push([topic, bytes]));
  const passed: Buffer[] = [];
  for (let i = 0; i < sent.length; i += pieceSize) passed.push(guard(sent.subarray(i, i + pieceSize)).passed);
  return { packets: packetsIn(Buffer.concat(passed)), oversized };
}

it('[S127] passes everything in bounds on unchanged and huge messages without their payload, however they arrive', () => {
  const message = record({
    topic: string({ minLength: 1, maxLength: 30 }).filter((text) => !/[+#\0]/.test(text)),
    bytes: integer({ min: 0, max: 900 }),
    qos: constantFrom<0 | 1>(0, 1),
  });
  assert(
    property(array(message, { maxLength: 8 }), integer({ min: 1, max: 400 }), boolean(), (messages, piece, isOdd) => {
      const maxBytes = isOdd ? 301 : 128;
      const sent = Buffer.concat([...messages.map(packetOf), pingAnswer]);
      const isHuge = ({ topic, bytes, qos }: Message) =>
        2 + Buffer.byteLength(topic) + (qos === 1 ? 2 : 0) + bytes > maxBytes;
      const { packets, oversized } = read(sent, piece, maxBytes);
      expect(packets).toEqual([
        ...messages.map((each) => [each.topic, isHuge(each) ? 0 : each.bytes, each.qos]),
        [pingAnswer[0]],
      ]);
      expect(oversized).toEqual(messages.filter(isHuge).map(({ topic, bytes }) => [topic, bytes]));
    }),
    { numRuns: 200 },
  );
});

it('[S127] refuses a huge packet of another kind', () => {
  const guard = createFrameGuard(100, () => {});
  expect(() => guard(Buffer.from([0x20, 0xff, 0xff, 0xff, 0x7f]))).toThrow('too large');
});

it('[S148] stops where too many packets begin, and goes on there', () => {
  const guard = createFrameGuard(100, () => {});
  const sent = Buffer.concat([pingAnswer, publishPacket('a/b', Buffer.alloc(10), 1), pingAnswer, pingAnswer]);
  const first = guard(sent, 2);
  expect([first.packets, packetsIn(first.passed)]).toEqual([2, [[pingAnswer[0]], ['a/b', 10, 1]]]);
  const rest = guard(sent.subarray(first.used), 2);
  expect([rest.packets, first.used + rest.used]).toEqual([2, sent.length]);
  // The rest of a packet that began before is no other one.
  guard(pingAnswer.subarray(0, 1));
  expect(guard(pingAnswer.subarray(1)).packets).toBe(0);
});
