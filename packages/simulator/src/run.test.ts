import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countsOf } from './building.ts';
import { demoWorld, sensorsOf } from './demo-world.ts';
import { startSimulator, type Simulator } from './run.ts';
import { sensorGoesSilent } from './scenarios.ts';

const sensors = demoWorld().organizations.flatMap(sensorsOf).slice(0, 4);
const start = Date.UTC(2026, 4, 5, 15) / 1000;
/** Simulated seconds per real second: an interval of 20 ms represents one of 3 seconds. */
const speed = 150;
const intervalMs = 20;

interface Received {
  url: string;
  connection: number;
  body: unknown;
  logics?: {
    package_info: { id: number };
    sensor_info: { serial_number: string };
    logics: {
      id: number;
      records: { from: number; samples: number; samples_expected: number; counts: { value: number }[] }[];
    }[];
  };
}

let server: Server | undefined;
let simulator: Simulator | undefined;
afterEach(async () => {
  await simulator?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function receiver(answer: () => { status: number; retryAfter?: number } = () => ({ status: 200 })) {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request)) as { logics_data?: Received['logics'] };
    const { logics_data: logics } = body;
    const { status, retryAfter } = answer();
    if (status === 200)
      received.push({
        url: request.url ?? '',
        connection: request.socket.remotePort ?? 0,
        body,
        ...(logics && { logics }),
      });
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end('{}');
  };
  server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { received, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function acceleratedClock() {
  const began = performance.now();
  return () => start + ((performance.now() - began) / 1000) * speed;
}

const simulated = (sentUntil = start) =>
  sensors.map((sensor) => ({ sensor, pushKey: `key/${sensor.name}`, sentUntil }));

/** What the server would store: the last final count of each minute. */
function finals(received: readonly Received[]) {
  const minutes = new Map<string, number[]>();
  for (const { logics } of received)
    for (const { id, records } of logics?.logics ?? [])
      for (const { from, samples, samples_expected: expected, counts } of records)
        if (samples === expected)
          minutes.set(
            `${logics!.sensor_info.serial_number.replaceAll(':', '')} ${id} ${from / 1000}`,
            counts.map(({ value }) => value),
          );
  return minutes;
}

function expectTrue(minutes: Map<string, number[]>) {
  for (const [key, values] of minutes) {
    const [mac, id, minute] = key.split(' ');
    const zone = sensors.find(({ macAddress }) => macAddress === mac)!.zones[Number(id) - 1]!;
    const { ins, outs } = countsOf(zone.door, Number(minute));
    // A door with faces says more after them.
    expect(values.slice(0, 2)).toEqual([ins, outs]);
  }
}

describe('the live simulator', () => {
  it('pushes partials of open minutes and finals of closed ones, for every sensor, over few connections', async () => {
    const { received, baseUrl } = await receiver();
    simulator = startSimulator({ baseUrl, sensors: simulated(), clock: acceleratedClock(), intervalMs });
    await vi.waitFor(() => expect(finals(received).size).toBeGreaterThanOrEqual(3 * 5), { timeout: 10_000 });
    await simulator.stop();
    expectTrue(finals(received));
    const macs = new Set(received.map(({ logics }) => logics?.sensor_info.serial_number));
    macs.delete(undefined);
    expect(macs.size).toBe(sensors.length);
    expect(received[0]!.url).toBe(`/api/push/xovis5/${encodeURIComponent(`key/${sensors[0]!.name}`)}`);
    const partials = received
      .flatMap(({ logics }) => logics?.logics.flatMap(({ records }) => records) ?? [])
      .filter((record) => record.samples < record.samples_expected);
    expect(partials.length).toBeGreaterThan(finals(received).size);
    expect(new Set(received.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2 * sensors.length);
    const packages = received.flatMap(({ logics }) =>
      logics?.sensor_info.serial_number === received[0]?.logics?.sensor_info.serial_number
        ? [logics!.package_info.id]
        : [],
    );
    expect(packages).toEqual(packages.toSorted((a, b) => a - b));
    expect(new Set(packages).size).toBe(packages.length);
  });

  it('lets a sensor of another vendor send its closed minutes in the format of that vendor', async () => {
    const sensor = demoWorld()
      .organizations.flatMap(sensorsOf)
      .find(({ sensorType }) => sensorType === 'axis')!;
    const { received, baseUrl } = await receiver();
    const simulatedSensors = [{ sensor, pushKey: 'key', sentUntil: start - 120 }];
    simulator = startSimulator({ baseUrl, sensors: simulatedSensors, clock: () => start + 30, intervalMs });
    await vi.waitFor(() => expect(received.length).toBe(1), { timeout: 10_000 });
    await simulator.stop();
    const itemsAt = (minute: number) => {
      const { ins, outs } = countsOf(sensor.zones[0]!.door, minute);
      return [
        { direction: 'in', count: ins },
        { direction: 'out', count: outs },
      ];
    };
    expect(received.map(({ url }) => url)).toEqual(['/api/push/axis/key']);
    expect(received[0]!.body).toMatchObject({
      data: { measurements: [{ items: itemsAt(start - 120) }, { items: itemsAt(start - 60) }] },
      sensor: { serial: sensor.macAddress.toLowerCase() },
    });
  });

  it('catches up on what it missed while it was down, in order and within limits', async () => {
    const { received, baseUrl } = await receiver();
    const missed = 10 * 3600;
    simulator = startSimulator({
      baseUrl,
      sensors: simulated(start - missed).slice(0, 1),
      clock: acceleratedClock(),
      intervalMs,
    });
    const lines = sensors[0]!.zones.length;
    await vi.waitFor(() => expect(finals(received).size).toBeGreaterThanOrEqual((missed / 60) * lines), {
      timeout: 10_000,
    });
    expectTrue(finals(received));
    expect(Math.max(...received.map(({ logics }) => logics?.logics[0]?.records.length ?? 0))).toBeLessThanOrEqual(241);
  });

  it('does not go back further than a week', async () => {
    const { received, baseUrl } = await receiver();
    simulator = startSimulator({
      baseUrl,
      sensors: simulated(start - 400 * 86_400).slice(0, 1),
      clock: acceleratedClock(),
      intervalMs,
    });
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { timeout: 10_000 });
    expect(received[0]!.logics!.logics[0]!.records[0]!.from / 1000).toBe(start - 7 * 86_400);
  });

  it('loses nothing when the server is unavailable for a while, and says so once', async () => {
    let status = 503;
    const { received, baseUrl } = await receiver(() => ({ status }));
    const troubles: string[] = [];
    const onTrouble = (message: string) => troubles.push(message);
    simulator = startSimulator({ baseUrl, sensors: simulated(), clock: acceleratedClock(), intervalMs, onTrouble });
    await sleep(400);
    expect(received).toEqual([]);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toMatch(/cannot push: the server answered 503/);
    status = 200;
    await vi.waitFor(() => expect(finals(received).size).toBeGreaterThanOrEqual(5), { timeout: 10_000 });
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 10_000 });
    expect(troubles[1]).toBe('Simulated sensors reach the server again.');
    await simulator.stop();
    const minutes = finals(received);
    expectTrue(minutes);
    for (const { macAddress, zones } of sensors)
      for (const { deviceId } of zones) expect([...minutes.keys()]).toContain(`${macAddress} ${deviceId} ${start}`);
  });

  it('waits as long as the server requests', async () => {
    let asked = 0;
    const { baseUrl } = await receiver(() => {
      asked += 1;
      return { status: 429, retryAfter: 30 };
    });
    simulator = startSimulator({ baseUrl, sensors: simulated().slice(0, 1), clock: acceleratedClock(), intervalMs });
    await sleep(500);
    expect(asked).toBe(1);
  });

  it('sends nothing after it has stopped, and stops while the server is not responding', async () => {
    server = createServer(() => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    simulator = startSimulator({ baseUrl, sensors: simulated(), clock: acceleratedClock(), intervalMs });
    await sleep(50);
    const began = performance.now();
    await simulator.stop();
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('runs scenarios', async () => {
    const { received, baseUrl } = await receiver();
    const silent = sensorGoesSilent(sensors[0]!.macAddress, { from: start, to: start + 86_400 });
    simulator = startSimulator({
      baseUrl,
      sensors: simulated(),
      clock: acceleratedClock(),
      intervalMs,
      scenario: silent,
    });
    await vi.waitFor(() => expect(finals(received).size).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
    expect([...finals(received).keys()].some((key) => key.startsWith(sensors[0]!.macAddress))).toBe(false);
  });
});
