import { sharedTestEngines } from '@atrium/engines/testing';
import { describeLevels } from './contract-suite-levels.ts';
import { openFacts } from './facts.ts';

for (const describeKind of [describeLevels]) {
  describeKind('ClickHouse', async () => {
    const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
    const facts = openFacts(address);
    return {
      ...facts,
      close: async () => {
        await facts.close();
        await drop();
      },
    };
  });
}
