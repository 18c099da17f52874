import type { ClickHouseClient } from '@clickhouse/client';

/** Background merges compete with what is measured. */
export async function settle(byHand: ClickHouseClient, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  for (;;) {
    const answer = await byHand.query({ query: 'SELECT count() AS n FROM system.merges', format: 'JSONEachRow' });
    const [merges] = await answer.json<{ n: number | string }>();
    if (Number(merges?.n) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  say(`merges settled after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
