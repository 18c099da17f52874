import { socketAgent } from '@atrium/engines/socket-agent';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { currentMinute, json, percentile, type Product, push, startProduct } from './product.ts';

/** What one query of ten seconds does to everybody else. */
export async function benchSlowQuery(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: 4 });
  const byHand = createClient({
    url: 'http://localhost',
    http_agent: socketAgent(product.clickhouseSocket),
    request_timeout: 60_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const ask = await questionOf(product);
    for (let i = 0; i < 20; i += 1) await ask();
    const began = performance.now();
    const slow = slowQuery(byHand);
    let ended = false;
    void slow.finally(() => (ended = true));
    const questions: number[] = [];
    const signIns: number[] = [];
    while (!ended) {
      questions.push(await timed(ask));
      if (questions.length % 25 === 0) signIns.push(await timed(() => signIn(product)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const figures = {
      slowSeconds: Math.round(performance.now() - began) / 1000,
      questions: questions.length,
      questionP95: Math.round(percentile(questions, 0.95)),
      signIns: signIns.length,
      signInP95: Math.round(percentile(signIns, 0.95)),
    };
    say(`beside a slow query, ms: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    await byHand.close();
    await product.stop();
  }
}

/** Ten seconds of real work for the engine, not of sleep; then it is stopped by its own limit. */
async function slowQuery(byHand: ClickHouseClient): Promise<void> {
  const query = `SELECT max(cityHash64(number, number + 1, number + 2)) FROM numbers(1000000000000)
                 SETTINGS max_execution_time = 10`;
  await byHand.query({ query, format: 'JSON' }).then(
    (answer) => answer.text(),
    () => undefined,
  );
}

async function questionOf(product: Product): Promise<() => Promise<string>> {
  const [device] = product.devices;
  if (!device) throw new Error('There is no device.');
  for (let i = 1; i <= 50; i += 1) {
    await push(product, device, { packageId: i, minute: currentMinute() - 60 * i, ins: 5 });
  }
  const cookie = await signIn(product);
  const query = new URLSearchParams({
    entityType: 'location',
    entityIds: device.locationId,
    relativeDate: 'today',
    dateGroupings: 'hour',
  });
  return async () => {
    const answer = await fetch(`${product.url}/api/data/traffic?${query.toString()}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The question was answered ${answer.status}`);
    return answer.text();
  };
}

async function signIn({ url, email, password }: Product): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { ...json, origin: url },
    body: JSON.stringify({ username: email, password }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
