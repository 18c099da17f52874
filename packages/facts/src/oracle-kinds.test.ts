import { describeAmounts } from './contract-suite-amounts.ts';
import { describeEvents } from './contract-suite-events.ts';
import { describeForecasts } from './contract-suite-forecasts.ts';
import { describeGenerated } from './contract-suite-generated.ts';
import { describeLevels } from './contract-suite-levels.ts';
import { describeSamples } from './contract-suite-samples.ts';
import { openOracle } from './oracle.ts';

const suites = [describeLevels, describeSamples, describeAmounts, describeEvents, describeForecasts, describeGenerated];
for (const describeKind of suites) describeKind('the oracle', async () => openOracle());
