import { describeLevels } from './contract-suite-levels.ts';
import { openOracle } from './oracle.ts';

for (const describeKind of [describeLevels]) describeKind('the oracle', async () => openOracle());
