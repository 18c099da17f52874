import type { Reading } from './measures.ts';

/** A line's counts over an interval, epoch seconds. While the interval is open not all samples have been taken. */
export interface LineRecord {
  readonly from: number;
  readonly to: number;
  readonly forward: number;
  readonly backward: number;
  readonly samples: number;
  readonly samplesExpected: number;
  /** What it says where it does not just count who goes forward and who goes backward. */
  readonly readings?: readonly Reading[];
}

export interface LineLogic {
  readonly id: number;
  readonly name: string;
  /** A line unless said otherwise. */
  readonly template?: Template;
  readonly records: readonly LineRecord[];
}

/** What a logic of the device is made from. */
export type Template = 'line' | 'zone' | 'queue';

export interface DeviceInfo {
  /** Twelve hexadecimal digits. */
  readonly macAddress: string;
  readonly timezone: string;
}

export interface LogicsPush {
  readonly kind: 'logics';
  readonly device: DeviceInfo;
  /** Increases by one with every push of an agent: a gap means that one was lost. */
  readonly packageId: number;
  readonly logics: readonly LineLogic[];
}

export interface StatusPush {
  readonly kind: 'status';
  readonly device: DeviceInfo & { readonly firmware: string; readonly ipAddress: string };
  readonly packageId: number;
  readonly uptimeSeconds: number;
  readonly offsetSeconds: number;
}

export type Push = LogicsPush | StatusPush;

const templates: Readonly<Record<Template, { readonly info: string; readonly geometry: 'LINE' | 'ZONE' }>> = {
  line: { info: 'XLT_LINE_IN_OUT_COUNT', geometry: 'LINE' },
  zone: { info: 'XLT_ZONE_OCCUPANCY_COUNT', geometry: 'ZONE' },
  queue: { info: 'XLT_QUEUE_STATISTICS', geometry: 'ZONE' },
};

const agents = { logics: 1008, status: 1009 };
const protocol = '5.0';

/** The body that a generation 5 sensor sends for a push. */
export function encodePush(push: Push): object {
  return push.kind === 'logics' ? encodeLogics(push) : encodeStatus(push);
}

/** A sensor that could not send for a while sends several packages in one body. */
export function encodeBatch(pushes: readonly Push[]): object[] {
  return pushes.map(encodePush);
}

function encodeLogics({ device, packageId, logics }: LogicsPush): object {
  return {
    logics_data: {
      package_info: { version: protocol, id: packageId, agent_id: agents.logics },
      sensor_info: { serial_number: serialOf(device), type: 'SINGLE_SENSOR', timezone: device.timezone },
      logics: logics.map(({ id, name, template = 'line', records }) => ({
        id,
        name,
        info: templates[template].info,
        geometries: [{ id, type: templates[template].geometry, name }],
        records: records.map((record) => ({
          from: record.from * 1000,
          to: record.to * 1000,
          samples: record.samples,
          samples_expected: record.samplesExpected,
          counts: valuesOf(record).map((value, index) => ({ id: id * 10 + index, ...value })),
        })),
      })),
    },
  };
}

interface Value {
  readonly name: string;
  readonly value: number;
  readonly unit?: 'seconds';
}

function valuesOf({ forward, backward, readings }: LineRecord): Value[] {
  if (readings) return readings.flatMap(namedValues);
  return [
    { name: 'fw', value: forward },
    { name: 'bw', value: backward },
  ];
}

/** How the device calls a time, and those whom it is about. */
const timeNames: Readonly<Record<string, readonly [time: string, people: string]>> = {
  wait: ['queueing-time', 'outflow'],
  service: ['service-time', 'outflow'],
  dwell: ['dwell_time', 'visits'],
};

function namedValues(reading: Reading): Value[] {
  switch (reading.kind) {
    case 'count': {
      const of = reading.measure === 'people' ? '' : `-${reading.measure}`;
      return [
        { name: `fw${of}`, value: reading.ins },
        { name: `bw${of}`, value: reading.outs },
      ];
    }
    case 'level':
      return [{ name: reading.measure === 'queue' ? 'queue-length' : 'balance', value: reading.level }];
    case 'times': {
      const [time, people] = timeNames[reading.measure] ?? [reading.measure, 'visits'];
      return [
        { name: people, value: reading.people },
        { name: time, value: reading.milliseconds / 1000, unit: 'seconds' },
      ];
    }
  }
}

function encodeStatus({ device, packageId, uptimeSeconds, offsetSeconds }: StatusPush): object {
  const serial = serialOf(device);
  return {
    status_data: {
      package_info: { version: protocol, id: packageId, agent_id: agents.status },
      sensor_info: { serial_number: serial, type: 'SINGLE_SENSOR', timezone: device.timezone },
      states: {
        device: {
          info: { serial, type: 'PC2SE', fw_version: device.firmware, prod_code: 'PC2SE-UL' },
          state: { details: { temperatures: { die: 61, housing: 43 }, uptime_sec: uptimeSeconds } },
        },
        time: { state: { details: { ntp_host: 'pool.ntp.org', ntp_rms_offset: 0.4, tz_offset_sec: offsetSeconds } } },
        network: { state: { details: { link: { mac: serial, ip: device.ipAddress } } } },
        license: { state: 'OK' },
        singlesensor: { status: { illumination: 'OK', frames_processed: uptimeSeconds * 12 } },
      },
    },
  };
}

function serialOf({ macAddress }: DeviceInfo): string {
  return macAddress.match(/../g)?.join(':') ?? macAddress;
}
