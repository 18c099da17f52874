import { parseBounded } from './bounded-json.ts';
import { parseBoundedXml, type XmlElement } from './bounded-xml.ts';
import { lastDayOf, withinFacts, type Interval } from './intervals.ts';
import type { CounterValue, LevelReading, SampleReading, TrackEvent } from './kinds.ts';
import { isBlank, isObject, type Json } from './values.ts';
import {
  maxCarried,
  maxRecords,
  statusAfter,
  type Decoded,
  type DecodeContext,
  type DeviceStatus,
  type Flaw,
  type Logic,
} from './vendor.ts';

/** Gathers what a body says while a decoder walks through it. */
export interface Collector extends DeviceCollector {
  /** Every place that names the device says so; two different ones void the body. */
  device(device: string | null): void;
  /** Something of another device, which this one brings. */
  carried(device: string): DeviceCollector;
  /** Something of one of the devices in a body: the only one speaks for itself, several are carried. */
  from(device: string): DeviceCollector;
  package(agent: string, number: number): void;
  flaw(flaw: Flaw): void;
  /** Made by the vendor's own test function. */
  testData(): void;
}

export interface DeviceCollector {
  status(status: DeviceStatus): void;
  logic(deviceId: string, name: string, form: Logic['form']): LogicCollector;
}

export interface LogicCollector {
  /** It counts one direction and does not say which. */
  oneWay(): LogicCollector;
  /** Counts of an interval; `undefined` in a direction is zero, in both nothing was said. */
  count(measure: string, interval: Interval, counted: Counted, partial?: boolean | null): void;
  counter(value: CounterValue): void;
  level(reading: LevelReading): void;
  sample(reading: SampleReading): void;
  event(event: TrackEvent): void;
}

/** Null where it was said and cannot be read. */
export interface Counted {
  readonly ins?: number | null | undefined;
  readonly outs?: number | null | undefined;
}

export type ReadMessage = (message: Json, into: Collector, context: DecodeContext) => void;

/** One message, or several in a list, as sensors send them after an interruption. */
export function decodeJson(body: Buffer, read: ReadMessage, context: DecodeContext = nowhere): Decoded {
  if (isBlank(body)) return nothing([]);
  const parsed = parseBounded(body);
  if (!parsed.ok) return nothing([parsed.flaw]);
  const messages = Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [parsed.value];
  if (messages.length > maxRecords) return nothing(['too_many_records']);
  return collect((into) => {
    for (const message of messages) {
      if (isObject(message)) read(message, into, context);
      else into.flaw('unknown_shape');
    }
  });
}

export function decodeXml(body: Buffer, read: (root: XmlElement, into: Collector) => void): Decoded {
  if (isBlank(body)) return nothing([]);
  const parsed = parseBoundedXml(body);
  return parsed.ok ? collect((into) => read(parsed.root, into)) : nothing([parsed.flaw]);
}

const nowhere: DecodeContext = { zoneOf: () => null };

export function nothing(flaws: readonly Flaw[]): Decoded {
  return { device: null, testData: false, logics: [], status: null, flaws };
}

export function collect(read: (into: Collector) => void, most = maxRecords): Decoded {
  const devices = new Set<string>();
  const flaws = new Set<Flaw>();
  const carried = new Map<string, OpenReport>();
  const packages: NonNullable<Decoded['package']>[] = [];
  const speaker: OpenReport = { logics: new Map(), status: null };
  let testData = false;
  let records = 0;
  const add = <Item>(list: Item[], item: Item) => {
    records += 1;
    if (records > most) throw new TooMany();
    list.push(item);
  };
  const into = (report: OpenReport): DeviceCollector => ({
    status: (status) => void (report.status = statusAfter(report.status, status)),
    logic: (deviceId, name, form) => logicCollector(logicIn(report, deviceId, name, form), flaws, add),
  });
  const brought = (device: string) => {
    const report = carried.get(device) ?? { logics: new Map(), status: null };
    carried.set(device, report);
    if (carried.size > maxCarried) throw new TooMany();
    return into(report);
  };
  let bringsOthers = false;
  try {
    read({
      ...into(speaker),
      device: (device) => void (device === null || devices.add(device)),
      flaw: (flaw) => void flaws.add(flaw),
      testData: () => void (testData = true),
      package: (agent, number) => add(packages, { agent, number }),
      from: brought,
      carried(device) {
        bringsOthers = true;
        return brought(device);
      },
    });
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return nothing(['too_many_records']);
  }
  if (devices.size > 1) return nothing(['several_devices']);
  const [device = null] = devices;
  const reports = [...carried].map(([of, report]) => ({ device: of, ...closed(report) }));
  const [only] = !bringsOthers && device === null && reports.length === 1 ? reports : [];
  const [newest, ...otherPackages] = packages.toSorted((a, b) => b.number - a.number);
  return {
    ...(only ?? { device, ...closed(speaker), ...(reports.length > 0 ? { carried: reports } : {}) }),
    testData,
    ...(newest ? { package: newest } : {}),
    ...(otherPackages.length > 0 ? { otherPackages } : {}),
    flaws: [...flaws],
  };
}

interface OpenReport {
  readonly logics: Map<string, OpenLogic>;
  status: DeviceStatus | null;
}

function closed({ logics, status }: OpenReport) {
  return { logics: [...logics.values()].map(spoken), status };
}

function logicIn({ logics }: OpenReport, deviceId: string, name: string, form: Logic['form']): OpenLogic {
  const known = logics.get(deviceId);
  if (known) return known;
  const said = { readings: [], counters: [], levels: [], samples: [], events: [] };
  const opened = { deviceId, name, form, isOneWay: false, ...said };
  logics.set(deviceId, opened);
  return opened;
}

function logicCollector(
  logic: OpenLogic,
  flaws: Set<Flaw>,
  add: <Item>(list: Item[], item: Item) => void,
): LogicCollector {
  const collector: LogicCollector = {
    oneWay() {
      logic.isOneWay = true;
      return collector;
    },
    count(measure, { at, span }, { ins, outs }, partial = false) {
      if (ins === null || outs === null) flaws.add('bad_value');
      else if (ins !== undefined || outs !== undefined)
        for (const part of withinFacts({ measure, at, span, ins: ins ?? 0, outs: outs ?? 0, partial }))
          add(logic.readings, part);
    },
    counter: (value) => add(logic.counters, value),
    level: (reading) => add(logic.levels, lastDayOf(reading)),
    sample: (reading) => add(logic.samples, lastDayOf(reading)),
    event: (event) => add(logic.events, event),
  };
  return collector;
}

type OpenLogic = {
  -readonly [Key in keyof Required<Logic>]: Required<Logic>[Key] extends readonly (infer Item)[]
    ? Item[]
    : Required<Logic>[Key];
};

/** Leaves out the kinds that the body does not mention. */
function spoken({ deviceId, name, form, isOneWay, readings, counters, levels, samples, events }: OpenLogic): Logic {
  return {
    deviceId,
    name,
    form,
    readings,
    ...(isOneWay && { isOneWay }),
    ...(counters.length > 0 && { counters }),
    ...(levels.length > 0 && { levels }),
    ...(samples.length > 0 && { samples }),
    ...(events.length > 0 && { events }),
  };
}

class TooMany extends Error {}
