import { sharedTestEngines } from '@atrium/engines/testing';
import { describeAmounts } from './contract-suite-amounts.ts';
import { describeLevels } from './contract-suite-levels.ts';
import { describeSamples } from './contract-suite-samples.ts';
import { openFacts } from './facts.ts';

for (const describeKind of [describeLevels, describeSamples, describeAmounts]) {
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
