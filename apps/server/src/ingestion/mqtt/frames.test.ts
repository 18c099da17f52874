import { array, assert, boolean, constantFrom, integer, property, record, string } from 'fast-check';
import { generate, parser, type Packet } from 'mqtt-packet';
import { expect, it } from 'vitest';
import { createFrameGuard } from './frames.ts';

const packetOf = ({ topic, bytes, qos }: { topic: string; bytes: number; qos: 0 | 1 }) =>
  generate({
    cmd: 'publish',
    topic,
    payload: Buffer.alloc(bytes, 7),
    qos,
    retain: false,
    dup: false,
    ...(qos === 1 && { messageId: 9 }),
  });

/** What a client reads, when the bytes arrive in pieces of this size. */
function read(sent: Buffer, pieceSize: number, maxBytes: number) {
  const packets: Packet[] = [];
  const oversized: [string, number][] = [];
  const parse = parser();
  parse.on('packet', (packet) => packets.push(packet));
  const guard = createFrameGuard(maxBytes, (topic, bytes) => oversized.push([topic, bytes]));
  for (let i = 0; i < sent.length; i += pieceSize) {
    const passed = guard(sent.subarray(i, i + pieceSize));
    if (passed.length > 0) parse.parse(passed);
  }
  return {
    packets: packets.map((p) => (p.cmd === 'publish' ? [p.topic, p.payload.length, p.qos] : [p.cmd])),
    oversized,
  };
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
      const sent = Buffer.concat([...messages.map(packetOf), generate({ cmd: 'pingresp' })]);
      const isHuge = ({ topic, bytes, qos }: (typeof messages)[number]) =>
        2 + Buffer.byteLength(topic) + (qos === 1 ? 2 : 0) + bytes > maxBytes;
      const { packets, oversized } = read(sent, piece, maxBytes);
      expect(packets).toEqual([
        ...messages.map((each) => [each.topic, isHuge(each) ? 0 : each.bytes, each.qos]),
        ['pingresp'],
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
