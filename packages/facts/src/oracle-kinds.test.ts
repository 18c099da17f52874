import { describeAmounts } from './contract-suite-amounts.ts';
import { describeEvents } from './contract-suite-events.ts';
import { describeGenerated } from './contract-suite-generated.ts';
import { describeLevels } from './contract-suite-levels.ts';
import { describeSamples } from './contract-suite-samples.ts';
import { openOracle } from './oracle.ts';

for (const describeKind of [describeLevels, describeSamples, describeAmounts, describeEvents, describeGenerated])
  describeKind('the oracle', async () => openOracle());
