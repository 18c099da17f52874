import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoSensor } from './demo-world.ts';
import { closedPush, livePush, statusPush } from './feed.ts';
import { formatOf } from './demo-devices.ts';
import type { FleetRecord } from './fleet/message.ts';
import type { Scenario } from './scenarios.ts';
import { encodePush, type LineRecord, type Push } from './xovis5.ts';

export interface SimulatedSensor {
  readonly sensor: DemoSensor;
  readonly pushKey: string;
  /** The server has all minutes before this one (epoch seconds): from here on everything is sent. */
  readonly sentUntil: number;
}

export interface SimulatorOptions {
  readonly baseUrl: string;
  readonly sensors: readonly SimulatedSensor[];
  /** Epoch seconds. */
  readonly clock?: () => number;
  /** The pause between two pushes of one sensor. */
  readonly intervalMs?: number;
  /** Applied to every round of pushes before it is sent. */
  readonly scenario?: Scenario;
  /** Called once when pushes start to fail, and once when they succeed again. */
  readonly onTrouble?: (message: string) => void;
}

export interface Simulator {
  /** Resolves when nothing more will be sent. */
  stop(): Promise<void>;
}

/** A longer gap is not caught up on. */
const maxCatchUp = 7 * 86_400;
/** Minutes in one package while catching up: at most some hundred kilobytes. */
const packageMinutes = 240;
const statusEvery = 300;
const answerTimeoutMs = 15_000;
const maxPauseMs = 15_000;

/** Starts every sensor: each pushes its counts every few seconds, like a real device. */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { sensors, intervalMs = 3000 } = options;
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const report = troubleReporter(options.onTrouble);
  const running = sensors.map(async (simulated, index) => {
    try {
      await sleep((index * intervalMs) / sensors.length, undefined, { signal: ending.signal });
      await behave(simulated, { ...options, intervalMs }, ending.signal, report);
    } catch (error) {
      if (!ending.signal.aborted) report(simulated.sensor, error);
    }
  });
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

type Running = SimulatorOptions & { readonly intervalMs: number };
type Report = (sensor: DemoSensor, trouble?: unknown) => void;

async function behave(
  { sensor, pushKey, sentUntil: knownUntil }: SimulatedSensor,
  options: Running,
  ending: AbortSignal,
  report: Report,
): Promise<void> {
  const { clock = () => Date.now() / 1000, scenario, intervalMs } = options;
  const { vendor } = formatOf(sensor.sensorType);
  const url = new URL(`/api/push/${vendor}/${encodeURIComponent(pushKey)}`, options.baseUrl);
  const startedAt = clock();
  // Each kind of package is numbered on its own; like a device that was restarted, from one again.
  const sent = { logics: 0, status: 0 };
  let sentUntil = Math.floor(knownUntil / 60) * 60;
  let statusAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const round = async (): Promise<number> => {
    const now = clock();
    const closed = Math.floor(now / 60) * 60;
    const since = Math.max(sentUntil, closed - maxCatchUp);
    const until = Math.min(closed, since + packageMinutes * 60);
    const catchingUp = until < closed;
    const logics = catchingUp
      ? closedPush(sensor, { from: since, to: until }, 60, (sent.logics += 1))
      : livePush(sensor, since, now, (sent.logics += 1));
    const pushes: Push[] = [logics];
    const statusDue = now - statusAt >= statusEvery;
    if (statusDue) pushes.push(statusPush(sensor, startedAt, now, (sent.status += 1)));
    const scheduled = pushes.map((push) => ({ at: now, push }));
    for (const { at, push } of scenario ? scenario(scheduled) : scheduled) {
      const body = bodyOf(sensor, push, at);
      if (body !== null) await send(url, body, ending);
    }
    sentUntil = until;
    if (statusDue) statusAt = now;
    return catchingUp ? 0 : intervalMs;
  };

  while (!ending.aborted) {
    const began = performance.now();
    let pauseMs: number;
    try {
      pauseMs = await round();
      failures = 0;
      report(sensor);
    } catch (error) {
      if (ending.aborted) return;
      failures += 1;
      const asked = error instanceof Refused ? error.retryAfterMs : 0;
      pauseMs = Math.max(asked, Math.min(maxPauseMs, intervalMs * 2 ** Math.min(failures, 5)));
      report(sensor, error);
    }
    await sleep(Math.max(0, pauseMs - (performance.now() - began)), undefined, { signal: ending });
  }
}

/** In the words of the sensor's vendor; null when there is nothing to say: only a Xovis 5 reports its state and the open minute. */
function bodyOf(sensor: DemoSensor, push: Push, at: number): string | null {
  if (sensor.sensorType === 'xovis5') return JSON.stringify(encodePush(push));
  if (push.kind === 'status') return null;
  const lines = sensor.zones.map(({ deviceId, name }) => ({ number: Number(deviceId), name }));
  const format = formatOf(sensor.sensorType);
  const reports = push.logics.flatMap(({ id, records }) => {
    const line = lines.find(({ number }) => number === id);
    const closed = records.filter(({ samples, samplesExpected }) => samples === samplesExpected);
    return line && closed.length > 0 ? [{ line, records: closed.map(recordOf) }] : [];
  });
  if (reports.length === 0) return null;
  const speaker = { device: sensor.macAddress, name: sensor.name, format };
  return format.encode({ sensor: speaker, number: push.packageId, at, lines: reports });
}

function recordOf({ from, to, forward, backward, readings }: LineRecord): FleetRecord {
  // None of the formats in the demo says how far its counters have come.
  return { from, to, ins: forward, outs: backward, insTotal: 0, outsTotal: 0, ...(readings && { readings }) };
}

class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(status: number, retryAfterMs: number) {
    super(`the server answered ${status}`);
    this.retryAfterMs = retryAfterMs;
  }
}

async function send(url: URL, body: string, ending: AbortSignal): Promise<void> {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const timer = setTimeout(abort, answerTimeoutMs);
  ending.addEventListener('abort', abort);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: giveUp.signal,
    });
    // Read to the end, so that the connection can be reused.
    await answer.arrayBuffer();
    if (!answer.ok) throw new Refused(answer.status, 1000 * (Number(answer.headers.get('retry-after')) || 0));
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', abort);
  }
}

/** One line when failures begin and one when they end, however many sensors and attempts are involved. */
function troubleReporter(tell: (message: string) => void = () => {}): Report {
  const troubled = new Set<string>();
  return ({ sensorId, name }, trouble) => {
    if (trouble === undefined) {
      if (troubled.delete(sensorId) && troubled.size === 0) tell('Simulated sensors reach the server again.');
      return;
    }
    if (troubled.size === 0) tell(`A simulated sensor (${name}) cannot push: ${reasonOf(trouble)}.`);
    troubled.add(sensorId);
  };
}

function reasonOf(trouble: unknown): string {
  if (!(trouble instanceof Error)) return String(trouble);
  return trouble.cause instanceof Error ? trouble.cause.message : trouble.message;
}
