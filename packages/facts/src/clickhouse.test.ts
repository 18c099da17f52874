import { sharedTestEngines } from '@atrium/engines/testing';
import { describeFacts } from './contract-suite.ts';
import { openFacts } from './facts.ts';

describeFacts('ClickHouse', async () => {
  const engines = await sharedTestEngines();
  const { address, drop } = await engines.createClickHouseDatabase();
  const facts = openFacts(address);
  return {
    ...facts,
    close: async () => {
      await facts.close();
      await drop();
    },
  };
});
