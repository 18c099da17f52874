import { maxRecords, type Decoded, type Identity, type Logic } from './vendor.ts';

/** What the door must know of a body, from everything that the body says. For vendors whose bodies are small. */
export function identityIn(decoded: Decoded): Identity {
  const { device, status, flaws, carried = [] } = decoded;
  const logics = [decoded, ...carried].flatMap((report) => report.logics);
  if (flaws.includes('too_many_records')) return { kind: 'too-large' };
  let records = 0;
  let newest: number | null = null;
  for (const logic of logics) {
    for (const end of endsOf(logic)) {
      records += 1;
      if (newest === null || end > newest) newest = end;
    }
  }
  if (records > maxRecords) return { kind: 'too-large' };
  const brings = carried.length > 0 ? { carried: carried.map((report) => report.device) } : {};
  if (logics.length > 0) return { kind: 'readings', device, ...brings, records, newest };
  if (status || carried.length > 0) return { kind: 'status', device, ...brings, records, newest };
  return flaws.length > 0 ? { kind: 'unreadable', device } : { kind: 'test' };
}

function* endsOf({ readings, counters = [], levels = [], samples = [], events = [] }: Logic): Generator<number> {
  for (const { at, span } of readings) yield at + span;
  for (const { at } of counters) yield at;
  for (const { at, span } of levels) yield at + (span ?? 0);
  for (const { at, span } of samples) yield at + span;
  for (const { at } of events) yield at;
}
