import { isCount, type Json } from './values.ts';

/** Epoch seconds by the clock of the device, of what it had stored; absent for what it shows now. */
type PastTime = number;

/** What the bytes of a Milesight people counter say, whichever network server unpacked them. */
export interface Uplink {
  readonly counters: readonly {
    readonly line: number;
    readonly measure: 'people' | 'child';
    readonly way: 'ins' | 'outs';
    readonly value: number;
    readonly modulus: number | null;
    readonly at?: PastTime;
  }[];
  /** People in a region; 0 is all of them together. */
  readonly levels: readonly {
    readonly region: number;
    readonly measure: 'people' | 'child';
    readonly value: number;
    readonly at?: PastTime;
  }[];
  /** How long people stayed in a region, on average, in seconds. */
  readonly dwells: readonly { readonly region: number; readonly seconds: number; readonly at?: PastTime }[];
  /** Whether something stands before the sensor; null where it does not say. */
  readonly occluded: boolean | null;
  readonly firmware: string | null;
  readonly serial: string | null;
  readonly battery: number | null;
  /** Epoch seconds, by the clock of the device; null where it does not say. */
  readonly at: number | null;
  /** Whether it ends in something that is not documented. */
  readonly unknown: boolean;
}

type Open = {
  -readonly [Key in keyof Uplink]: Uplink[Key] extends readonly (infer Item)[] ? Item[] : Uplink[Key];
};

function nothingSaid(): Open {
  return {
    counters: [],
    levels: [],
    dwells: [],
    occluded: null,
    firmware: null,
    serial: null,
    battery: null,
    at: null,
    unknown: false,
  };
}

type Read = (data: Buffer, into: Open) => void;

/** A channel, its type, how many bytes follow, and what they mean: by `channel << 8 | type`. */
const channels = new Map<number, readonly [length: number, read: Read]>();
const skip: Read = () => undefined;

function channel(id: number, type: number, length: number, read: Read = skip): void {
  channels.set((id << 8) | type, [length, read]);
}

/** Where a counter of two bytes starts again at zero. */
const twoBytes = 65_536;

function bothWays(line: number): Read {
  return (data, { counters }) => {
    counters.push({ line, measure: 'people', way: 'ins', value: data.readUInt16LE(0), modulus: twoBytes });
    counters.push({ line, measure: 'people', way: 'outs', value: data.readUInt16LE(2), modulus: twoBytes });
  };
}

function oneWay(line: number, measure: 'people' | 'child', way: 'ins' | 'outs'): Read {
  return (data, { counters }) => void counters.push({ line, measure, way, value: data.readUInt32LE(0), modulus: null });
}

function regions(first: number, measure: 'people' | 'child' = 'people'): Read {
  return (data, { levels }) => data.forEach((value, index) => levels.push({ region: first + index, measure, value }));
}

const dwell: Read = (data, { dwells }) => void dwells.push({ region: data[0]!, seconds: data.readUInt16LE(1) });
const clock: Read = (data, into) => void (into.at = data.readUInt32LE(0));
const serial: Read = (data, into) => void (into.serial = data.toString('hex'));

// VS125, VS133 and VS135: four lines and four regions, then the same of children. What a line counted in a period repeats its
// totals and does not say how long the period was.
for (const [first, measure] of [[0x03, 'people'] as const, [0x11, 'child'] as const]) {
  for (let line = 1; line <= 4; line += 1) {
    const id = first + 3 * (line - 1);
    channel(id, 0xd2, 4, oneWay(line, measure, 'ins'));
    channel(id + 1, 0xd2, 4, oneWay(line, measure, 'outs'));
    channel(id + 2, 0xcc, 4);
  }
  channel(first + 12, 0xe3, 4, regions(1, measure));
  channel(first + 13, 0xe4, 5, measure === 'people' ? dwell : skip);
}
/** In their history: the same by the number of the channel, but the average and the longest stay are told apart. */
const stored = new Map([...channels].map(([key, shown]) => [key >> 8, shown]));
for (const id of [0x10, 0x1e, 0x20, 0x3c]) stored.set(id, [3, id === 0x10 ? dwell : skip]);

// Of the sensor itself or of one that is connected to it: any of them makes the counts doubtful.
channel(0x50, 0xfc, 3, (data, into) => void (into.occluded = into.occluded === true || data[2] === 1));
// VS121: people in its regions, and those who crossed its line.
channel(0x04, 0xc9, 4, (data, { levels }) => void levels.push({ region: 0, measure: 'people', value: data[0]! }));
channel(0x06, 0xcd, 1);
channel(0x07, 0xd5, 8, regions(1));
channel(0x08, 0xd5, 8, regions(9));
for (const flow of [0x09, 0x0a, 0x0b, 0x0c]) channel(flow, 0xda, 8);
channel(0x0d, 0xcc, 4, bothWays(1));
channel(0x0e, 0xe4, 5, dwell);
channel(0x0f, 0x85, 4, clock);
channel(0x10, 0xf7, 4);
// VS350, VS351 and VS360: one passage.
channel(0x04, 0xcc, 4, bothWays(1));
channel(0x0a, 0xef, 4, clock);
channel(0x01, 0x75, 1, (data, into) => void (into.battery = data[0]!));
channel(0x02, 0x75, 1);
channel(0x03, 0x67, 2);
// What each says when it joins the network.
for (const [type, length, read] of [
  [0x01, 1, skip],
  [0x08, 6, serial],
  [0x09, 2, skip],
  [0x0a, 2, (data, into) => void (into.firmware = `${data[0]}.${data[1]!.toString(16)}`)],
  [0x0b, 1, skip],
  [0x0f, 1, skip],
  [0x16, 8, serial],
  [0x1f, 4, (data, into) => void (into.firmware = [...data].join('.'))],
  [0xcc, 1, skip],
  [0xfe, 1, skip],
  [0xff, 2, skip],
] as readonly (readonly [number, number, Read])[])
  channel(0xff, type, length, read);

/** LoRaWAN carries at most 242 bytes. */
const maxBytes = 255;

/** What a VS133 or VS135 had stored: when, the number of a channel, and what that channel showed then. */
const history = (0x20 << 8) | 0xce;
const historyHead = 5;

/** Undefined for the history of another model, null where it is cut off. */
function readHistory(bytes: Buffer, into: Open): { readonly length: number } | null | undefined {
  if (bytes.length < historyHead) return null;
  const known = stored.get(bytes[4]!);
  if (!known) return undefined;
  const [size, read] = known;
  const data = bytes.subarray(historyHead, historyHead + size);
  if (data.length < size) return null;
  const at = bytes.readUInt32LE(0);
  const past = nothingSaid();
  read(data, past);
  into.counters.push(...past.counters.map((each) => ({ ...each, at })));
  into.levels.push(...past.levels.map((each) => ({ ...each, at })));
  into.dwells.push(...past.dwells.map((each) => ({ ...each, at })));
  return { length: historyHead + size };
}

/** Null where it is no payload at all: empty, too long, or cut off. */
export function readPayload(bytes: Buffer): Uplink | null {
  if (bytes.length === 0 || bytes.length > maxBytes) return null;
  const said = nothingSaid();
  for (let from = 0; from < bytes.length;) {
    if (bytes.length >= from + 2 && bytes.readUInt16BE(from) === history) {
      const past = readHistory(bytes.subarray(from + 2), said);
      if (!past) return past === null ? null : { ...said, unknown: true };
      from += 2 + past.length;
      continue;
    }
    const [length, read] = channels.get(((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)) ?? [];
    if (length === undefined || read === undefined) return { ...said, unknown: true };
    const data = bytes.subarray(from + 2, from + 2 + length);
    if (data.length < length) return null;
    read(data, said);
    from += 2 + length;
  }
  return said;
}

/** The same from the object that the vendor's own codec makes of the bytes, where a server sends nothing else. */
export function readDecoded(found: Json): Uplink {
  const said = nothingSaid();
  const number = (key: string) => (isCount(found[key]) ? found[key] : undefined);
  const counter = (key: string, of: Omit<Uplink['counters'][number], 'value'>) => {
    const value = number(key);
    if (value !== undefined) said.counters.push({ ...of, value });
  };
  for (const [way, word] of [['ins', 'in'] as const, ['outs', 'out'] as const]) {
    for (const line of [1, 2, 3, 4]) {
      counter(`line_${line}_total_${word}`, { line, measure: 'people', way, modulus: null });
      counter(`line_${line}_child_total_${word}`, { line, measure: 'child', way, modulus: null });
    }
    counter(`people_total_${word}`, { line: 1, measure: 'people', way, modulus: twoBytes });
    counter(`total_${word}`, { line: 1, measure: 'people', way, modulus: twoBytes });
  }
  const all = number('people_count_all');
  if (all !== undefined) said.levels.push({ region: 0, measure: 'people', value: all });
  for (let region = 1; region <= 16; region += 1) {
    const value = number(`region_${region}_count`);
    if (value !== undefined) said.levels.push({ region, measure: 'people', value });
    const seconds = number(`region_${region}_avg_dwell`);
    if (seconds !== undefined) said.dwells.push({ region, seconds });
  }
  said.battery = number('battery') ?? null;
  said.at = number('timestamp') ?? null;
  said.firmware = typeof found.firmware_version === 'string' ? found.firmware_version : null;
  said.serial = typeof found.sn === 'string' ? found.sn : null;
  return said;
}
