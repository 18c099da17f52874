import type { Message } from './message.ts';

/** What a network server knows of an uplink, before it wraps it in its own way. */
interface Uplink {
  /** Lower case, as network servers write it. */
  readonly eui: string;
  readonly name: string;
  readonly number: number;
  /** RFC 3339. */
  readonly time: string;
  readonly bytes: Buffer;
}

/** How each network server wraps the same bytes. */
export const lorawanServers = {
  'things-stack': ({ eui, name, number, time, bytes }: Uplink) => ({
    end_device_ids: {
      device_id: name.toLowerCase().replaceAll(' ', '-'),
      application_ids: { application_id: 'counting' },
      dev_eui: eui.toUpperCase(),
    },
    received_at: time,
    uplink_message: { f_port: 85, f_cnt: number, frm_payload: bytes.toString('base64'), received_at: time },
  }),
  chirpstack: ({ eui, name, number, time, bytes }: Uplink) => ({
    deviceInfo: { applicationName: 'counting', deviceName: name, devEui: eui },
    time,
    fPort: 85,
    fCnt: number,
    data: bytes.toString('base64'),
    rxInfo: [{ gatewayId: '24e124fffef00001', rssi: -61, snr: 9.5 }],
  }),
  actility: ({ eui, name, number, time, bytes }: Uplink) => ({
    DevEUI_uplink: {
      Time: time.replace('Z', '+00:00'),
      DevEUI: eui.toUpperCase(),
      FPort: 85,
      FCntUp: number,
      payload_hex: bytes.toString('hex'),
      CustomerData: { name },
    },
  }),
  'milesight-gateway': ({ eui, name, number, time, bytes }: Uplink) => ({
    applicationID: '1',
    applicationName: 'counting',
    deviceName: name,
    devEUI: eui,
    time,
    fPort: 85,
    fCnt: number,
    data: bytes.toString('base64'),
  }),
} as const satisfies Readonly<Record<string, (uplink: Uplink) => object>>;
export type LorawanServer = keyof typeof lorawanServers;

/** How far the counters of a Milesight VS135 have come, as a network server forwards it. */
export function lorawanBody(server: LorawanServer): (message: Message) => string {
  return ({ sensor, number, at, lines }) => {
    const record = lines[0]?.records.at(-1);
    const uplink = {
      eui: sensor.device.toLowerCase(),
      name: sensor.name,
      number,
      time: new Date((record?.to ?? at) * 1000).toISOString().replace('.000Z', 'Z'),
      bytes: totalsOf(lines),
    };
    return JSON.stringify(lorawanServers[server](uplink));
  };
}

/** Two channels of four bytes for each line, behind each other: what entered, and what left. */
function totalsOf(lines: Message['lines']): Buffer {
  return Buffer.concat(
    lines.map(({ line, records }) => {
      const { insTotal = 0, outsTotal = 0 } = records.at(-1) ?? {};
      const bytes = Buffer.alloc(12);
      [insTotal, outsTotal].forEach((total, way) => {
        bytes.writeUInt8(0x03 + 3 * (line.number - 1) + way, 6 * way);
        bytes.writeUInt8(0xd2, 6 * way + 1);
        bytes.writeUInt32LE(total, 6 * way + 2);
      });
      return bytes;
    }),
  );
}
