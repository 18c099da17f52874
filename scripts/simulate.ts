// `npm run simulate`: a fleet of simulated sensors of any vendor pushes to a server, with faults on demand.
import { parseArgs } from 'node:util';
import { deliverLive } from '@atrium/simulator/fleet/deliver-live';
import { deliver, type Delivered } from '@atrium/simulator/fleet/deliver';
import { faults } from '@atrium/simulator/fleet/faults';
import { fleetOf, timelineOf } from '@atrium/simulator/fleet/fleet';
import { formats } from '@atrium/simulator/fleet/formats';
import type { FleetSensor, Message } from '@atrium/simulator/fleet/message';
import { expectedOf } from '@atrium/simulator/fleet/truth';
import { setTimeout as sleep } from 'node:timers/promises';

const usage = `Usage: npm run simulate -- --key <push key> [options]

  --url <address>      the server (http://localhost:8080)
  --key <push key>     of the organization that the sensors belong to
  --sensors <number>   how many (10)
  --formats <names>    dealt out in turn, separated by commas (all):
                       ${Object.keys(formats).join(', ')}
  --scenario <name>    (steady)
${Object.entries(faults)
  .map(([name, { description }]) => `                       ${name.padEnd(14)} ${description}`)
  .join('\n')}
  --past <hours>       of the past to send first, as fast as the server takes it (1)
  --live               then go on, each message at its time, until Ctrl-C
  --hours <number>     for so long with --live; faults spread over all of it (12)
  --every <seconds>    the interval of the sensors, whole minutes (60)
  --connections <n>    sensors that send at the same time (20)
  --seed <number>      another seed makes other devices and other people (1)`;

const ending = new AbortController();
process.once('SIGINT', () => ending.abort());

try {
  await run();
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:8080' },
      key: { type: 'string' },
      sensors: { type: 'string', default: '10' },
      formats: { type: 'string', default: Object.keys(formats).join(',') },
      scenario: { type: 'string', default: 'steady' },
      past: { type: 'string', default: '1' },
      live: { type: 'boolean', default: false },
      hours: { type: 'string', default: '12' },
      every: { type: 'string', default: '60' },
      connections: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const fault = Object.hasOwn(faults, values.scenario) ? faults[values.scenario] : undefined;
  if (values.help || values.key === undefined || !fault) {
    console.log(fault ? usage : `There is no scenario "${values.scenario}".\n\n${usage}`);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const [seed, span, connections] = [values.seed, values.every, values.connections].map(wholeNumber) as [
    number,
    number,
    number,
  ];
  const fleet = fleetOf({ sensors: wholeNumber(values.sensors), formats: values.formats.split(','), seed });
  const to = Math.floor(Date.now() / 1000 / span) * span;
  const wholeIntervals = (hours: string) => Math.ceil((wholeNumber(hours) * 3600) / span) * span;
  const from = to - wholeIntervals(values.past);
  const end = values.live ? to + wholeIntervals(values.hours) : to;
  const send = (messages: readonly Message[], onAnswer?: () => void) =>
    deliver(messages, {
      baseUrl: values.url,
      pushKey: values.key ?? '',
      connections,
      signal: ending.signal,
      ...(onAnswer ? { onAnswer } : {}),
    });

  const messages = fault.apply(timelineOf(fleet, { from, to: end }, span), seed);
  console.log(`${fleet.length} sensors, ${messages.length} messages: ${fault.description}.`);
  if (!values.live) {
    report(await send(messages, progress(messages.length)));
    print(fleet, messages);
    return;
  }
  let sent: readonly Message[] = [];
  try {
    await deliverLive(messages, {
      send: async (due) => {
        report(await send(due));
        sent = [...sent, ...due];
      },
      now: () => Date.now() / 1000,
      until: (instant) => until(1000 * instant),
    });
  } finally {
    print(fleet, sent);
  }
}

async function until(time: number): Promise<void> {
  await sleep(Math.max(0, time - Date.now()), undefined, { signal: ending.signal });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`"${text}" is not a whole number`);
  return value;
}

/** One line now and then. */
function progress(total: number): () => void {
  let answered = 0;
  let said = Date.now();
  return () => {
    answered += 1;
    if (Date.now() - said < 5000) return;
    said = Date.now();
    console.log(`${answered} of ${total} …`);
  };
}

function report({ accepted, quarantined, repeated }: Delivered): void {
  const parts = [`${accepted} accepted`];
  if (quarantined > 0) parts.push(`${quarantined} quarantined: assign their sensors, or look at the inbox`);
  if (repeated > 0) parts.push(`${repeated} sent again because the server asked for a pause`);
  console.log(`${new Date().toISOString()} ${parts.join(', ')}.`);
}

function print(fleet: readonly FleetSensor[], messages: readonly Message[]): void {
  const sums = new Map(expectedOf(messages).map((expected) => [expected.device, expected]));
  console.log('\nWhat must have been counted:');
  for (const { device, name, format } of fleet) {
    const { ins = 0, outs = 0 } = sums.get(device) ?? {};
    console.log(`  ${name.padEnd(16)} ${format.vendor.padEnd(12)} ${device.padEnd(24)} in ${ins}  out ${outs}`);
  }
}
