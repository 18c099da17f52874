import type { DecodedReading } from '@atrium/contract/inbox';
import type { Decoded, Logic, Report } from '../vendors/vendor.ts';

/** A page is not longer than this; a body has up to ten thousand readings. */
const maxShown = 500;

/** What a decoder made of a body, as lines of a table. */
export function readingsOf(decoded: Decoded): { readings: DecodedReading[]; total: number } {
  const reports: Report[] = [decoded, ...(decoded.carried ?? [])];
  const all = reports.flatMap(({ device, logics }) => logics.flatMap((logic) => linesOf(device, logic)));
  return { readings: all.slice(0, maxShown), total: all.length };
}

function linesOf(device: string | null, logic: Logic): DecodedReading[] {
  const line = (
    values: Partial<DecodedReading> & Pick<DecodedReading, 'kind' | 'measure'>,
    at: number,
    span: number | null,
  ): DecodedReading => ({
    device,
    logicId: logic.deviceId,
    logicName: logic.name,
    from: instant(at),
    to: span === null ? null : instant(at + span),
    ins: null,
    outs: null,
    value: null,
    lowest: null,
    highest: null,
    partial: false,
    ...values,
  });
  return [
    ...logic.readings.map(({ measure, at, span, ins, outs, partial }) =>
      line({ kind: 'count', measure, ins, outs, partial: partial === true }, at, span),
    ),
    ...(logic.counters ?? []).map(({ measure, way, at, value }) =>
      line({ kind: 'counter', measure: `${measure}, ${way}`, value }, at, null),
    ),
    ...(logic.levels ?? []).map(({ measure, at, span, last, lo, hi }) =>
      line({ kind: 'level', measure, value: last, lowest: lo, highest: hi }, at, span),
    ),
    ...(logic.samples ?? []).map(({ measure, at, span, milliseconds }) =>
      line({ kind: 'sample', measure, value: milliseconds }, at, span),
    ),
    ...(logic.events ?? []).map(({ type, at }) => line({ kind: 'event', measure: type }, at, null)),
  ];
}

/** Null where a device's clock says something that is no date. */
function instant(second: number): string | null {
  const date = new Date(second * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? null
    : date.toISOString();
}
