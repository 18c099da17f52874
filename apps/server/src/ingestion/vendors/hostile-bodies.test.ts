import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { taughtVendors } from '../mappings/testing.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { planBody } from '../plan.ts';
import { nothing } from './collector.ts';
import { estateOf, fixture } from './testing.ts';
import { vendors } from './table.ts';
import type { Decoded, Vendor } from './vendor.ts';

/**
 * Every recorded body, broken in every way that a cable, a firmware or an attacker can think of, given to every decoder.
 * Repeat a failure of `npm run soak` with ATRIUM_SEED=<the number in its title>; ATRIUM_BODIES for more of them.
 */
const seed = Number(process.env.ATRIUM_SEED);
const bodies = Number(process.env.ATRIUM_BODIES ?? 100_000);
/** Milliseconds for finding out whose it is and reading it. */
const slowest = 200;

const files = readdirSync(new URL('./fixtures', import.meta.url));
const recorded = files.map((file) => fixture(file));
const known = [...vendors.values()];
/** Every so many are also counted, in organizations where others count with the same lines. */
const plannedEvery = 10;
const taught = taughtVendors();
const context = { zoneOf: () => 'Europe/Berlin' };

it(`[I105] [I166] [S208] ${bodies} broken bodies (seed ${seed}): no exception, none too slow, every reading within bounds and of a device that is named`, () => {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  let longest = 0;
  let facts = 0;
  for (let made = 0; made < bodies; made += 1) {
    let body = pick(recorded);
    for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1)
      body = pick(breakages)(body, random, pick(recorded));
    // Every tenth goes to a taught sensor.
    const vendor = pick(made % 10 === 0 ? taught : known);
    try {
      longest = Math.max(longest, timeOf(vendor, body));
      if (made % plannedEvery < 2) facts += factsOf(vendor, body);
    } catch (error) {
      throw new Error(`${vendor.name}: ${JSON.stringify(body.toString('latin1')).slice(0, 2000)}`, { cause: error });
    }
  }
  expect(longest).toBeLessThan(slowest);
  expect(facts).toBeGreaterThan(bodies / 1000);
}, 600_000);

it.each([...known, ...taught])(
  '[I105] $name refuses the largest and deepest bodies quickly, each with a reason',
  (vendor) => {
    for (const body of [
      '['.repeat(1_000_000),
      `[${'{},'.repeat(300_000)}{}]`,
      `{"a":${'{"a":'.repeat(100_000)}1`,
      `{"${'k'.repeat(1_000_000)}":1}`,
      `"${'\\u0000'.repeat(200_000)}"`,
      `<a>${'<b/>'.repeat(250_000)}</a>`,
      '<a>'.repeat(300_000),
      `<a ${'x="1" '.repeat(100_000)}/>`,
      `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]><a>${'&b;'.repeat(100_000)}</a>`,
      '\u0000'.repeat(1_000_000),
      '\uD800'.repeat(300_000),
      '9'.repeat(1_000_000),
      `record_id,timestamp\n${'1,2026-01-01\n'.repeat(70_000)}`,
    ]) {
      expect(timeOf(vendor, Buffer.from(body))).toBeLessThan(slowest);
      expect(vendor.decode(Buffer.from(body), context).flaws).not.toEqual([]);
    }
  },
);

/** Milliseconds of the processor. What took long is tried again: the compiler may have been at work. */
function timeOf(vendor: Vendor, body: Buffer): number {
  let least = Infinity;
  for (let attempt = 1; attempt <= 5 && least > slowest; attempt += 1) {
    const started = process.cpuUsage();
    check(vendor, body);
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function check(vendor: Vendor, received: Buffer): void {
  const body = vendor.withoutPictures?.(received) ?? received;
  const identity = vendor.identify(body);
  const decoded = vendor.decode(body, context);
  const { flaws, device } = decoded;
  if ((identity.kind === 'readings' || identity.kind === 'unreadable') && identity.device !== device)
    throw new Error(`${identity.device} at the door, ${device} inside`);
  if (new Set(flaws).size !== flaws.length) throw new Error(`flaws: ${flaws.join()}`);
  for (const { deviceId, name, readings, counters = [], levels = [], samples = [], events = [] } of logicsIn(decoded)) {
    if (deviceId === '' || name === '' || /\p{C}/u.test(name))
      throw new Error(`name: ${JSON.stringify([deviceId, name])}`);
    for (const { at, span, ins, outs } of readings) within(at, span, ins, outs);
    for (const { at, value } of counters) within(at, 0, value);
    for (const { at, span, last, lo, hi } of levels) {
      within(at, span ?? 0, last, lo, hi);
      if (lo > hi || last < lo || last > hi) throw new Error(`level: ${JSON.stringify([lo, last, hi])}`);
    }
    for (const { at, span, milliseconds, n } of samples) within(at, span, milliseconds, n);
    for (const { at, milliseconds } of events) within(at, 0, milliseconds ?? 0);
  }
}

function logicsIn(decoded: Decoded) {
  return [decoded, ...(decoded.carried ?? [])].flatMap(({ logics }) => logics);
}

function within(at: number, span: number, ...counts: readonly number[]): void {
  const isFine = at >= 0 && at < 4_200_000_000 && span >= 0 && span <= 86_400;
  if (!isFine || counts.some((count) => !(Number.isInteger(count) && count >= 0 && count <= 0xffff_ffff)))
    throw new Error(`out of bounds: ${JSON.stringify([at, span, ...counts])}`);
}

const neighbor = '006E02000001';

/** How many facts a body becomes, in its own organization and in another one; none may be of a device that it does not name. */
function factsOf(vendor: Vendor, body: Buffer): number {
  const decoded = vendor.decode(body, context);
  const speaker = decoded.device ?? '006E02000002';
  const named = new Set([speaker, ...(decoded.carried ?? []).map(({ device }) => device)]);
  const next = { ...nothing([]), device: neighbor, logics: logicsIn(decoded) };
  const times = { receivedAt: late, now: late };
  const received = { order: 1n, device: speaker, ...times, generation: vendor.generation, decoded };
  let facts = 0;
  for (const estate of [estateOf([decoded, next], speaker), estateOf([next], neighbor)]) {
    const { rows, counters, kinds, held, signs, statuses, unknown } = planBody(received, estate);
    const ofSeries = [...rows, ...counters, ...kinds.levels, ...kinds.samples, ...kinds.events];
    const owners = [
      ...ofSeries.map(({ series }) => sensorOfSeries(estate, series)),
      ...[...held, ...signs, ...statuses, ...unknown].map(({ sensorId }) => sensorId),
    ];
    const wrong = owners.find((owner) => owner === undefined || !named.has(owner));
    if (wrong !== undefined || owners.includes(undefined)) throw new Error(`a fact of ${wrong}`);
    facts += ofSeries.length + held.length;
  }
  return facts;
}

function sensorOfSeries(estate: Estate, seriesId: number): string | undefined {
  const series = estate.series.get(seriesId);
  return series?.owner === 'zone' ? series.sensorId : undefined;
}

/** When all of it is past. */
const late = 4_200_000_000;

type Breakage = (body: Buffer, random: () => number, other: Buffer) => Buffer;

const strange = [
  'null',
  '-1',
  '1e308',
  '1e-7',
  '99999999999999999999',
  '"7"',
  '""',
  '[]',
  '{}',
  'true',
  '"\\u0000"',
  '"\\ud800"',
  '[[[[]]]]',
  '"2026-02-30T00:00:00Z"',
  '"9999-12-31T23:59:59+14:00"',
  '"constructor"',
  '{"__proto__":1}',
  'NaN',
];

const breakages: readonly Breakage[] = [
  // Cut off.
  (body, random) => body.subarray(0, Math.floor(random() * body.length)),
  // One byte is another.
  (body, random) => {
    const copy = Buffer.from(body);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return copy;
  },
  // A piece is missing, or there twice.
  (body, random) => {
    const [from, to] = [random(), random()].map((part) => Math.floor(part * body.length)).toSorted((a, b) => a - b);
    return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
  },
  (body, random) => {
    const from = Math.floor(random() * body.length);
    return Buffer.concat([body.subarray(0, from), body.subarray(from, from + 200), body.subarray(from)]);
  },
  // A value is another one.
  (body, random) => replaced(body, random, /(?<=[:,[]\s*)("[^"]*"|-?\d[\d.eE+-]*|true|false|null)/g, strange),
  // An attribute or a text of XML is another one.
  (body, random) => replaced(body, random, /(?<==")[^"]*|(?<=>)[^<>]+(?=<)/g, ['', '-1', '1e308', '&#1;', '&x;', ' ']),
  // A cell of CSV is another one.
  (body, random) =>
    replaced(body, random, /(?<=[,;\n])[^,;\n]*/g, ['', '-1', '1e308', '4294967296', '2026-03-29 02:30:00', '"', ';']),
  // Bytes of LoRaWAN are others.
  (body, random) =>
    replaced(body, random, /(?<=")[A-Za-z0-9+/]{8,}={0,2}(?=")/g, ['/w==', 'A9L/////BNL/////', 'EOQ=', '=']),
  // A name is another one.
  (body, random) => replaced(body, random, /"\w[\w-]*"(?=\s*:)/g, ['"x"', '"__proto__"', '"from"', '"value"']),
  // Continues as the body of another.
  (body, random, other) => Buffer.concat([body.subarray(0, Math.floor(random() * body.length)), other]),
];

function replaced(body: Buffer, random: () => number, pattern: RegExp, by: readonly string[]): Buffer {
  const text = body.toString('latin1');
  const places = [...text.matchAll(pattern)];
  const place = places[Math.floor(random() * places.length)];
  if (!place) return body;
  const value = by[Math.floor(random() * by.length)]!;
  return Buffer.from(text.slice(0, place.index) + value + text.slice(place.index + place[0].length), 'latin1');
}

/** A small generator that repeats (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
