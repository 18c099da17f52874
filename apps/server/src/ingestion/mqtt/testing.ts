/** Packets of MQTT 3.1.1 as a broker sends them, for tests. */
export const connectionAccepted = Buffer.from([0x20, 2, 0, 0]);
export const pingAnswer = Buffer.from([0xd0, 0]);

/** The broker accepts one topic with QoS 1. */
export function subscriptionAccepted(packetId: number): Buffer {
  return Buffer.from([0x90, 3, packetId >> 8, packetId & 0xff, 1]);
}

export function publishPacket(topic: string, payload: Buffer, qos: 0 | 1 | 2, packetId = 9): Buffer {
  const name = Buffer.from(topic);
  const id = qos === 0 ? [] : [packetId >> 8, packetId & 0xff];
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 0xff]), name, Buffer.from(id), payload]);
  return Buffer.concat([Buffer.from([0x30 | (qos << 1), ...lengthBytes(body.length)]), body]);
}

/** The length of the packet that starts here, and where its fixed header ends. */
export function lengthOf(packet: Buffer): { length: number; end: number } {
  let [length, end] = [0, 1];
  for (let factor = 1; ; factor *= 128, end += 1) {
    const byte = packet[end] ?? 0;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) return { length, end: end + 1 };
  }
}

function lengthBytes(length: number): number[] {
  return length < 128 ? [length] : [(length % 128) | 0x80, ...lengthBytes(Math.floor(length / 128))];
}
