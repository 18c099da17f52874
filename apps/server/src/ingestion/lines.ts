import type { KeptBody } from './attempt-store.ts';
import { vendors, type Vendors } from './vendors/table.ts';
import type { Logic } from './vendors/vendor.ts';

/** A line or zone that a device counts with, and what it said last. */
export interface FoundLine {
  /** The device's own number of it. */
  readonly lineId: string;
  readonly name: string;
  readonly form: Logic['form'];
  /** What it counts, such as people; empty when it counts nothing. */
  readonly measures: readonly string[];
  readonly latest: Latest | null;
}

/** The newest interval; totals of a counter that only grows; or how many there are. */
export type Latest = { readonly at: number } & (
  | { readonly kind: 'interval'; readonly seconds: number; readonly ins: number; readonly outs: number }
  | { readonly kind: 'total'; readonly ins: number | null; readonly outs: number | null }
  | { readonly kind: 'level'; readonly level: number }
);

export interface FoundDevice {
  readonly device: string;
  readonly lines: readonly FoundLine[];
}

/** More are found when they are assigned. */
const maxDevices = 20;
const maxLines = 64;

/** Which devices speak in a body, and what they count with. Pure: the same body always answers the same. */
export function devicesIn({ vendor, device, body }: KeptBody, known: Vendors = vendors): FoundDevice[] {
  const decoded = known.get(vendor)?.decode(body);
  if (!decoded) return [];
  const reports = [{ device, logics: decoded.logics }, ...(decoded.carried ?? [])];
  return reports
    .filter(({ logics }, index) => index === 0 || logics.length > 0)
    .slice(0, maxDevices)
    .map((report) => ({ device: report.device, lines: report.logics.slice(0, maxLines).map(lineOf) }));
}

function lineOf(logic: Logic): FoundLine {
  const { deviceId, name, form, readings, counters = [] } = logic;
  const measures = [...new Set([...readings, ...counters].map(({ measure }) => measure))];
  return { lineId: deviceId, name, form, measures, latest: latestOf(logic) };
}

function latestOf({ readings, counters = [], levels = [] }: Logic): Latest | null {
  const measure = readings.some((each) => each.measure === 'people') ? 'people' : readings[0]?.measure;
  const reading = newest(readings.filter((each) => each.measure === measure));
  if (reading) {
    const { at, span: seconds, ins, outs } = reading;
    return { kind: 'interval', at, seconds, ins, outs };
  }
  const level = newest(levels);
  if (level) return { kind: 'level', at: level.at, level: level.last };
  const counter = newest(counters);
  if (!counter) return null;
  const shown = (way: 'ins' | 'outs') =>
    newest(counters.filter((each) => each.way === way && each.measure === counter.measure))?.value ?? null;
  return { kind: 'total', at: counter.at, ins: shown('ins'), outs: shown('outs') };
}

function newest<Timed extends { readonly at: number }>(all: readonly Timed[]): Timed | undefined {
  return all.reduce<Timed | undefined>((best, each) => (best && best.at > each.at ? best : each), undefined);
}
